package dev.clew.testkit.gen;

import dev.clew.Task;
import java.util.List;

/**
 * A generated program over whole numbers: a description that can be made a task, worked out by the {@link Reference},
 * shrunk, and printed.
 */
public interface Program {

    /** The task; what a run of it does is noted in {@code probe}. */
    Task<Integer> task(Probe probe);

    /** All ends it may have, begun at {@code at}. */
    default List<End> ends(Reference reference, At at) throws Unpredictable {
        return at.isStopped() && isPoint() ? List.of(at.end(End.Kind.CANCELED, 0)) : within(reference, at);
    }

    /** All ends it may have, begun at {@code at}, where it is entered. */
    List<End> within(Reference reference, At at) throws Unpredictable;

    /** Whether a cancellation is seen on entering it. */
    default boolean isPoint() {
        return true;
    }

    /** The programs it is made of. */
    List<Program> children();

    /** The same with other parts, as many or, where {@link #isList}, fewer, but one at least. */
    Program with(List<Program> parts);

    /** Whether the number of parts may be any. */
    default boolean isList() {
        return false;
    }

    /** The sum of all sleeps and time limits written down in it, in milliseconds. */
    default long totalMillis() {
        long sum = 0;
        for (Program child : children()) {
            sum += child.totalMillis();
        }
        return sum;
    }

    /** How many steps are written down in it. */
    default int size() {
        int sum = 1;
        for (Program child : children()) {
            sum += child.size();
        }
        return sum;
    }
}
