package dev.clew.internal.sched;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Watches the workers of a pool from a thread of its own, each 10 ms while they work and for a second after.
 *
 * <p><b>A job that runs on and on.</b> Where a worker is at the same job for a whole tick, and others wait, the fiber is
 * asked to give way at its next step, and the worker to look outside first. The request may meet a fiber that has ended
 * or gone on meanwhile, which then gives way once for nothing.
 *
 * <p><b>Code that blocks.</b> A job that enters steps has given way by then. So one that is the same for ten ticks is in
 * one piece of user code; if work waits, no worker is left to take it, and the thread stands still (it uses next to no
 * processor time; where that is not known, it is not runnable at three ticks), another worker takes the place. Queues, branches and next slot of the blocked one are open
 * to all. Timers that are late are work here: where all workers stand still nobody fires them. When its code returns it becomes spare, and is the next to take somebody's place. Code that computes is left
 * alone: another thread would win it nothing. Where no thread can be started, or as many as may be were added, people are
 * told, and what waits goes on waiting.
 *
 * <p><b>Starvation.</b> Jobs, or timers, that nobody comes to, and a monitor that itself wakes late, are warned of with
 * figures ({@link StarvationLog}).
 *
 * <pre>
 * field  | writer  | access   | pairs with
 * -------+---------+----------+--------------------------------------------------------------
 * asleep | monitor | volatile | IdleState: the monitor sets it, then looks who is awake; who
 *        |         |          | wakes a worker counts it first, then looks at this
 * others | monitor | plain    |
 * </pre>
 */
final class Monitor {
    private static final VarHandle ASLEEP = VarHandles.field(MethodHandles.lookup(), "asleep", boolean.class);

    private static final long TICK_NANOS = 10_000_000;
    private static final int QUIET_TICKS = 100;
    private static final int BLOCKED_TICKS = 10;

    /** Of this part of the time a thread may use the processor and is still taken to stand still. */
    private static final int STILL_PART = 50;

    /** After the system has refused a thread it is not asked for another one so soon. */
    private static final long NO_THREAD_NANOS = 1_000_000_000;

    private final Pool pool;
    private final SharedCounts counts;
    private final StarvationLog log;
    private final ProcessorTime processorTime = new ProcessorTime();
    private final Thread thread;
    private Watched[] watched = new Watched[0];

    @SuppressWarnings("unused")
    private boolean asleep;

    /** How long jobs have waited while no worker began one. */
    private int standingTicks;

    private long startedBefore;

    /** The system has refused a thread; when that was. */
    private boolean refused;

    private long refusedAt;

