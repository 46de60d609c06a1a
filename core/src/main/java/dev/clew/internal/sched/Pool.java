package dev.clew.internal.sched;

import dev.clew.internal.queue.ExternalQueue;
import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work-stealing scheduler: workers, the external queue, timers, blocking threads, and the registry of live fibers.
 * It knows jobs, not tasks.
 *
 * <p><b>Closing</b> goes through {@link Scheduler.Phase}: open; draining, where what lives is cancelled and may run its
 * finalizers; closed, where whatever is resumed ends at once. A producer rereads the phase after its offer, so that a
 * job offered to workers that are gone is run by who offers it, and then ends at once.
 */
public final class Pool extends Scheduler {
    private static final long LOOK_AGAIN_NANOS = 500_000;

    /** What is left for threads to end even where finalizers took all the time there was. */
    private static final long LEAST_JOIN_NANOS = 100_000_000;

    private final PoolSettings settings;
    private final Worker[] workers;
    private final IdleState idle;
    private final ExternalQueue external = new ExternalQueue();
    private final LiveFibers live;
    private final TimerThread timers;
    private final BlockingThreads blocking;
    private final SharedCounts shared = new SharedCounts();
    private final ForeignCarrier foreign = new ForeignCarrier(this, shared, false);
    private final ForeignCarrier guest = new ForeignCarrier(this, shared, true);
    private final PoolExecutor executor = new PoolExecutor(this);
    private final boolean spins = Runtime.getRuntime().availableProcessors() > 1;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
    private final @Nullable Bridge bridge;
    private volatile boolean stopped;

    private Pool(PoolSettings settings) {
        this.settings = settings;
        int n = settings.workers();
        this.workers = new Worker[n];
        this.bridge = settings.carried().isEmpty() ? null : new Bridge(settings.carried(), this);
        this.idle = new IdleState(n);
        this.live = new LiveFibers(n + 1);
        this.timers = new TimerThread(this, settings.name() + "-timer");
        this.blocking = new BlockingThreads(settings.name() + "-blocking-");
        for (int i = 0; i < n; i++) {
            workers[i] = new Worker(this, i, settings.name() + "-worker-" + i, n);
        }
    }

    /** A pool whose workers run. */
    public static Pool started(PoolSettings settings) {
        Pool pool = new Pool(settings);
        for (Worker worker : pool.workers) {
            worker.thread().start();
        }
        return pool;
    }

    // ---- Scheduler ----------------------------------------------------------------------------------

    @Override
    public void submit(Job job) {
        Worker here = here();
        if (here != null) {
            here.submitNext(job);
        } else {
            offerOutside(job);
        }
    }

    @Override
    public void submitLast(Job job) {
        executeRaw(job);
    }

    void executeRaw(Runnable job) {
        Worker here = here();
        if (here != null) {
            here.submitRing(job);
        } else {
            offerOutside(job);
        }
    }

    private void offerOutside(Runnable job) {
        external.offer(job);
        signalWork();
        if (stopped) {
            runLeftOver();
        }
    }

    /** The worker whose thread this is; null on any other thread. */
    private @Nullable Worker here() {
        return Thread.currentThread() instanceof WorkerThread thread
                        && thread.worker().pool() == this
                ? thread.worker()
                : null;
    }

    /** Whether the current thread is a worker of any pool. */
    public static boolean isOnWorker() {
        return Thread.currentThread() instanceof WorkerThread;
    }

    @Override
    public Carrier foreign() {
        return foreign;
    }

