package dev.clew.internal.sched;

import dev.clew.internal.queue.ExternalQueue;
import dev.clew.internal.timer.Timer;
import dev.clew.internal.timer.TimerHeap;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work-stealing scheduler: workers with their timers, and the external queue, beside what {@link RuntimeScheduler} has.
 * It knows jobs, not tasks.
 *
 * <p><b>Closing</b> goes through {@link Scheduler.Phase}: open; draining, where what lives is cancelled and may run its
 * finalizers, in two rounds; closed, where whatever is resumed ends at once. A producer rereads the phase after its
 * offer, so that a job offered to workers that are gone is run by who offers it, and then ends at once. A fatal error
 * goes straight to closed; then each worker, as it leaves, ends once more whatever is left, since who met the error may
 * have had no memory to do so.
 */
public final class Pool extends RuntimeScheduler {
    /** 2 to the 64th by the golden ratio: consecutive numbers times this lie far apart in their high bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** What is left for threads to end even where finalizers took all the time there was. */
    private static final long LEAST_JOIN_NANOS = 100_000_000;

    /** Made before memory may be short. */
    private static final Consumer<LiveFiber> ABANDON = LiveFiber::abandon;

    /** All that ever were: the first, and those that took the place of one that blocked. Written by the monitor. */
    private volatile Worker[] workers;

    private final NewThreads threads;
    private final IdleState idle;
    private final Monitor monitor;
    private final ExternalQueue external;
    private final ForeignCarrier foreign = new ForeignCarrier(this, shared, false);
    private final ForeignCarrier guest = new ForeignCarrier(this, shared, true);
    private final PoolExecutor executor = new PoolExecutor(this);
    private final boolean spins = Runtime.getRuntime().availableProcessors() > 1;
    private final Guests guests = new Guests();
    private final AtomicInteger leftOver = new AtomicInteger();
    private final KeptFibers kept = new KeptFibers();
    private final Rescues rescues = new Rescues();
    private final Consumer<Runnable> offered = this::offerOutside;
    private final AtomicBoolean lateReported = new AtomicBoolean();
    private volatile boolean stopped;

    private Pool(PoolSettings settings, NewThreads threads) {
        super(settings, settings.workers() + 1);
        this.threads = threads;
        int n = settings.workers();
        this.idle = new IdleState(n);
        Worker[] first = new Worker[n];
        this.external = ExternalQueue.forWorkers(n, Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < n; i++) {
            first[i] = newWorker(i);
        }
        this.workers = first;
        this.monitor = new Monitor(this, shared);
    }

    /** A pool whose workers run. */
    public static Pool started(PoolSettings settings) {
        return started(settings, NewThreads.OF_THE_SYSTEM);
    }

    /** As {@link #started(PoolSettings)}; where a thread cannot be started, those that were end, and the error is thrown. */
    static Pool started(PoolSettings settings, NewThreads threads) {
        Pool pool = new Pool(settings, threads);
        try {
            for (Worker worker : pool.workers) {
                threads.starter().accept(worker.thread());
            }
            threads.starter().accept(pool.monitor.thread());
        } catch (Throwable noThread) {
            pool.stop();
            throw noThread;
        }
        return pool;
    }

    private Worker newWorker(int index) {
        return new Worker(this, index, settings.name() + "-worker-" + index, index + 1);
    }

