package dev.clew.internal.sched;

import dev.clew.internal.timer.Timer;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler without workers: each turn of a job is one {@link Step} given to an executor of the user's, who decides when
 * and on which thread it runs.
 *
 * <p>It has no thread of its own, but for a timer thread and blocking threads where those are not replaced as well. A
 * carrier has no deque here: branches and ranges go through the executor as they do under {@code on}, and a fiber gives
 * others a turn after a number of binds. An executor that refuses has {@code submit} throw; there is no other place to
 * fall back to, and {@code FiberState} says what becomes of the fiber.
 *
 * <p><b>Closing.</b> Each live fiber is cancelled: those in the registry by who closes, one that enters the registry
 * later as it enters (phase first, then the registry; there the registry first, then the phase), one that only begins as
 * it begins; those that a masked region has started when nothing else lives, or half of the time is over. The end of the
 * last one closes the scheduler. A closer that is not needed for that waits for it; for one that is, a timer ends the
 * waiting, so that a driver in virtual time sees no other time and no other thread.
 *
 * <pre>
 * field   | writer                      | access   | pairs with
 * --------+-----------------------------+----------+--------------------------------------------------------
 * driver  | any thread that runs a step | volatile | nothing: a hint, by which closing does not wait in vain
 * spared  | who enters and leaves       | atomic   | the counts of fibers; asked again as each one changes
 * closer  | who closes                  | volatile | stopped: each reads the other after it has written its own
 * stopped | who stops                   | volatile | closer; closers that wait
 * </pre>
 */
final class DrivenScheduler extends RuntimeScheduler {
    /** Steps were run by more than one thread. */
    private static final Object MANY = new Object();

    private final Executor compute;
    private final Carrier foreign = new ForeignCarrier(this, shared, false) {
        @Override
        public void countEnded(Ending how) {
            super.countEnded(how);
            fiberIsOver();
        }
    };
    private final ExecutorService service;
    private final Clock clock;
    private final LongAdder given = new LongAdder();
    private final LongAdder run = new LongAdder();

    /** How many fibers in the registry a masked region has started. */
    private final AtomicInteger spared = new AtomicInteger();

    /** The thread that ran all steps so far; null before the first. */
    private volatile @Nullable Object driver;

    /** Ends closing where nobody waits for it. */
    private volatile @Nullable Timer closer;

    private volatile boolean stopped;

    DrivenScheduler(PoolSettings settings, Executor compute) {
        super(settings, 1);
        Clock replaced = replacedClock();
        this.clock = replaced == null ? new TimerThread(this, settings.name() + "-timer") : replaced;
        this.compute = compute;
        this.service = compute instanceof ExecutorService its ? its : new PoolExecutor(this);
    }

    // ---- Scheduler ----------------------------------------------------------------------------------

    @Override
    public void submit(Job job) {
        Step step = new Step(this, job);
        try {
            Trampoline.execute(compute, step);
        } catch (Throwable refused) {
            if (step.take() != null) {
                throw refused;
            }
            // It was run all the same, and is not ours any more.
        }
        given.increment();
    }

    @Override
    public void submitLast(Job job) {
        submit(job);
    }

    @Override
    void executeRaw(Runnable job) {
        compute.execute(job);
    }

    @Override
    public Carrier foreign() {
        return foreign;
    }

    @Override
    public @Nullable Pool host() {
        return null;
    }

    @Override
    Timer scheduleHere(long nanos, Runnable action) {
        return clock.schedule(nanos, action);
    }

    /** The threads that run steps are not known, so neither is whether one of them does anything else. */
    @Override
    public boolean standsInExit() {
        return false;
    }

    @Override
    public Executor executor() {
        return compute;
    }

    @Override
    public ExecutorService executorService() {
        return service;
    }

    /** As many as there would be beside one worker: a number that does not depend on the machine where it is set. */
    @Override
    public int helpers() {
        return settings.workers() - 1;
    }

    @Override
    public void fiberSuspended(LiveFiber fiber) {
        if (fiber.isSpared()) {
            spared.incrementAndGet();
        }
        live.enter(fiber, 0);
        if (phase() != Phase.OPEN) {
            fiber.requestClose();
            stopTheSpared(false);
        }
    }

    @Override
    public void fiberEnded(LiveFiber fiber) {
        super.fiberEnded(fiber);
        if (fiber.isSpared()) {
            spared.decrementAndGet();
        }
    }

    @Override
    public PoolCounts counts() {
        long ran = run.sum();
        return PoolCounts.read(this, clock, ran, given.sum());
    }