    Monitor(Pool pool, SharedCounts counts) {
        this.pool = pool;
        this.counts = counts;
        this.log = new StarvationLog(pool.name(), counts);
        this.thread = new Thread(null, this::loop, pool.name() + "-monitor", 0, false);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    void stop() {
        LockSupport.unpark(thread);
    }

    /** A worker was woken, and is counted as awake. */
    void stir() {
        if ((boolean) ASLEEP.getVolatile(this)) {
            LockSupport.unpark(thread);
        }
    }

    private void loop() {
        int quiet = 0;
        long last = System.nanoTime();
        while (!pool.isStopped()) {
            LockSupport.parkNanos(this, TICK_NANOS);
            Thread.interrupted();
            long now = System.nanoTime();
            try {
                tick(now, now - last);
            } catch (Throwable broken) {
                pool.uncaught(broken);
            }
            quiet = pool.idle().awake() == 0 ? quiet + 1 : 0;
            if (quiet >= QUIET_TICKS) {
                sleep();
                quiet = 0;
                now = System.nanoTime();
            }
            last = now;
        }
    }

    private void sleep() {
        ASLEEP.setVolatile(this, true);
        while (pool.idle().awake() == 0 && !pool.isStopped()) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        ASLEEP.setVolatile(this, false);
    }

    private void tick(long now, long sinceLast) {
        Worker[] workers = pool.workers();
        watch(workers);
        boolean jobsWait = pool.hasReadyJobs();
        for (int i = 0; i < workers.length; i++) {
            look(workers[i], watched[i], jobsWait, now);
        }
        warn(workers, jobsWait, now, sinceLast);
    }

    private void watch(Worker[] workers) {
        int known = watched.length;
        if (known < workers.length) {
            watched = Arrays.copyOf(watched, workers.length);
            for (int i = known; i < workers.length; i++) {
                watched[i] = new Watched();
            }
        }
    }

    private void look(Worker worker, Watched seen, boolean jobsWait, long now) {
        long epoch = worker.counts().executedCount();
        Runnable job = worker.counts().current();
        if (job == null || epoch != seen.epoch || seen.job != job) {
            seen.begin(job, epoch, now);
            if (worker.duty().isBlocked() && worker.isParked()) {
                worker.rouse();
            }
            return;
        }
        if (worker.duty().isBlocked()) {
            return;
        }
        seen.ticks++;
        if (pool.hasWork()) {
            // Branches behind a piece of user code: nobody was told of them, since pushing one wakes nobody.
            pool.signalWork();
        }
        boolean othersWait =
                jobsWait || worker.hasNext() || worker.timers().heap().isDue(now - TICK_NANOS);
        if (othersWait && !seen.asked) {
            seen.asked = true;
            askToYield(worker, job, epoch);
        }
        if (seen.ticks == 1) {
            seen.processorNanos = processorTime.nanosOf(worker.thread());
        } else if (seen.ticks >= BLOCKED_TICKS && isNeeded(worker, now) && standsStill(worker.thread(), seen, now)) {
            replace(worker, seen, now);
        }
    }

    private void askToYield(Worker worker, Runnable job, long epoch) {
        worker.duty().ask();
        if (job instanceof Job ours && worker.counts().executedCount() == epoch) {
            counts.yieldsAsked.increment();
            ours.requestYield();
        }
    }

    /** Whether something waits that {@code worker} keeps, or that only it could take, be it a timer. */
    private boolean isNeeded(Worker worker, long now) {
        return pool.idle().isFull() && (worker.hasNext() || pool.hasWork() || isLate(now));
    }

    private boolean isLate(long now) {
        for (Worker worker : pool.workers()) {
            if (worker.timers().heap().isDue(now - TICK_NANOS)) {
                return true;
            }
        }
        return false;
    }

    /** By its processor time, since a state is a moment's: a lock that is nearly always free shows as blocked as well. */
    private boolean standsStill(Thread worker, Watched seen, long now) {
        long used = processorTime.nanosOf(worker);
        if (used == ProcessorTime.UNKNOWN || seen.processorNanos == ProcessorTime.UNKNOWN) {
            seen.waitingTicks = worker.getState() == Thread.State.RUNNABLE ? 0 : seen.waitingTicks + 1;
            return seen.waitingTicks > 2;
        }
        return used - seen.processorNanos < (now - seen.since) / STILL_PART;
    }

    private void replace(Worker blocked, Watched seen, long now) {
        StackTraceElement[] place = blocked.thread().getStackTrace();
        if (!seen.isStillIn(blocked)) {
            return;
        }
        Worker spare = findSpare();
        boolean taken = spare == null ? isAdded(blocked, place, now) : isRecalled(spare);
        if (!taken) {
            return;
        }
        // Only now: its place is counted twice until it has returned.
        blocked.duty().block();
        pool.signalWork();
        standingTicks = 0;
        // Who sees the count finds the word of it.
        log.blocked(blocked.thread().getName(), place);
        counts.blockedReplaced.increment();
    }

    private boolean isRecalled(Worker spare) {
        pool.idle().join();
        if (spare.duty().recall()) {
            LockSupport.unpark(spare.thread());
            return true;
        }
        pool.idle().leave();
        return false;
    }

    /** Adds a worker; where there may be none, or none can be started, people are told, and what waits goes on waiting. */
    private boolean isAdded(Worker blocked, StackTraceElement[] place, long now) {
        int most = pool.threads().mostAdded();
        if (pool.workers().length - pool.settings.workers() >= most) {
            log.full(blocked.thread().getName(), place, most);
            return false;
        }
        if (refused && now - refusedAt < NO_THREAD_NANOS) {
            return false;
        }
        refused = false;
        boolean added = false;
        pool.idle().join();
        try {
            added = pool.addWorker();
        } catch (NewThreads.Refused noThread) {
            refused = true;
            refusedAt = now;
            log.noThread(now, blocked.thread().getName(), place, noThread);
        } finally {
            if (!added) {
                pool.idle().leave();
            }
        }
        return added;
    }

    private @Nullable Worker findSpare() {
        for (Worker worker : pool.workers()) {
            if (worker.isSpare()) {
                return worker;
            }
        }
        return null;
    }

    private void warn(Worker[] workers, boolean jobsWait, long now, long sinceLast) {
        long started = 0;
        long lateTimer = 0;
        for (Worker worker : workers) {
            started += worker.counts().executedCount();
            lateTimer = Math.max(lateTimer, worker.timers().heap().lateness(now));
        }
        standingTicks = jobsWait && started == startedBefore && pool.idle().isFull() ? standingTicks + 1 : 0;
        startedBefore = started;
        log.look(now, sinceLast - TICK_NANOS, lateTimer, standingTicks * TICK_NANOS);
    }

    /** What the monitor remembers of one worker. */
    private static final class Watched {
        private @Nullable Runnable job;
        private long epoch;
        private int ticks;
        private boolean asked;
        private long since;
        private long processorNanos;
        private int waitingTicks;

        /** Whether {@code worker} has not returned from the job; asked after its stack was read. */
        boolean isStillIn(Worker worker) {
            return worker.counts().current() == job && worker.counts().executedCount() == epoch;
        }

        void begin(@Nullable Runnable current, long currentEpoch, long now) {
            job = current;
            epoch = currentEpoch;
            ticks = 0;
            asked = false;
            since = now;
            processorNanos = ProcessorTime.UNKNOWN;
            waitingTicks = 0;
        }
    }
}
