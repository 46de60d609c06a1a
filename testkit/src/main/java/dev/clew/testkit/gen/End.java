package dev.clew.testkit.gen;

import java.util.ArrayList;
import java.util.List;

/**
 * One way in which a program may end, as the {@link Reference} sees it.
 *
 * @param value the value, or the code of the error
 * @param earliest the first moment at which it may end, in milliseconds of virtual time
 * @param latest the last moment at which it may end
 * @param local what the fiber local holds then
 * @param pending a request to stop, which was masked, is still to be seen
 */
public record End(Kind kind, int value, long earliest, long latest, int local, boolean pending, Effects effects) {
    /** How. */
    public enum Kind {
        VALUE,
        ERROR,
        CANCELED
    }

    /** How much is known of the effects. */
    public enum Known {
        IN_ORDER,
        IN_ANY_ORDER,
        NOTHING
    }

    /** The effects up to an end. */
    public record Effects(List<Integer> list, Known known) {
        static final Effects NONE = new Effects(List.of(), Known.IN_ORDER);
        static final Effects UNKNOWN = new Effects(List.of(), Known.NOTHING);

        Effects then(Effects more) {
            return join(more, known.compareTo(more.known) > 0 ? known : more.known);
        }

        Effects beside(Effects more) {
            if (more.list.isEmpty() || list.isEmpty()) {
                return then(more);
            }
            Known worst = known.compareTo(more.known) > 0 ? known : more.known;
            return join(more, worst == Known.IN_ORDER ? Known.IN_ANY_ORDER : worst);
        }

        private Effects join(Effects more, Known knowledge) {
            if (knowledge == Known.NOTHING) {
                return UNKNOWN;
            }
            List<Integer> all = new ArrayList<>(list);
            all.addAll(more.list);
            return new Effects(List.copyOf(all), knowledge);
        }

        boolean allows(List<Integer> seen) {
            return switch (known) {
                case IN_ORDER -> seen.equals(list);
                case IN_ANY_ORDER ->
                    seen.stream()
                            .sorted()
                            .toList()
                            .equals(list.stream().sorted().toList());
                case NOTHING -> true;
            };
        }
    }

    boolean isValue() {
        return kind == Kind.VALUE;
    }

    /** The same end with {@code before} in front of its effects. */
    End after(Effects before) {
        return new End(kind, value, earliest, latest, local, pending, before.then(effects));
    }

    End withValue(int other) {
        return new End(Kind.VALUE, other, earliest, latest, local, pending, effects);
    }

    End withRequest(boolean still) {
        return new End(kind, value, earliest, latest, local, still, effects);
    }

    End withLocal(int other) {
        return new End(kind, value, earliest, latest, other, pending, effects);
    }
}
