package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link RaceNode}: whichever side ends first stops the other, and is the end of the whole once the other has
 * ended too.
 *
 * <p>Who was first is decided by the branch's state word: the child sets DONE as it ends, the owner sets CANCEL as the left
 * side ends, and each sees whether the other was there before. A child that finds no CANCEL stops the left side, which may
 * end in its own way meanwhile: it has lost.
 */
final class RaceBranch extends Branch {
    private final RaceNode<?> node;

    RaceBranch(FiberState owner, Strand parent, RaceNode<?> node) {
        super(owner, parent);
        this.node = node;
    }

    @Override
    Node<?> right() {
        return node.right;
    }

    @Override
    String whole() {
        return "a race";
    }

    @Override
    @Nullable
    CallSite wholeSite() {
        return node.callSite();
    }

    @Override
    boolean stopsLeft(int endKind) {
        return true;
    }

    // ---- the ends of the left side ----------------------------------------------------------------

    @Nullable
    Object leftEnded(FiberState fiber, @Nullable Object value) {
        if (drop(fiber)) {
            return value;
        }
        return stopChild() ? new LoserWait(this, value, null, null).await(fiber, outer()) : childWon(fiber, null);
    }

    @Nullable
    Object leftUnwound(FiberState fiber) {
        if (fiber.isCapturing()) {
            fiber.push(new LeftFrame(this));
            return UNWIND;
        }
        return fiber.isFailing() ? leftFailed(fiber) : leftCancelled(fiber);
    }

    private @Nullable Object leftFailed(FiberState fiber) {
        if (drop(fiber)) {
            return UNWIND;
        }
        Throwable error = fiber.error();
        return stopChild() ? new LoserWait(this, UNWIND, error, null).await(fiber, outer()) : childWon(fiber, error);
    }

    private @Nullable Object leftCancelled(FiberState fiber) {
        boolean byItself = fiber.isCancelledTo(this);
        Strand target = byItself ? null : fiber.cancelTarget();
        if (drop(fiber)) {
            return byItself ? selfCancelled(fiber, outer()) : UNWIND;
        }
        boolean childLasts = stopChild();
        return childLasts || !byItself
                ? new LoserWait(this, UNWIND, null, target).await(fiber, outer())
                : childWon(fiber, null);
    }

    /** The child ended first, so its end is that of the whole; the left side ended with {@code error} after it. */
    private @Nullable Object childWon(FiberState fiber, @Nullable Throwable error) {
        FiberState c = ended();
        if (c.endKind() == FiberState.END_FAILED) {
            Throwable first = c.endError();
            if (error != null) {
                Suppressed.add(first, error);
            }
            fiber.takeOver(c);
            return fiber.raise(first);
        }
        if (error != null) {
            reportLoser(fiber, error);
        }
        return c.endKind() == FiberState.END_SUCCEEDED ? c.endValue() : selfCancelled(fiber, outer());
    }

    private static void reportLoser(FiberState fiber, Throwable error) {
        fiber.scheduler().report("the side of a race that was not the first to end failed", error);
    }

    private static Object selfCancelled(FiberState fiber, Strand outer) {
        return fiber.cancelSelf(
                outer,
                "the first side of a race to end cancelled itself inside an uncancelable region, so there is no value; "
                        + "do not cancel it there");
    }

    /** The left side was reified. Leaves this strand first, then does what the nested call would have done. */
    private static final class LeftFrame extends Frame {
        private final RaceBranch branch;

        LeftFrame(RaceBranch branch) {
            this.branch = branch;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.setStrand(branch.outer());
            return branch.leftEnded(fiber, value);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.setStrand(branch.outer());
            return branch.leftFailed(fiber);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            fiber.setStrand(branch.outer());
            return branch.leftCancelled(fiber);
        }
    }

    /**
     * The left side was first, or the whole is cancelled: the child has been asked to stop and is waited for under a mask.
     *
     * <p>{@code value} is not UNWIND: the left side's. {@code error} set: the left side failed. {@code target} set: a
     * cancellation from outside is on its way to it. None: the left side cancelled itself.
     */
    private static final class LoserWait extends WaitCell {
        private final RaceBranch branch;
        private final @Nullable Object value;
        private final @Nullable Throwable error;
        private final @Nullable Strand target;

        LoserWait(RaceBranch branch, @Nullable Object value, @Nullable Throwable error, @Nullable Strand target) {
            this.branch = branch;
            this.value = value;
            this.error = error;
            this.target = target;
        }

        @Nullable
        Object await(FiberState fiber, Strand outer) {
            fiber.mask(outer);
            if (branch.isDone() || !branch.await(this)) {
                return resume(fiber, outer, null);
            }
            return fiber.suspend(outer, this);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return branch.describeChild(name) + ", which was asked to stop";
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand outer, @Nullable Object ignored) {
            fiber.unmask(outer);
            FiberState c = branch.ended();
            if (c.endKind() == FiberState.END_FAILED) {
                if (error == null) {
                    reportLoser(fiber, c.endError());
                } else {
                    Suppressed.add(error, c.endError());
                }
            }
            if (target != null) {
                return fiber.unwindCancelledTo(target);
            }
            if (error != null) {
                return fiber.raise(error);
            }
            return value == UNWIND ? selfCancelled(fiber, outer) : value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand outer) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, outer, null), refused);
        }
    }
}