    /** The carrier of a thread that evaluates a task's beginning itself. */
    public Carrier guest() {
        return guest;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public TimerEntry schedule(long nanos, Runnable action) {
        return timers.add(nanos, action);
    }

    @Override
    public void executeBlocking(Runnable action) {
        blocking.execute(() -> {
            Scheduler before = Inside.enter(this);
            try {
                action.run();
            } finally {
                Inside.leave(before);
            }
        });
    }

    @Override
    public Executor executor() {
        return executor;
    }

    /** {@link #executor()}, with all that an executor service has. */
    public PoolExecutor executorService() {
        return executor;
    }

    @Override
    public void report(String what, Throwable error) {
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
    void uncaught(Throwable thrown) {
        if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
            fatal(thrown);
        } else {
            report("a job threw an error that nobody caught", thrown);
        }
    }

    @Override
    public void fiberSuspended(LiveFiber fiber) {
        Worker here = here();
        live.enter(fiber, here == null ? workers.length : here.index());
    }

    @Override
    public void fiberEnded(LiveFiber fiber) {
        live.leave(fiber);
    }

    @Override
    public Phase phase() {
        return phase.get();
    }

    @Override
    public @Nullable Throwable fatalError() {
        return fatal.get();
    }

    // ---- waking --------------------------------------------------------------------------------------

    /** Something was put where any worker may find it: wakes one, unless one searches or all are awake. */
    void signalWork() {
        VarHandle.fullFence();
        if (idle.wantsWake() && idle.claimWake()) {
            wakeClaimed();
        }
    }

    private void wakeClaimed() {
        do {
            for (Worker worker : workers) {
                if (worker.unpark()) {
                    shared.unparks.increment();
                    return;
                }
            }
            // Others may have submitted meanwhile and seen a search that never came about: looked for on their behalf.
            idle.unclaimWake();
        } while (hasWork() && idle.wantsWake() && idle.claimWake());
    }

    /** While a worker may be long at its job, somebody must watch its next slot. */
    void ensureSentinel() {
        if (workers.length > 1 && !idle.hasSentinel()) {
            signalWork();
        }
    }

    /**
     * Whether a worker that looks around would find something. Who asks has just written what a submitter reads after its
     * fence (the idle word); this fence is the other half, since the queues are read by acquire only.
     */
    boolean hasWork() {
        VarHandle.fullFence();
        if (hasReadyJobs()) {
            return true;
        }
        for (Worker worker : workers) {
            if (worker.hasBranches()) {
                return true;
            }
        }
        return false;
    }

    boolean hasReadyJobs() {
        if (!external.isEmpty()) {
            return true;
        }
        for (Worker worker : workers) {
            if (worker.hasReadyJobs()) {
                return true;
            }
        }
        return false;
    }

    // ---- closing -------------------------------------------------------------------------------------

    /**
     * Ends this pool: cancels what lives, waits for finalizers up to the settings' time, stops the threads, and reports
     * what would not stop. Where a fiber of its own calls it the waiting is left to a thread of its own.
     */
    public void close() {
        if (here() == null && !Inside.is(this)) {
            drain();
            return;
        }
        phase.compareAndSet(Phase.OPEN, Phase.DRAINING);
        Thread closer = new Thread(null, this::drain, settings.name() + "-close", 0, false);
        closer.setDaemon(true);
        closer.start();
    }

    private void drain() {
        phase.compareAndSet(Phase.OPEN, Phase.DRAINING);
        long deadline = TimerHeap.deadline(System.nanoTime(), settings.closeNanos());
        while (!isQuiet() && deadline - System.nanoTime() > 0 && !stopped) {
            forEachFiber(LiveFiber::requestClose);
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
        }
        long unended = isQuiet() ? 0 : unended();
        stop();
        boolean threadsEnded = awaitThreads(Math.max(LEAST_JOIN_NANOS, deadline - System.nanoTime()));
        if (unended > 0 || !threadsEnded) {
            String waited = Duration.ofNanos(settings.closeNanos()).toString();
            report(
                    "closing a runtime did not stop all of it in time",
                    new IllegalStateException("closing " + settings.name() + " waited " + waited + ", and then "
                            + unended + " fibers had not ended"
                            + (threadsEnded ? "" : " and these threads still ran user code: " + running())
                            + "; make finalizers and blocking code end, or give closeTimeout more time"));
        }
    }

    private void forEachFiber(Consumer<LiveFiber> action) {
        live.forEach(action);
        for (Worker worker : workers) {
            if (worker.counts().current() instanceof LiveFiber fiber) {
                action.accept(fiber);
            }
        }
    }

    /**
     * Whether nothing is left to do. A fiber on its way from a queue to a worker or an executor is nowhere to be seen, so
     * ends are counted against beginnings: ends first, since both only grow.
     */
    private boolean isQuiet() {
        if (unended() != 0 || hasWork()) {
            return false;
        }
        for (Worker worker : workers) {
            if (worker.counts().current() != null || worker.hasNext()) {
                return false;
            }
        }
        return true;
    }

    private long unended() {
        long ended = shared.fibersEnded.sum();
        for (Worker worker : workers) {
            ended += worker.counts().fibersEndedCount();
        }
        long begun = shared.fibers.sum();
        for (Worker worker : workers) {
            begun += worker.counts().fibersCount();
        }
        return begun - ended;
    }

    /** From now on whatever is resumed ends at once. */
    private void stop() {
        phase.set(Phase.CLOSED);
        stopped = true;
        // Who offers from outside has a fence between the offer and its look at stopped: he or runLeftOver sees the
        // job.
        VarHandle.fullFence();
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread());
        }
        timers.stop();
        blocking.stop();
        forEachFiber(LiveFiber::abandon);
        runLeftOver();
    }

    private void runLeftOver() {
        for (Object job = external.poll(); job != null; job = external.poll()) {
            if (job instanceof Runnable[] batch) {
                for (Runnable one : batch) {
                    endLeftOver(one);
                }
            } else {
                endLeftOver((Runnable) job);
            }
        }
    }

    /** Ends what nobody is left to run, so that nobody waits for it for ever. */
    private void endLeftOver(Runnable job) {
        if (job instanceof Job ours) {
            ours.run(foreign);
            return;
        }
        if (job instanceof Future<?> future) {
            future.cancel(false);
        }
        report(
                "a job was submitted while its runtime closed, and was not run",
                new RejectedExecutionException("the runtime " + settings.name()
                        + " closed before a worker took the job; submit before close(), or on another runtime"));
    }

    @Override
    public void fatal(Throwable error) {
        if (fatal.compareAndSet(null, error)) {
            phase.set(Phase.CLOSED);
            report("a fatal error ends the runtime", error);
            stop();
        }
    }

    public boolean isStopped() {
        return stopped;
    }

    boolean awaitStopped(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (!stopped && deadline - System.nanoTime() > 0) {
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the runtime to stop");
            }
        }
        return stopped;
    }

    private boolean awaitThreads(long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        boolean all = true;
        for (Worker worker : workers) {
            Thread thread = worker.thread();
            while (thread.isAlive() && thread != Thread.currentThread() && deadline - System.nanoTime() > 0) {
                try {
                    thread.join(1);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            all &= !thread.isAlive();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return all;
    }

    private String running() {
        StringBuilder names = new StringBuilder();
        for (Worker worker : workers) {
            if (worker.thread().isAlive()) {
                names.append(names.length() == 0 ? "" : ", ")
                        .append(worker.thread().getName());
            }
        }
        return names.toString();
    }

    // ---- what workers and metrics ask -----------------------------------------------------------------

    IdleState idle() {
        return idle;
    }

    ExternalQueue external() {
        return external;
    }

    Worker[] workers() {
        return workers;
    }

    boolean spins() {
        return spins;
    }

    public String name() {
        return settings.name();
    }

    /** How many fibers have suspended and not ended. */
    public int liveFibers() {
        return live.size();
    }

    @Override
    public @Nullable Bridge bridge() {
        return bridge;
    }

    @Override
    public void visit(JobVisitor visitor) {
        for (Worker worker : workers) {
            worker.visitRunning(visitor);
        }
        for (Worker worker : workers) {
            worker.visitReady(visitor);
        }
        external.forEach(
                job -> visitor.found(job, JobVisitor.Place.EXTERNAL, -1),
                job -> visitor.found(job, JobVisitor.Place.BATCH, -1));
        live.visit(visitor);
    }

    /** A reading of all counts. */
    public PoolCounts counts() {
        return PoolCounts.read(workers, shared, external, timers.heap(), live.size());
    }
}
