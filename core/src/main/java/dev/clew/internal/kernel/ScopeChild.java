package dev.clew.internal.kernel;

import dev.clew.Fiber;
import dev.clew.internal.sched.Ending;
import org.jspecify.annotations.Nullable;

/** A fiber's place in its scope: tells the scope of the fiber's end. Links under the lock of the scope. */
final class ScopeChild implements FiberEnd {
    private final ScopeState scope;
    private final boolean supervised;
    final FiberState fiber;

    /** Where the fiber came from; null without tracing. */
    final @Nullable Origin origin;

    @Nullable
    ScopeChild previous;

    @Nullable
    ScopeChild next;

    /** Whether it is linked. */
    boolean entered;

    ScopeChild(ScopeState scope, FiberState fiber, boolean supervised, @Nullable Origin origin) {
        this.scope = scope;
        this.origin = origin;
        this.fiber = fiber;
        this.supervised = supervised;
    }

    /** The strand around the scope. */
    Strand outer() {
        return scope.outer();
    }

    @Override
    public void fiberEnded(FiberState ended) {
        boolean counts = !supervised && ended.endKind() == FiberState.END_FAILED;
        scope.leave(this, counts ? ended.endError() : null);
    }

    /** {@code scope.start}: a new fiber, bound to the scope. */
    static final class Start<A extends @Nullable Object> extends Node<Fiber<A>> {
        private final ScopeState scope;
        private final Node<A> task;
        private final boolean supervised;

        Start(ScopeState scope, Node<A> task, boolean supervised) {
            this.scope = scope;
            this.task = task;
            this.supervised = supervised;
        }

        @Override
        boolean forks() {
            return true;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            FiberState child = new FiberState(fiber.scheduler(), strand);
            child.startedIn(strand);
            ScopeChild place = new ScopeChild(scope, child, supervised, Origin.of(fiber, task));
            child.prepare(task, place);
            return switch (scope.enter(place)) {
                case OPEN -> begin(fiber, child, place);
                case STOPPING -> {
                    child.finish(FiberState.END_CANCELED, null);
                    yield child;
                }
                case CLOSED ->
                    fiber.raise(
                            new IllegalStateException("a fiber was to be started in a scope that has ended, so nobody"
                                    + " would wait for it; start it before the scope's body and children have ended, or use"
                                    + " Task.start() for a fiber bound to none"));
            };
        }

        private static Object begin(FiberState fiber, FiberState child, ScopeChild place) {
            fiber.carrier().countFiber();
            try {
                child.begin();
            } catch (Throwable refused) {
                fiber.carrier().countEnded(Ending.FAILED);
                place.scope.leave(place, null);
                return fiber.raise(refused);
            }
            return child;
        }
    }
}
