package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Scope;
import dev.clew.Task;
import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code scoped}: the body is evaluated inline, in a strand of its own that a failing child cancels; no fiber is made for
 * it. Whatever its end, the whole ends after the last child. As under a time limit, what the body sets, such as fiber
 * locals, stays set.
 *
 * <p>How the whole ends: as cancelled where a cancellation from outside has unwound the body or the wait; else with the
 * first error of child or body; else as the body did.
 */
public final class ScopeNode<A extends @Nullable Object> extends Node<A> {
    private final Fn<? super Scope, ? extends Task<A>> function;
    private final boolean awaits;

    public ScopeNode(Scope.Rest rest, Fn<? super Scope, ? extends Task<A>> function) {
        this.function = function;
        this.awaits = rest == Scope.Rest.AWAIT;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        if (fiber.carrier().isGuest()) {
            return fiber.leaveGuest(strand, this);
        }
        ScopeState scope = new ScopeState(fiber, strand);
        Node<A> body;
        try {
            body = of(function.apply(scope), "the function of scoped");
        } catch (Throwable thrown) {
            fiber.raise(thrown);
            return bodyFailed(fiber, scope);
        }
        Object value = body.eval(fiber, scope, depth + 1);
        if (value != UNWIND) {
            return bodyEnded(fiber, scope, value);
        }
        if (fiber.isCapturing()) {
            fiber.push(new BodyFrame(this, scope));
            return UNWIND;
        }
        return fiber.isFailing() ? bodyFailed(fiber, scope) : bodyCancelled(fiber, scope);
    }

    private @Nullable Object bodyEnded(FiberState fiber, ScopeState scope, @Nullable Object value) {
        leave(scope);
        if (awaits) {
            return new RestWait(scope, value).await(fiber);
        }
        scope.stop(null);
        return new StoppedWait(scope, value, null, false).await(fiber);
    }

    private static @Nullable Object bodyFailed(FiberState fiber, ScopeState scope) {
        leave(scope);
        scope.stop(fiber.error());
        return new StoppedWait(scope, null, null, false).await(fiber);
    }

    private static @Nullable Object bodyCancelled(FiberState fiber, ScopeState scope) {
        leave(scope);
        boolean inside = fiber.isCancelledTo(scope);
        Strand target = inside ? null : fiber.cancelTarget();
        scope.stop(null);
        return new StoppedWait(scope, null, target, inside).await(fiber);
    }

    private static void leave(ScopeState scope) {
        scope.outer().context = scope.context;
    }

    /** The body was reified. */
    private static final class BodyFrame extends Frame {
        private final ScopeNode<?> node;
        private final ScopeState scope;

        BodyFrame(ScopeNode<?> node, ScopeState scope) {
            this.node = node;
            this.scope = scope;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.setStrand(scope.outer());
            return node.bodyEnded(fiber, scope, value);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.setStrand(scope.outer());
            return bodyFailed(fiber, scope);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            fiber.setStrand(scope.outer());
            return bodyCancelled(fiber, scope);
        }
    }

    /** The body has given its value, and the children are waited for as long as nobody cancels. */
    private static final class RestWait extends WaitCell {
        private final ScopeState scope;
        private final @Nullable Object value;

        RestWait(ScopeState scope, @Nullable Object value) {
            this.scope = scope;
            this.value = value;
        }

        @Nullable
        Object await(FiberState fiber) {
            Strand outer = scope.outer();
            return scope.await(this) ? fiber.suspend(outer, this) : resume(fiber, outer, null);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the children of a scope";
        }

        @Override
        boolean stallsIn(StallRound round) {
            return scope.isAwaitedBy(this) && scope.stallsIn(round);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand outer, @Nullable Object ignored) {
            Throwable error = scope.error();
            return error == null ? value : fiber.raise(error);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand outer) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, outer, null), refused);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand outer) {
            Strand target = fiber.cancelTarget();
            scope.stopWaiting();
            scope.stop(null);
            return new StoppedWait(scope, null, target, false).await(fiber);
        }
    }

    /**
     * The scope is being stopped: its children are waited for under a mask.
     *
     * <p>{@code target} set: a cancellation from outside is on its way to it. {@code inside}: the body ended cancelled, by
     * a child's failure or by itself.
     */
    private static final class StoppedWait extends WaitCell {
        private final ScopeState scope;
        private final @Nullable Object value;
        private final @Nullable Strand target;
        private final boolean inside;

        StoppedWait(ScopeState scope, @Nullable Object value, @Nullable Strand target, boolean inside) {
            this.scope = scope;
            this.value = value;
            this.target = target;
            this.inside = inside;
        }

        @Nullable
        Object await(FiberState fiber) {
            Strand outer = scope.outer();
            fiber.mask(outer);
            return scope.await(this) ? fiber.suspend(outer, this) : resume(fiber, outer, null);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the children of a scope, which were asked to stop";
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand outer, @Nullable Object ignored) {
            fiber.unmask(outer);
            if (target != null) {
                return fiber.unwindCancelledTo(target);
            }
            Throwable error = scope.error();
            if (error != null) {
                return fiber.raise(error);
            }
            return inside
                    ? fiber.cancelSelf(
                            outer,
                            "the body of a scope cancelled itself inside an uncancelable region, so there"
                                    + " is no value; wrap the scope in attempt, or do not cancel it")
                    : value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand outer) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, outer, null), refused);
        }
    }
}
