package dev.clew.testkit.gen;

import dev.clew.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a program may do, worked out one step after another in plain Java: every end it may have, where the order of
 * parallel parts matters, and when.
 *
 * <p>With exact time, as a {@link dev.clew.testkit.TestRuntime} has it, of two errors the one that comes earlier is the
 * error; otherwise each may be.
 */
public final class Reference {
    private static final int MOST_ENDS = 64;

    private final boolean exactTime;

    private Reference(boolean exactTime) {
        this.exactTime = exactTime;
    }

    /** Virtual time, where only timers take any. */
    public static Reference exactTime() {
        return new Reference(true);
    }

    /** Real time, of which nothing is known. */
    public static Reference anyTime() {
        return new Reference(false);
    }

    /** All ends that {@code program} may have; empty where that cannot be said. */
    public Set<End> ends(Program program) {
        try {
            return new LinkedHashSet<>(program.ends(this, new At(0, 0, 0, false, false)));
        } catch (Unpredictable unpredictable) {
            return Set.of();
        }
    }

    /** Whether one of {@code ends} is what a run gave. Where nothing could be said, anything will do. */
    public static boolean allows(Set<End> ends, Outcome<Integer> outcome, List<Integer> effects) {
        return ends.isEmpty()
                || ends.stream()
                        .anyMatch(end -> matches(end, outcome) && end.effects().allows(effects));
    }

    /** Whether one of {@code ends} is what a run gave, and comes at {@code millis}. */
    public static boolean allows(Set<End> ends, Outcome<Integer> outcome, List<Integer> effects, long millis) {
        return ends.isEmpty()
                || ends.stream()
                        .anyMatch(end -> matches(end, outcome)
                                && end.effects().allows(effects)
                                && end.earliest() <= millis
                                && millis <= end.latest());
    }

    private static boolean matches(End end, Outcome<Integer> outcome) {
        if (outcome instanceof Outcome.Succeeded<Integer> s) {
            return end.isValue() && s.value() == end.value();
        }
        if (outcome instanceof Outcome.Failed<Integer> f) {
            return end.kind() == End.Kind.ERROR && ProgramError.code(f.error()) == end.value();
        }
        return end.kind() == End.Kind.CANCELED;
    }

    // ---- what programs use --------------------------------------------------------------------------------

    boolean hasExactTime() {
        return exactTime;
    }

    static List<End> bounded(Set<End> ends) throws Unpredictable {
        if (ends.size() > MOST_ENDS) {
            throw new Unpredictable("more than " + MOST_ENDS + " ends");
        }
        return List.copyOf(ends);
    }

    /** What follows the end of a step. */
    interface Next {
        List<End> go(End end) throws Unpredictable;
    }

    /** Each of {@code ends} continued by {@code next}, with the effects of both. */
    static List<End> each(List<End> ends, Next next) throws Unpredictable {
        Set<End> all = new LinkedHashSet<>();
        for (End end : ends) {
            for (End after : next.go(end)) {
                all.add(after.after(end.effects()));
            }
        }
        return bounded(all);
    }

    /** {@code end} itself: what {@link #each} adds the effects to again is taken off. */
    static List<End> same(End end) {
        return List.of(new End(
                end.kind(), end.value(), end.earliest(), end.latest(), end.local(), end.pending(), End.Effects.NONE));
    }

    /** Whether {@code a} surely comes before {@code b}. */
    boolean isBefore(End a, End b) {
        return exactTime && a.latest() < b.earliest();
    }

    /** Every choice of one end for each part. */
    static List<List<End>> product(List<List<End>> parts) throws Unpredictable {
        List<List<End>> all = List.of(List.of());
        for (List<End> part : parts) {
            List<List<End>> longer = new ArrayList<>();
            for (List<End> chosen : all) {
                for (End end : part) {
                    List<End> more = new ArrayList<>(chosen);
                    more.add(end);
                    longer.add(more);
                }
            }
            if (longer.size() > MOST_ENDS) {
                throw new Unpredictable("more than " + MOST_ENDS + " combinations");
            }
            all = longer;
        }
        return all;
    }
}
