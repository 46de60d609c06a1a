package dev.clew.internal.sched;

import dev.clew.internal.timer.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler behind a {@code TaskRuntime}: what the {@link Pool}, which has workers, and the {@link DrivenScheduler},
 * which has an executor of the user's instead, have in common. That is the clock, blocking code, reports, the registry of
 * live fibers, the life from open to closed, and what a runtime asks for.
 */
public abstract class RuntimeScheduler extends Scheduler {
    static final long LOOK_AGAIN_NANOS = 500_000;

    final PoolSettings settings;
    final SharedCounts shared = new SharedCounts();
    final LiveFibers live;
    final Clock clock;
    final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
    private final BlockingThreads blockingThreads;
    private final Executor blocking;

    RuntimeScheduler(PoolSettings settings, int liveStripes) {
        this.settings = settings;
        this.live = new LiveFibers(liveStripes);
        UserClock replaced = settings.clock();
        this.clock =
                replaced == null ? new TimerThread(this, settings.name() + "-timer") : new ForeignClock(this, replaced);
        Executor given = settings.blocking();
        BlockingThreads threads = new BlockingThreads(settings.name() + "-blocking-");
        this.blockingThreads = threads;
        this.blocking = given == null ? threads : given;
    }

    /** A scheduler that runs what is submitted: a pool, or, where the settings name an executor, a driven one. */
    public static RuntimeScheduler started(PoolSettings settings) {
        Executor compute = settings.compute();
        return compute == null ? Pool.started(settings) : new DrivenScheduler(settings, compute);
    }

    // ---- Scheduler ----------------------------------------------------------------------------------

    @Override
    public final long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public final long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    @Override
    public final Timer schedule(long nanos, Runnable action) {
        return clock.schedule(nanos, action);
    }

    @Override
    public final void executeBlocking(Runnable action) {
        blocking.execute(() -> {
            Object before = Inside.enterBlocking(this);
            try {
                action.run();
            } finally {
                Inside.leave(before);
            }
        });
    }

    @Override
    public final void report(String what, Throwable error) {
        try {
            settings.reporter().accept(what, error);
        } catch (Throwable broken) {
            // A reporter that throws must not take a worker with it.
            System.Logger logger = System.getLogger("dev.clew");
            logger.log(System.Logger.Level.ERROR, what, error);
            logger.log(System.Logger.Level.ERROR, "the error reporter threw", broken);
        }
    }

    /** A raw job, or a timer's action, threw. */
    final void uncaught(Throwable thrown) {
        if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
            fatal(thrown);
        } else {
            report("a job threw an error that nobody caught", thrown);
        }
    }

    @Override
    public final void fatal(Throwable error) {
        if (fatal.compareAndSet(null, error)) {
            phase.set(Phase.CLOSED);
            report("a fatal error ends the runtime", error);
            stop();
        }
    }

    @Override
    public final Phase phase() {
        return phase.get();
    }

    @Override
    public final @Nullable Throwable fatalError() {
        return fatal.get();
    }

    @Override
    public void fiberEnded(LiveFiber fiber) {
        live.leave(fiber);
    }

    // ---- what a runtime asks --------------------------------------------------------------------------

    /** Ends this scheduler; see {@code TaskRuntime.close}. */
    public abstract void close();

    /** From now on whatever is resumed ends at once. */
    abstract void stop();

    /** Whether {@link #stop} was called. */
    public abstract boolean isStopped();

    /** Runs {@code job}, which is no {@link Job}, where the jobs run. */
    abstract void executeRaw(Runnable job);

    /** {@link #executor()}, with all that an executor service has. */
    public abstract ExecutorService executorService();

    /** The carrier of a thread that evaluates a task's beginning itself; null where no thread does. */
    public abstract @Nullable Carrier guest();

    /** Whether the current thread, no worker, would wait for itself if it waited for a fiber of this scheduler. */
    public boolean needsThisThread() {
        return false;
    }

    /** A reading of all counts. */
    public abstract PoolCounts counts();

    public final String name() {
        return settings.name();
    }

    /** How many fibers have suspended and not ended. */
    public final int liveFibers() {
        return live.size();
    }

    final void stopThreads() {
        clock.stop();
        blockingThreads.stop();
    }

    final boolean awaitStopped(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (!isStopped() && deadline - System.nanoTime() > 0) {
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the runtime to stop");
            }
        }
        return isStopped();
    }
}