    // ---- who drives -----------------------------------------------------------------------------------

    private void stepRuns() {
        run.increment();
        Object known = driver;
        Thread here = Thread.currentThread();
        if (known != here && known != MANY) {
            driver = known == null ? here : MANY;
        }
    }

    /**
     * In blocking code only where nobody else has run a step so far: there blocking code runs on the thread that drives.
     */
    @Override
    public boolean needsThisThread() {
        return Inside.isJob(this) || (Inside.isBlocking(this) && driver == Thread.currentThread());
    }

    // ---- closing --------------------------------------------------------------------------------------

    @Override
    public void close() {
        boolean first = phase.compareAndSet(Phase.OPEN, Phase.DRAINING);
        live.forEach(LiveFiber::requestClose);
        fiberIsOver();
        if (stopped) {
            return;
        }
        if (!Inside.is(this) && driver != Thread.currentThread()) {
            awaitEnds();
        } else if (first) {
            after(settings.closeNanos() / 2, () -> {
                stopTheSpared(true);
                after(settings.closeNanos() - settings.closeNanos() / 2, this::giveUp);
            });
        }
    }

    /** Where nobody waits, time goes on by a timer. */
    private void after(long nanos, Runnable action) {
        closer = schedule(nanos, action);
        if (stopped) {
            forgetCloser();
        }
    }

    private void awaitEnds() {
        long begin = System.nanoTime();
        boolean interrupted = false;
        for (long waited = 0; !stopped && waited < settings.closeNanos(); waited = System.nanoTime() - begin) {
            stopTheSpared(waited >= settings.closeNanos() / 2);
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        giveUp();
    }

    /** A fiber has ended, or closing begins: where nothing is left, closing is over. */
    private void fiberIsOver() {
        if (phase() == Phase.OPEN) {
            return;
        }
        if (unended() != 0) {
            stopTheSpared(false);
        } else if (beginToStop()) {
            stop();
        }
    }

    /** Fibers that masked regions have started are stopped when nothing else lives, or {@code anyway}. */
    private void stopTheSpared(boolean anyway) {
        if ((anyway || spared.get() >= unended()) && phase.compareAndSet(Phase.DRAINING, Phase.DRAINING_ALL)) {
            live.forEach(LiveFiber::requestClose);
        }
    }

    private boolean beginToStop() {
        return phase.compareAndSet(Phase.DRAINING, Phase.CLOSED)
                || phase.compareAndSet(Phase.DRAINING_ALL, Phase.CLOSED);
    }

    private void giveUp() {
        long left = unended();
        long waiting = Math.max(0, given.sum() - run.sum());
        if (beginToStop()) {
            stop();
            report(
                    "closing a runtime did not stop all of it in time",
                    new IllegalStateException("closing " + name() + " waited "
                            + Duration.ofNanos(settings.closeNanos()) + ", and then " + left
                            + " fibers had not ended and " + waiting
                            + " steps lay in its compute executor, which is the user's; have that run what it was given"
                            + " until close is over, or give closeTimeout more time"));
        }
    }

    /** Ends first, then beginnings, since both only grow. */
    private long unended() {
        long ended = shared.fibersEnded();
        return shared.fibers.sum() - ended;
    }

    @Override
    void stop() {
        stopped = true;
        forgetCloser();
        clock.stop();
        stopThreads();
        live.forEach(LiveFiber::abandon);
    }

    private void forgetCloser() {
        Timer timer = closer;
        if (timer != null) {
            timer.cancel();
        }
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    /** One turn of a job: run at most once, whatever the executor does with it. */
    private static final class Step extends Job {
        private static final VarHandle JOB = VarHandles.field(MethodHandles.lookup(), "job", Job.class);

        private final DrivenScheduler scheduler;

        @SuppressWarnings("unused")
        private @Nullable Job job;

        Step(DrivenScheduler scheduler, Job job) {
            this.scheduler = scheduler;
            this.job = job;
        }

        /** The job, for the one who asks first; null for all others. */
        @Nullable
        Job take() {
            return (Job) JOB.getAndSet(this, (Job) null);
        }

        @Override
        public Scheduler scheduler() {
            return scheduler;
        }

        @Override
        public void run(Carrier carrier) {
            Job its = take();
            if (its != null) {
                scheduler.stepRuns();
                its.run(carrier);
            }
        }

        @Override
        public String toString() {
            return "a step of " + scheduler.name();
        }
    }
}
