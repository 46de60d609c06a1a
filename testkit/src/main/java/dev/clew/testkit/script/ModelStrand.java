package dev.clew.testkit.script;

import dev.clew.testkit.script.ScriptModel.Next;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What can be cancelled by itself, in the model: a fiber, or what runs inside one under a limit or as the first of several. */
final class ModelStrand {
    /** The strand of the same fiber that this one is part of. */
    private final @Nullable ModelStrand outer;

    int mask;

    /** It has been asked to stop. */
    boolean requested;

    /** The request came through the strand around it. */
    private boolean asked;

    private boolean unwinding;

    /** A cancellation of the strand around this one is what unwinds it. */
    boolean byOuter;

    /** What a request does while it waits. */
    @Nullable
    Runnable waiting;

    /** What is told that a cancellation of the strand around this one unwinds it. */
    Runnable besides = () -> {};

    ModelStrand(@Nullable ModelStrand outer) {
        this.outer = outer;
    }

    boolean isStopping() {
        return requested && mask == 0;
    }

    /** A point where a cancellation is looked at: whether it is there, and unwinds. */
    boolean stops(Next next) {
        if (isStopping()) {
            unwind(next);
            return true;
        }
        return false;
    }

    void ask() {
        asked = true;
        request();
    }

    void request() {
        requested = true;
        Runnable wait = waiting;
        if (mask == 0 && wait != null) {
            waiting = null;
            wait.run();
        }
    }

    void unwind(Next next) {
        beginUnwinding();
        next.accept(ScriptResult.CANCELED);
    }

    void beginUnwinding() {
        if (!unwinding) {
            unwinding = true;
            byOuter = asked;
            if (byOuter) {
                besides.run();
                if (outer != null) {
                    outer.beginUnwinding();
                }
            }
        }
    }

    /** A part that was needed cancelled itself: so does this, or fails where that is masked. */
    void cancelItself(Next next) {
        requested = true;
        if (!stops(next)) {
            next.accept(ScriptResult.error(ScriptResult.CANCELLATION));
        }
    }

    /** Stops {@code forks}, waits for them, and goes on with the cancellation of this. */
    void stopAndUnwind(List<Fork> forks, Next next) {
        beginUnwinding();
        for (Fork fork : forks) {
            fork.cancel();
        }
        awaitAll(forks, 0, next);
    }

    private void awaitAll(List<Fork> forks, int from, Next next) {
        if (from == forks.size()) {
            next.accept(ScriptResult.CANCELED);
        } else {
            forks.get(from).whenEnded(end -> awaitAll(forks, from + 1, next), () -> {});
        }
    }

    /** A fiber. */
    static final class Fork {
        final ModelStrand strand = new ModelStrand(null);
        private @Nullable ScriptResult result;
        private final List<Consumer<ScriptResult>> joiners = new ArrayList<>();

        boolean hasEnded() {
            return result != null;
        }

        void end(ScriptResult end) {
            result = end;
            // Who is told may stop others that wait here as well: they are then not told.
            while (!joiners.isEmpty()) {
                joiners.remove(0).accept(end);
            }
        }

        /** Tells {@code joiner} of the end, now or later, and does {@code then}; what it gives takes that back. */
        Runnable whenEnded(Consumer<ScriptResult> joiner, Runnable then) {
            ScriptResult end = result;
            if (end != null) {
                joiner.accept(end);
            } else {
                joiners.add(joiner);
                then.run();
            }
            return () -> joiners.remove(joiner);
        }

        void cancel() {
            if (result == null) {
                strand.request();
            }
        }
    }
}
