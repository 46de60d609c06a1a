package dev.clew.internal.kernel;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.internal.sched.Ending;
import org.jspecify.annotations.Nullable;

/** Starting, joining and cancelling fibers. */
public final class FiberNodes {
    private FiberNodes() {}

    /** {@code start}: a new fiber, not bound to this one. */
    public static final class Start<A extends @Nullable Object> extends Node<Fiber<A>> {
        private final Node<A> task;

        public Start(Node<A> task) {
            this.task = task;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            FiberState child = new FiberState(fiber.scheduler(), task, strand, Origin.of(fiber, task));
            fiber.carrier().countFiber();
            try {
                child.begin();
            } catch (Throwable refused) {
                fiber.carrier().countEnded(Ending.FAILED);
                return fiber.raise(refused);
            }
            return child;
        }

        @Override
        boolean forks() {
            return true;
        }
    }

    /** Waits for the end of a fiber; gives its outcome, and knows what its error has passed. */
    static final class Outcomes extends EventNode<Outcome<@Nullable Object>> {
        private final FiberState joined;

        Outcomes(FiberState joined) {
            this.joined = joined;
        }

        @Override
        protected Object now(FiberState fiber) {
            return joined.endKind() == FiberState.RUNNING ? WAIT : of(fiber, joined);
        }

        @Override
        protected WaitCell cell() {
            return new OutcomeCell(joined);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            if (!joined.addJoiner(cell)) {
                cell.complete(null);
            }
        }

        private static Outcome<@Nullable Object> of(FiberState fiber, FiberState joined) {
            if (joined.endKind() == FiberState.END_FAILED) {
                fiber.takeOver(joined);
            }
            return joined.outcome();
        }
    }

    private static final class OutcomeCell extends WaitCell {
        private final FiberState joined;

        OutcomeCell(FiberState joined) {
            this.joined = joined;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object ended) {
            return Outcomes.of(fiber, joined);
        }
    }

    /** Begins {@code child}, a fiber that {@code fiber} made; one that its executor refuses fails with the refusal. */
    static void beginOrAbort(FiberState fiber, FiberState child) {
        fiber.carrier().countFiber();
        try {
            child.begin();
        } catch (Throwable refused) {
            child.abort(refused);
        }
    }

    /** Waits for the end of a fiber; gives null. */
    static final class Join extends WaitNode<@Nullable Void> {
        private final FiberState joined;

        Join(FiberState joined) {
            this.joined = joined;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return joined.endKind() == FiberState.RUNNING ? WAIT : null;
        }

        @Override
        protected WaitCell register(FiberState fiber, Strand strand) {
            WaitCell cell = new WaitCell();
            if (!joined.addJoiner(cell)) {
                cell.complete(null);
            }
            return cell;
        }
    }

    /** Cancels a fiber and waits for its end. A fiber that cancels itself does not wait for itself. */
    static final class Cancel extends Node<@Nullable Void> {
        private final FiberState cancelled;
        private final Join join;

        Cancel(FiberState cancelled) {
            this.cancelled = cancelled;
            this.join = new Join(cancelled);
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            cancelled.requestCancel();
            if (cancelled == fiber) {
                return fiber.stopAt(this, strand, 0) ? UNWIND : null;
            }
            // A branch of the cancelled fiber would wait for what waits for it: under a mask it goes on, as it does
            // inline.
            return isMaskedPart(strand) ? null : join.eval(fiber, strand, depth + 1);
        }

        /** Whether {@code current} is part of the cancelled fiber, and a mask on the way there hides the cancellation. */
        private boolean isMaskedPart(Strand current) {
            boolean masked = false;
            for (Strand s = current; s != null; s = s.around()) {
                masked |= s.mask > 0;
                if (s == cancelled) {
                    return masked;
                }
            }
            return false;
        }
    }
}
