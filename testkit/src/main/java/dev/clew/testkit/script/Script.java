package dev.clew.testkit.script;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A program over whole numbers, as a tree.
 *
 * @param n what the kind needs: a value, the number of an effect, the code of an error, or nanoseconds
 * @param parts the programs it is made of
 */
public record Script(Kind kind, int n, List<Script> parts) {

    /** The kinds of steps, with how many parts each has. */
    public enum Kind {
        NOW(0),
        EFFECT(0),
        FAIL(0),
        SLEEP(0),
        YIELD(0),
        SELF_CANCEL(0),
        MAP(1),
        THEN(2),
        DEFER(1),
        FORK(1),
        RECOVER(2),
        ATTEMPT(1),
        SEQUENCE(3),
        UNCANCELABLE(1),
        POLL(1),
        ON_CANCEL(2),
        GUARANTEE(2),
        BRACKET(3),
        BOTH(2),
        GATHER(3),
        RACE(2),
        RACE_ALL(3),
        FIRST_SUCCESS(3),
        RACE_PAIR(2),
        TIMEOUT(1),
        TIMEOUT_TO(2),
        FORGET(1),
        START_JOIN(1),
        START_CANCEL(1),
        MEMOIZE(1),
        /** A body, a child and a supervised child. */
        SCOPED(3);

        final int parts;

        Kind(int parts) {
            this.parts = parts;
        }

        /** How many parts a step of this kind has. */
        public int parts() {
            return parts;
        }
    }

    private static final int LONGEST = 1_000_003;

    Script part(int i) {
        return parts.get(i);
    }

    /** How long part {@code i} is held back where several run at once, in nanoseconds: no two moments are the same. */
    long delay(int i) {
        return 1L + Math.floorMod(n * 7_919L + (i + 1) * 104_729L, LONGEST);
    }

    /** Of a scope: whether it waits for the children that still run when the body has ended. */
    boolean awaitsRest() {
        return n % 2 == 0;
    }

    /** Of a scope: whether the body joins the first child in the end. */
    boolean joinsChild() {
        return n % 3 == 0;
    }

    /** How many steps are written down in it. */
    public int size() {
        return 1 + parts.stream().mapToInt(Script::size).sum();
    }

    /** Whether a step of {@code kind} is written down in it. */
    public boolean has(Kind wanted) {
        return kind == wanted || parts.stream().anyMatch(part -> part.has(wanted));
    }

    @Override
    public String toString() {
        return kind + ":" + n
                + (parts.isEmpty()
                        ? ""
                        : parts.stream().map(Script::toString).collect(Collectors.joining(", ", "(", ")")));
    }
}
