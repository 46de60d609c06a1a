package dev.clew.internal.kernel;

import dev.clew.RacePair;
import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code racePair}: two fibers; waits for the first to end and leaves the other as it is. */
public final class RacePairNode<A extends @Nullable Object, B extends @Nullable Object>
        extends WaitNode<RacePair<A, B>> {
    private final Node<A> left;
    private final Node<B> right;

    public RacePairNode(Node<A> left, Node<B> right) {
        this.left = left;
        this.right = right;
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) {
        PairCell cell = new PairCell(fiber, strand, left, right);
        FiberNodes.beginOrAbort(fiber, cell.first);
        FiberNodes.beginOrAbort(fiber, cell.second);
        return cell;
    }

    @Override
    boolean forks() {
        return true;
    }

    /** Completed with the fiber that ended first. */
    private static final class PairCell extends WaitCell implements FiberEnd {
        private final FiberState first;
        private final FiberState second;

        PairCell(FiberState fiber, Strand strand, Node<?> left, Node<?> right) {
            first = new FiberState(fiber.scheduler(), left, strand, this);
            second = new FiberState(fiber.scheduler(), right, strand, this);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the first of two fibers to end";
        }

        @Override
        public void fiberEnded(FiberState fiber) {
            hears(fiber);
        }

        @Override
        public boolean hears(FiberState fiber) {
            return complete(fiber);
        }

        @Override
        public Object resume(FiberState fiber, Strand strand, @Nullable Object winner) {
            return winner == first
                    ? new RacePair.LeftFirst<>(first.outcome(), second)
                    : new RacePair.RightFirst<>(first, second.outcome());
        }

        /** The executor refused to go on here, where there is nobody else to give the fibers to. */
        @Override
        public Object failed(FiberState fiber, Strand strand) {
            return StopWait.stop(fiber, strand, first, second);
        }

        @Override
        public Object cancelled(FiberState fiber, Strand strand) {
            return StopWait.stop(fiber, strand, first, second);
        }
    }
}
