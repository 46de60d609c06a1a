package dev.clew.internal.kernel;

import dev.clew.internal.sched.Job;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The unit of cancellation: a fiber, or something inline that can be stopped without stopping the fiber it runs in (a
 * branch, an owner of a range, a time limit).
 *
 * <p>A fiber has a current strand; the chain of {@code parent}s leads to the fiber itself, its root strand, whose parent
 * is null. Only the fiber that runs a strand writes it, except {@code cancelled}, which anybody may set.
 *
 * <pre>
 * field      | writer          | access           | pairs with
 * -----------+-----------------+------------------+--------------------------------------------------
 * context, mask | running fiber   | plain            | hand-over of the fiber (its wait cell or queue)
 * cancelled  | any             | volatile         | signal of the fiber: set first, then the signal
 * </pre>
 */
public abstract class Strand extends Job {
    private static final VarHandle CANCELLED = VarHandles.field(MethodHandles.lookup(), "cancelled", boolean.class);

    /** What it inherited, and what has been set in it since. */
    @Nullable
    Context context;

    /** How many {@code uncancelable} regions are open. */
    int mask;

    @SuppressWarnings("unused")
    private boolean cancelled;

    /** The strand around this one in the same fiber; null for a fiber, which is the outermost of its strands. */
    abstract @Nullable Strand parent();

    /** The fiber that this is a strand of. */
    abstract FiberState fiber();

    /** The executor asked for by {@code on}; null is the pool. */
    final @Nullable Executor executor() {
        return Context.executorOf(context);
    }

    final void setExecutor(@Nullable Executor executor) {
        context = Context.withExecutor(context, executor);
    }

    /** The strand around this one, in this fiber or in the one that this fiber is part of; null for a fiber by itself. */
    @Nullable
    Strand around() {
        return parent();
    }

    /**
     * A cancellation from outside of this strand has begun to unwind it, on {@code fiber}: what runs beside it, and will be
     * waited for, is asked to stop at once instead of after the finalizers in here.
     */
    void stopBeside(FiberState fiber) {}

    /**
     * Whether nothing that runs beside this strand, which a waiting fiber is in, ends its wait, but fibers that {@code round} knows of
     * or is told of now. Where that is not certain, as under a time limit, the answer is no.
     */
    boolean stallsIn(StallRound round) {
        return false;
    }

    final boolean isCancelled() {
        return (boolean) CANCELLED.getVolatile(this);
    }

    final void setCancelled() {
        CANCELLED.setVolatile(this, true);
    }

    /**
     * Forgets a request that came for a use of this strand that is over. Volatile where there is one: who may ask anew has
     * left word elsewhere before, which is read after this.
     */
    final void resetCancelled() {
        if (isCancelled()) {
            CANCELLED.setVolatile(this, false);
        }
    }
}
