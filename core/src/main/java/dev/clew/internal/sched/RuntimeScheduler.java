package dev.clew.internal.sched;

import dev.clew.internal.timer.Timer;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
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
    static final long LOOK_AT_LEAST_EVERY_NANOS = 10_000_000;
    private static final int STOPPING_TRIES = 100;

    final PoolSettings settings;
    final SharedCounts shared = new SharedCounts();
    private final long began;
    final LiveFibers live;
    private final @Nullable Clock replacedClock;
    final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
    private final @Nullable Bridge bridge;
    private final BlockingThreads blockingThreads;
    private final Executor blocking;

    RuntimeScheduler(PoolSettings settings, int liveStripes) {
        Reserve.fill();
        this.settings = settings;
        this.live = new LiveFibers(liveStripes);
        this.bridge = settings.carried().isEmpty() ? null : new Bridge(settings.carried(), this);
        UserClock clock = settings.clock();
        this.replacedClock = clock == null ? null : new ForeignClock(this, clock);
        this.began = System.nanoTime();
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
        Clock clock = replacedClock;
        return clock == null ? System.nanoTime() : clock.nanoTime();
    }

    @Override
    public final long currentTimeMillis() {
        Clock clock = replacedClock;
        return clock == null ? System.currentTimeMillis() : clock.currentTimeMillis();
    }

    @Override
    public final Timer schedule(long nanos, Runnable action) {
        Clock clock = replacedClock;
        return clock == null ? scheduleHere(nanos, action) : clock.schedule(nanos, action);
    }

    /** {@link #schedule} by the system's clock. */
    abstract Timer scheduleHere(long nanos, Runnable action);

    /** The user's clock; null where the system's is used. */
    final @Nullable Clock replacedClock() {
        return replacedClock;
    }

    @Override
    public final @Nullable Bridge bridge() {
        return bridge;
    }

    @Override
    public void visit(JobVisitor visitor) {
        live.visit(visitor);
    }

    /** An executor of the user's may run what it is given twice, also at once: the code runs once all the same. */
    @Override
    public final void executeBlocking(Runnable action) {
        AtomicBoolean begun = new AtomicBoolean();
        blocking.execute(() -> {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
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
        tell(what, error);
        if (FatalErrors.isFatal(error)) {
            fatal(error);
        }
    }

    /** Never throws: neither a broken reporter nor want of memory may take a worker with it. */
    private void tell(String what, Throwable error) {
        try {
            settings.reporter().accept(what, error);
        } catch (Throwable broken) {
            log(what, error);
            log("the error reporter threw", broken);
            if (FatalErrors.isFatal(broken)) {
                fatal(broken);
            }
        }
    }

    private static void log(String what, Throwable error) {
        try {
            System.getLogger("dev.clew").log(System.Logger.Level.ERROR, what, error);
        } catch (Throwable broken) {
            // There is nobody left to tell.
            return;
        }
    }

    /** A raw job, or a timer's action, threw. */
    final void uncaught(Throwable thrown) {
        if (FatalErrors.isFatal(thrown)) {
            fatal(thrown);
        } else {
            report("a job threw an error that nobody caught", thrown);
        }
    }

    @Override
    public final void fatal(Throwable error) {
        if (fatal.compareAndSet(null, error)) {
            phase.set(Phase.CLOSED);
            Reserve.release();
            tell("a fatal error ends the runtime", error);
            stopSomehow();
        }
    }

    /** {@link #stop}, where memory may be short. */
    final void stopSomehow() {
        for (int i = 0; i < STOPPING_TRIES; i++) {
            try {
                stop();
                return;
            } catch (Throwable again) {
                pause();
            }
        }
    }

    /** Waits for memory. */
    final void pause() {
        LockSupport.parkNanos(this, LOOK_AT_LEAST_EVERY_NANOS);
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

    /** The pool for which a calling thread evaluates a task's beginning itself; null where no thread does. */
    public abstract @Nullable Pool host();

    /** Whether code of a fiber has called {@code System.exit} and nothing but that moves. */
    public abstract boolean standsInExit();

    /** Whether the current thread, no worker, would wait for itself if it waited for a fiber of this scheduler. */
    public boolean needsThisThread() {
        return false;
    }

    /** A reading of all counts. */
    public abstract PoolCounts counts();

    /** The time since this scheduler was made, on its clock. */
    final long ageNanos() {
        return System.nanoTime() - began;
    }

    public final String name() {
        return settings.name();
    }

    /** How many fibers have suspended and not ended. */
    public final int liveFibers() {
        return live.size();
    }

    /** The threads of this scheduler's own that run a blocking call now. */
    final Set<Thread> busyThreads() {
        return blockingThreads.busy();
    }

    /** How many threads of this scheduler's own are there for blocking calls. */
    final int blockingThreadCount() {
        return blockingThreads.count();
    }

    final void stopThreads() {
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
