package dev.clew.internal.kernel;

import dev.clew.Fn2;
import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Bridge;
import org.jspecify.annotations.Nullable;

/**
 * {@code both}, {@code zipPar}, {@code mapPar}: the right side is forked as a {@link Branch}, the left side is evaluated
 * inline; then the right side, inline too unless a thief has taken it.
 */
public final class BothNode<A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
        extends Node<C> {
    private final Node<A> left;
    final Node<B> right;
    private final Fn2<? super A, ? super B, ? extends C> combine;

    public BothNode(Node<A> left, Node<B> right, Fn2<? super A, ? super B, ? extends C> combine) {
        this.left = left;
        this.right = right;
        this.combine = combine;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        BranchDeque deque = fiber.deque();
        if (deque == null && fiber.carrier().isGuest()) {
            return fiber.leaveGuest(strand, this);
        }
        BothBranch branch = new BothBranch(fiber, strand, this);
        if (deque != null) {
            deque.push(branch);
            fiber.carrier().branchPushed();
        } else {
            try {
                branch.forkElsewhere(fiber, strand);
            } catch (Throwable refused) {
                return fiber.raise(refused);
            }
        }
        Object value = left.eval(fiber, branch, depth + 1);
        return value == UNWIND ? branch.leftUnwound(fiber) : branch.leftEnded(fiber, value, depth);
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(combine);
    }

    @Override
    boolean forks() {
        return !Isolated.isBegun(left);
    }

    @Override
    Node<C> isolated(Bridge bridge, @Nullable Object[] values) {
        return new BothNode<>(
                Isolated.begun(left, bridge, values),
                Isolated.begun(right, bridge, values),
                new Isolated.IsolatedFn2<>(combine, bridge, values));
    }

    @Override
    Node<?> first() {
        return left;
    }

    @Nullable
    Object combine(FiberState fiber, @Nullable Object a, @Nullable Object b) {
        try {
            return combine.apply(Node.<A>typed(a), Node.<B>typed(b));
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
    }
}
