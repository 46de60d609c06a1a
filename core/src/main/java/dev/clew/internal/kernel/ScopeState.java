package dev.clew.internal.kernel;

import dev.clew.Fiber;
import dev.clew.Scope;
import dev.clew.Task;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scope: its children, and the strand its body is evaluated in, by which a child's failure stops the body.
 *
 * <pre>
 *            a child fails, the body fails or is cancelled,
 *            or has ended and the rest is to be cancelled
 *   OPEN ────────────────────────────────────────────────────▶ STOPPING
 *     │  the owner waits, no child is left                        │ the owner waits, no child is left
 *     └───────────────────────────▶ CLOSED ◀──────────────────────┘
 * </pre>
 *
 * <p>A child enters under the lock, before it is handed to an executor, and leaves when it has ended; so whoever stops the
 * scope meets every child, or that child finds it STOPPING and never begins. The owner waits only once the body has
 * ended, and CLOSED is reached under the lock together with the last child's leaving, or by the owner where there is none:
 * after it no child can enter, and the error is final. Fibers are cancelled and woken outside the lock, since that may
 * call an executor of the user's.
 *
 * <p>A failing child that reaches the owner when the body is over leaves it a signal for a strand that is no longer around
 * anything it evaluates, which is ignored.
 *
 * <pre>
 * field                          | writer           | access         | pairs with
 * -------------------------------+------------------+----------------+-----------
 * phase, children, error, waiter, watch | owner, children | lock on this |
 * </pre>
 */
final class ScopeState extends InnerStrand implements Scope {
    /** Whether a child may enter, or could. */
    enum Phase {
        OPEN,
        STOPPING,
        CLOSED
    }

    private Phase phase = Phase.OPEN;
    private @Nullable ScopeChild children;
    private @Nullable Throwable error;
    private @Nullable WaitCell waiter;
    private @Nullable StallWatch watch;

    ScopeState(FiberState owner, Strand outer) {
        super(owner, outer);
    }

    /** The strand of the whole. */
    Strand outer() {
        return parent();
    }

    @Override
    public <A extends @Nullable Object> Task<Fiber<A>> start(Task<A> task) {
        return new ScopeChild.Start<>(this, CallSites.root(Node.of(task, "the argument of a scope's start")), false);
    }

    @Override
    public <A extends @Nullable Object> Task<Fiber<A>> startSupervised(Task<A> task) {
        return new ScopeChild.Start<>(
                this, CallSites.root(Node.of(task, "the argument of a scope's startSupervised")), true);
    }

    // ---- children ---------------------------------------------------------------------------------

    /** Links {@code child} in where the scope is open; gives what it found. */
    synchronized Phase enter(ScopeChild child) {
        if (phase == Phase.OPEN) {
            ScopeChild first = children;
            child.next = first;
            if (first != null) {
                first.previous = child;
            }
            children = child;
            child.entered = true;
        }
        return phase;
    }

    /** {@code child} has ended, with {@code failure} where it failed and that concerns the others. */
    void leave(ScopeChild child, @Nullable Throwable failure) {
        List<FiberState> stopped = List.of();
        WaitCell woken = null;
        StallWatch ended = null;
        synchronized (this) {
            if (!child.entered) {
                return;
            }
            unlink(child);
            if (failure != null) {
                note(failure);
                stopped = stopping();
            }
            if (children == null && waiter != null) {
                woken = waiter;
                waiter = null;
                phase = Phase.CLOSED;
                ended = watch;
            }
        }
        if (ended != null) {
            ended.stop();
        }
        if (failure != null) {
            fiber().cancelStrand(this);
            cancel(stopped);
        }
        if (woken != null) {
            woken.complete(null);
        }
    }

