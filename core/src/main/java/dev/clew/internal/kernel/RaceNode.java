package dev.clew.internal.kernel;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Bridge;
import org.jspecify.annotations.Nullable;

/**
 * {@code race}: the right side is forked as a {@link Branch}, the left side is evaluated inline. Where the left side ends
 * before anybody has begun the right one, that never begins.
 */
public final class RaceNode<A extends @Nullable Object> extends Node<A> {
    private final Node<? extends A> left;
    final Node<? extends A> right;

    public RaceNode(Node<? extends A> left, Node<? extends A> right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        if (left instanceof Pure) {
            return left.eval(fiber, strand, depth);
        }
        BranchDeque deque = fiber.deque();
        if (deque == null && fiber.carrier().isGuest()) {
            return fiber.leaveGuest(strand, this);
        }
        RaceBranch branch = new RaceBranch(fiber, strand, this);
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
        return value == UNWIND ? branch.leftUnwound(fiber) : branch.leftEnded(fiber, value);
    }

    @Override
    Node<?> first() {
        return left;
    }

    @Override
    boolean forks() {
        return !Isolated.isBegun(left);
    }

    @Override
    Node<A> isolated(Bridge bridge, @Nullable Object[] values) {
        return new RaceNode<>(Isolated.begun(left, bridge, values), Isolated.begun(right, bridge, values));
    }
}