    /**
     * One more worker, beside one that blocks; the monitor's alone. False where the pool has stopped: who stops it writes
     * that and then looks for workers, so the newcomer is seen there, or the stop here.
     */
    boolean addWorker() throws NewThreads.Refused {
        Worker[] before = workers;
        Worker[] after = Arrays.copyOf(before, before.length + 1);
        Worker added = newWorker(before.length);
        after[before.length] = added;
        workers = after;
        boolean runs = false;
        try {
            if (!stopped) {
                threads.start(added.thread());
                runs = true;
            }
        } finally {
            if (!runs) {
                workers = before;
            }
        }
        return runs;
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

    @Override
    void executeRaw(Runnable job) {
        Worker here = here();
        if (here != null) {
            here.submitRing(job);
        } else {
            offerOutside(job);
        }
    }

    private void offerOutside(Runnable job) {
        int before = rescues.count();
        offerExternal(job);
        signalWork();
        rescues.explain(before);
        if (stopped) {
            runLeftOver();
        }
    }

    void offerExternal(Runnable job) {
        try {
            external.offer(job);
        } catch (OutOfMemoryError thrown) {
            keepJob(job, thrown);
        }
    }

    /** The oldest jobs of a full ring become a batch that all may take. */
    void spill(Runnable[] batch) {
        try {
            external.offerBatch(batch);
        } catch (OutOfMemoryError thrown) {
            for (Runnable job : batch) {
                keepJob(job, thrown);
            }
        }
    }

    /** What is no fiber is not kept: a branch or a range belongs to a fiber that ends, a future is cancelled. */
    void keepJob(Runnable job, OutOfMemoryError thrown) {
        if (job instanceof LiveFiber fiber) {
            keep(fiber, thrown);
            return;
        }
        fatal(thrown);
        if (job instanceof Future<?> future) {
            future.cancel(false);
        }
    }

    @Override
    public void keep(LiveFiber fiber, OutOfMemoryError error) {
        fatal(error);
        kept.add(fiber);
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

    /** A caller's own thread is no guest where an executor was replaced: then steps run on threads that are known. */
    @Override
    public @Nullable Pool host() {
        return settings.blocking() == null ? this : null;
    }

    /** Runs {@code fiber} on the calling thread as a guest, up to where it must be left to the workers. */
    public <F extends Job & LiveFiber> void runAsGuest(F fiber) {
        int place = guests.enter(fiber);
        try {
            fiber.run(guest);
        } finally {
            guests.leave(fiber, place);
        }
    }

    @Override
    Timer scheduleHere(long nanos, Runnable action) {
        long deadline = TimerHeap.deadline(System.nanoTime(), nanos);
        Worker here = here();
        return here != null
                ? here.timers().set(deadline, action)
                : workers[strange(settings.workers())].timers().setFromOutside(deadline, action);
    }

    /** The number, below {@code n}, of a thread that is no worker here: always the same, and spread over the threads. */
    private static int strange(int n) {
        return (int) Math.floorMod((Thread.currentThread().getId() * SPREAD) >>> 32, (long) n);
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public ExecutorService executorService() {
        return executor;
    }

    @Override
    public void fiberSuspended(LiveFiber fiber) {
        Worker here = here();
        live.enter(fiber, here == null ? settings.workers() : here.index());
    }

    // ---- waking --------------------------------------------------------------------------------------

    /** Something was put where any worker may find it: wakes one, unless one searches or all are awake. */
    void signalWork() {
        VarHandle.fullFence();
        if (idle.wantsWake()) {
            int before = rescues.count();
            if (idle.claimWake()) {
                wakeClaimed();
            }
            rescues.explain(before);
        }
    }

    private void wakeClaimed() {
        do {
            for (Worker worker : workers) {
                if (worker.unpark()) {
                    shared.unparks.increment();
                    monitor.stir();
                    return;
                }
            }
            // Others may have submitted meanwhile and seen a search that never came about: looked for on their behalf.
            idle.unclaimWake();
        } while (hasWork() && idle.wantsWake() && idle.claimWake());
    }

    void stirMonitor() {
        monitor.stir();
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
     * what would not stop. Where a fiber of its own calls it, all are asked to stop, and the rest is left to a thread of
     * its own.
     */
    @Override
    public void close() {
        phase.compareAndSet(Phase.OPEN, Phase.DRAINING);
        if (here() == null && !Inside.is(this) && !guests.isCurrent()) {
            drain();
            return;
        }
        forEachFiber(LiveFiber::requestClose);
        Thread closer = new Thread(null, this::drain, settings.name() + "-close", 0, false);
        closer.setDaemon(true);
        closer.start();
    }

    private void drain() {
        long begun = System.nanoTime();
        long deadline = TimerHeap.deadline(begun, settings.closeNanos());
        long sparingEnds = TimerHeap.deadline(begun, settings.closeNanos() / 2);
        long pause = LOOK_AGAIN_NANOS;
        // Where another closer has stopped all it has waited as well; after a fatal error nobody has.
        while (!isQuiet() && deadline - System.nanoTime() > 0 && (!stopped || fatalError() != null)) {
            if (phase.get() == Phase.DRAINING && (sparingEnds - System.nanoTime() <= 0 || onlySparedLive())) {
                phase.compareAndSet(Phase.DRAINING, Phase.DRAINING_ALL);
            }
            forEachFiber(LiveFiber::requestClose);
            LockSupport.parkNanos(this, pause);
            pause = Math.min(pause + pause / 8, LOOK_AT_LEAST_EVERY_NANOS);
        }
        long unended = isQuiet() ? 0 : unended() + guests.size();
        stop();
        boolean threadsEnded = awaitThreads(Math.max(LEAST_JOIN_NANOS, deadline - System.nanoTime()));
        if ((unended > 0 || !threadsEnded) && lateReported.compareAndSet(false, true)) {
            String waited = Duration.ofNanos(settings.closeNanos()).toString();
            report(
                    "closing a runtime did not stop all of it in time",
                    new IllegalStateException("closing " + settings.name() + " waited " + waited + ", and then "
                            + unended + " fibers had not ended" + running()
                            + "; make finalizers and blocking code end, or give closeTimeout more time"));
        }
    }

    /**
     * Whether nothing is left but what masked regions have started. A fiber on its way through a queue is not found, and
     * the answer then is no: it is asked again.
     */
    private boolean onlySparedLive() {
        if (guests.size() > 0) {
            return false;
        }
        Set<LiveFiber> spared = Collections.newSetFromMap(new IdentityHashMap<>());
        forEachFiber(fiber -> {
            if (fiber.isSpared()) {
                spared.add(fiber);
            }
        });
        return spared.size() == unended();
    }

    private void forEachFiber(Consumer<LiveFiber> action) {
        guests.forEach(action);
        live.forEach(action);
        for (Worker worker : workers) {
            if (worker.counts().current() instanceof LiveFiber fiber) {
                action.accept(fiber);
            }
        }
    }

    /**
     * Whether nothing is left to do. A fiber on its way from a queue to a worker or an executor is nowhere to be seen, so
     * ends are counted against beginnings: ends first, since both only grow. A guest counts as a beginning before it goes.
     */
    private boolean isQuiet() {
        if (guests.size() > 0 || unended() != 0 || hasWork()) {
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
        long ended = shared.fibersEnded();
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
    @Override
    void stop() {
        phase.set(Phase.CLOSED);
        stopped = true;
        // Who offers from outside has a fence between the offer and its look at stopped: he or runLeftOver sees the
        // job.
        VarHandle.fullFence();
        monitor.stop();
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread());
        }
        abandonLive();
        stopThreads();
        forEachFiber(ABANDON);
        for (Worker worker : workers) {
            worker.handOver(offered);
        }
        runLeftOver();
    }

    /** Ends what waits without a need for memory. While the registry is held nothing is ended on this thread. */
    private void abandonLive() {
        boolean first = leftOver.getAndIncrement() == 0;
        try {
            live.forEachHeld(ABANDON);
        } finally {
            if (first) {
                endLeftOver();
            }
        }
    }

    /** The thread of a worker ends: where memory was short when the pool stopped there may be some now. */
    void workerLeaves() {
        if (fatalError() != null) {
            stop();
        }
    }

    /**
     * Ends what was offered after the workers had gone. One thread does, for all who come meanwhile, and in a loop: what
     * it ends may wake what is then offered, and so on for as long as a chain of joins is.
     */
    private void runLeftOver() {
        if (leftOver.getAndIncrement() == 0) {
            endLeftOver();
        }
    }

    /** Who is here is alone, so it must get to the end: code that is run for the first time may want memory itself. */
    private void endLeftOver() {
        int asked = 1;
        do {
            try {
                endQueued();
                endKept();
                asked = leftOver.addAndGet(-asked);
            } catch (Throwable broken) {
                pause();
            }
        } while (asked > 0);
    }

    private void endQueued() {
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

    private void endKept() {
        LiveFiber fiber = kept.takeAll();
        while (fiber != null) {
            LiveFiber next = fiber.nextKept();
            fiber.setNextKept(null);
            endLeftOver((Job) fiber);
            fiber = next;
        }
        if (!kept.isEmpty()) {
            pause();
        }
    }

    /** Ends what nobody is left to run, so that nobody waits for it for ever. Never throws. */
    private void endLeftOver(Runnable job) {
        try {
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
        } catch (Throwable broken) {
            uncaught(broken);
        }
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    private boolean awaitThreads(long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean all = isOver(monitor.thread(), deadline);
        // Only now: the monitor adds no worker any more.
        for (Worker worker : workers) {
            all &= isOver(worker.thread(), deadline);
        }
        return all;
    }

    /** Whether {@code thread} has ended by {@code deadline}; an interrupt of the caller is kept for later. */
    private static boolean isOver(Thread thread, long deadline) {
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread() && deadline - System.nanoTime() > 0) {
            try {
                thread.join(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private String running() {
        StringJoiner names = new StringJoiner(", ", " and these threads still ran user code: ", "");
        names.setEmptyValue("");
        for (Worker worker : workers) {
            if (worker.thread().isAlive()) {
                names.add(worker.thread().getName());
            }
        }
        for (Thread thread : busyThreads()) {
            names.add(thread.getName());
        }
        return names.toString();
    }

    // ---- the end of the JVM ----------------------------------------------------------------------------

    @Override
    public boolean standsInExit() {
        return isExiting() && isStill();
    }

    /**
     * Whether code that a fiber runs has called {@code System.exit}: its thread never comes back from there, and neither
     * does the fiber.
     */
    public boolean isExiting() {
        for (Worker worker : workers) {
            if (isExiting(worker.thread())) {
                return true;
            }
        }
        return busyThreads().stream().anyMatch(Pool::isExiting);
    }

    private static boolean isExiting(Thread thread) {
        for (StackTraceElement line : thread.getStackTrace()) {
            if (line.getClassName().equals("java.lang.Runtime")
                    && line.getMethodName().equals("exit")) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing moves: no thread runs user code but those that {@link #isExiting}, and no timer is set. */
    public boolean isStill() {
        Clock clock = replacedClock();
        if (hasWork() || (clock != null && clock.live() > 0)) {
            return false;
        }
        for (Worker worker : workers) {
            if (worker.hasNext()
                    || worker.timers().heap().live() > 0
                    || (worker.counts().current() != null && !isExiting(worker.thread()))) {
                return false;
            }
        }
        return busyThreads().stream().allMatch(Pool::isExiting);
    }

    // ---- what workers and metrics ask -----------------------------------------------------------------

    IdleState idle() {
        return idle;
    }

    Thread monitorThread() {
        return monitor.thread();
    }

    NewThreads threads() {
        return threads;
    }

    Rescues rescues() {
        return rescues;
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
        super.visit(visitor);
    }

    @Override
    public PoolCounts counts() {
        return PoolCounts.read(this, workers, external);
    }
}