    private void unlink(ScopeChild child) {
        ScopeChild before = child.previous;
        ScopeChild after = child.next;
        if (before == null) {
            children = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        child.previous = null;
        child.next = null;
        child.entered = false;
    }

    private void note(Throwable failure) {
        Throwable first = error;
        if (first == null) {
            error = failure;
        } else {
            Suppressed.add(first, failure);
        }
    }

    /** Moves to STOPPING, under the lock; gives whom the mover has to cancel. */
    private List<FiberState> stopping() {
        if (phase != Phase.OPEN) {
            return List.of();
        }
        phase = Phase.STOPPING;
        List<FiberState> running = new ArrayList<>();
        for (ScopeChild c = children; c != null; c = c.next) {
            running.add(c.fiber);
        }
        return running;
    }

    private static void cancel(List<FiberState> fibers) {
        for (FiberState fiber : fibers) {
            fiber.requestCancel();
        }
    }

    // ---- stalls --------------------------------------------------------------------------------------

    @Override
    public Task<@Nullable Void> failOnStall(Duration every) {
        return new StallWatch.Begin(this, StallWatch.nanos(every));
    }

    /** Looks for stalls by {@code next} from now on. */
    void watch(StallWatch next) {
        StallWatch before;
        synchronized (this) {
            if (phase == Phase.CLOSED) {
                throw new IllegalStateException(
                        "stalls were to be looked for in a scope that has ended; ask for that before"
                                + " its body and children have ended");
            }
            before = watch;
            watch = next;
        }
        if (before != null) {
            before.stop();
        }
        next.arm();
    }

    /** The fibers that could wake one another: the children, and who runs the body; none once the scope is being stopped. */
    synchronized List<FiberState> members() {
        List<FiberState> members = new ArrayList<>();
        if (phase == Phase.OPEN) {
            if (waiter == null) {
                members.add(fiber());
            }
            for (ScopeChild c = children; c != null; c = c.next) {
                members.add(c.fiber);
            }
        }
        return members;
    }

    /** The children of an inner scope may wake who is in its body. */
    @Override
    boolean stallsIn(StallRound round) {
        List<FiberState> fibers = new ArrayList<>();
        synchronized (this) {
            if (phase != Phase.OPEN) {
                return false;
            }
            for (ScopeChild c = children; c != null; c = c.next) {
                fibers.add(c.fiber);
            }
        }
        fibers.forEach(round::add);
        return true;
    }

    synchronized boolean isAwaitedBy(WaitCell cell) {
        return waiter == cell;
    }

    /** {@code failure}, of no child, is the error of the scope. */
    void fail(Throwable failure) {
        List<FiberState> stopped;
        synchronized (this) {
            if (phase != Phase.OPEN) {
                return;
            }
            note(failure);
            stopped = stopping();
        }
        fiber().cancelStrand(this);
        cancel(stopped);
    }

    // ---- the owner, once the body has ended -----------------------------------------------------------

    /** Cancels the children; {@code failure} is the body's. */
    void stop(@Nullable Throwable failure) {
        List<FiberState> stopped;
        synchronized (this) {
            if (failure != null) {
                note(failure);
            }
            stopped = stopping();
        }
        cancel(stopped);
    }

    /** Has {@code cell} completed when no child is left; false if none is, and nothing will be called. */
    boolean await(WaitCell cell) {
        StallWatch ended;
        synchronized (this) {
            if (children != null) {
                waiter = cell;
                return true;
            }
            phase = Phase.CLOSED;
            ended = watch;
        }
        if (ended != null) {
            ended.stop();
        }
        return false;
    }

    synchronized void stopWaiting() {
        waiter = null;
    }

    /** The first error of a child or of the body; final once the wait is over. */
    synchronized @Nullable Throwable error() {
        return error;
    }

    // ---- Job --------------------------------------------------------------------------------------

    @Override
    public Scheduler scheduler() {
        return fiber().scheduler();
    }

    @Override
    public void run(Carrier ignored) {
        throw new IllegalStateException("the body of a scope is evaluated by its fiber and lies in no queue");
    }
}
