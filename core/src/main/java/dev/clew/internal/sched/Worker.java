package dev.clew.internal.sched;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.queue.Ring;
import dev.clew.internal.timer.TimerHeap;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One compute thread: its queues, and the loop that looks for work, runs it, and sleeps.
 *
 * <p>The order of looking: timers that are due, every 16 jobs, more often if jobs are long, and whenever the queues are
 * empty; every 61st time the external queue first; the next slot, at most three times in a row; the ring; the external
 * queue; then the others' rings and branches, beginning with a random victim.
 *
 * <p>What timers make ready goes to the ring of the worker that fires them, and they are fired between jobs and after a sleep,
 * never while this worker steals: its ring is the target of that.
 *
 * <pre>
 * field    | writer            | access                     | pairs with
 * ---------+-------------------+----------------------------+---------------------------------------
 * next     | owner, sentinel, who takes its place | get-and-set, compare-and-set | itself
 * duty     | owner, monitor    | compare-and-set            | itself
 * parked   | owner, waker      | volatile, compare-and-set  | IdleState
 * counts   | owner             | opaque; ends of fibers by release | read for metrics, and for closing
 * the rest | owner             | plain                      |
 * </pre>
 */
final class Worker extends Carrier {
    private static final VarHandle NEXT = VarHandles.field(MethodHandles.lookup(), "next", Runnable.class);
    private static final VarHandle PARKED = VarHandles.field(MethodHandles.lookup(), "parked", boolean.class);

    /** A prime, so that the rhythm of programs does not meet it. */
    private static final int EXTERNAL_FIRST_EVERY = 61;

    private static final int NEXT_IN_A_ROW = 3;
    private static final int LOOK_AT_LEAST_EVERY = 16;

    /** Looks at timers that are further apart than this become more frequent. */
    private static final long LOOK_NANOS = 200_000;

    private static final long SENTINEL_NANOS = 1_000_000;
    private static final long SPIN_NANOS = 50_000;
    private static final long STOLEN_LATELY_NANOS = 1_000_000;
    private static final long HELP_AFTER_NANOS = 10_000;
    private static final long HELP_AGAIN_NANOS = 50_000;
    private static final int FIRST_HELP_CHECK = 16;
    private static final int LAST_HELP_STEP = 1024;

    /** After so many branches the deque's array is renewed, so that it is young when it is stored into. */
    private static final long RENEW_EVERY = 1 << 15;

    private final Pool pool;
    private final int index;
    private final Ring ring;
    private final BranchDeque deque;
    private final WorkerThread thread;
    private final WorkerCounts counts = new WorkerCounts();

    private final Duty duty = new Duty();
    private final WorkerTimers timers;
    private final Sentinel sentinel;
    private final TimerHeap.Firing firer = this::fired;

    @SuppressWarnings("unused")
    private @Nullable Runnable next;

    @SuppressWarnings("unused")
    private boolean parked;

    private int tick;
    private int nextInARow;

    /** Where in the external queue this worker looks next. */
    private int externalTurn;

    /** Turns until the timers are looked at, how far looks are from each other, and when the last was. */
    private int untilLook;

    private int lookEvery = 1;
    private long lastLook;

    /** As sentinel it saw timers of others that are late. */
    private boolean sawLateTimers;

    /** Timers are being fired: what they make ready goes to the ring. */
    private boolean firing;

    private long lastStolen;

    /** Branches pushed at which the clock is looked at, and how far that is from the check before. */
    private long helpAt;

    private int helpStep;
    private long runClock;
    private long lastHelp;
    private long renewAt;

    Worker(Pool pool, int index, String name, int workers) {
        this(pool, index, name, workers, new BranchDeque());
    }

    private Worker(Pool pool, int index, String name, int workers, BranchDeque deque) {
        super(pool, deque, 0);
        this.pool = pool;
        this.index = index;
        this.ring = new Ring();
        this.externalTurn = 2 * index;
        this.deque = deque;
        this.thread = new WorkerThread(this, name);
        this.timers = new WorkerTimers(this);
        this.sentinel = new Sentinel(this, workers);
    }

    WorkerThread thread() {
        return thread;
    }

    WorkerCounts counts() {
        return counts;
    }

    WorkerTimers timers() {
        return timers;
    }

    int index() {
        return index;
    }

    Pool pool() {
        return pool;
    }

    // ---- making jobs ready, on this thread ----------------------------------------------------------

    /** A job that this worker's job has just made ready runs here next; what was there goes to the ring. */
    void submitNext(Runnable job) {
        if (firing || !duty.isUsual()) {
            submitRing(job);
            return;
        }
        if (next == null) {
            // Nobody else fills the slot.
            NEXT.setRelease(this, job);
            pool.ensureSentinel();
            return;
        }
        Runnable displaced = (Runnable) NEXT.getAndSet(this, job);
        if (displaced != null) {
            submitRing(displaced);
        }
    }

    void submitRing(Runnable job) {
        int rescues = pool.rescues().count();
        offer(job);
        pool.signalWork();
        pool.rescues().explain(rescues);
    }

    void offer(Runnable job) {
        if (ring.offer(job)) {
            return;
        }
        Runnable[] batch;
        try {
            batch = ring.spill();
        } catch (OutOfMemoryError thrown) {
            pool.keepJob(job, thrown);
            return;
        }
        if (batch.length > 0) {
            counts.spilled();
            FlightRecorder.spilled(batch.length);
            pool.spill(batch);
        }
        if (!ring.offer(job)) {
            pool.offerExternal(job);
        }
    }

    @Override
    public void branchPushed() {
        if (counts.branchForked() >= helpAt) {
            askForHelp();
        }
    }

    private void renewDeque(long forked) {
        if (forked >= renewAt) {
            renewAt = forked + RENEW_EVERY;
            deque.renew();
        }
    }

    /** Somebody idle is woken for branches only once this run has shown that it is long. */
    private void askForHelp() {
        long now = System.nanoTime();
        if (runClock == 0) {
            runClock = now;
        } else if (now - runClock > HELP_AFTER_NANOS && now - lastHelp > HELP_AGAIN_NANOS) {
            lastHelp = now;
            pool.signalWork();
        }
        helpStep = Math.min(helpStep * 2, LAST_HELP_STEP);
        long forked = counts.branchesForked();
        helpAt = forked + helpStep;
        renewDeque(forked);
    }

    @Override
    public void countPromoted() {
        counts.branchPromoted();
    }

    @Override
    public void countDropped() {
        counts.branchDropped();
    }

    @Override
    public void countFork() {
        counts.forked();
    }

    @Override
    public void countFiber() {
        counts.fiberStarted();
    }

    @Override
    public void countEnded(Ending how) {
        counts.fiberEnded(how);
    }

    // ---- the loop -----------------------------------------------------------------------------------

    void loop() {
        counts.idleTime().begin();
        boolean left = false;
        while (!left) {
            try {
                if (pool.isStopped()) {
                    runOwn();
                    pool.workerLeaves();
                    left = true;
                } else {
                    turn();
                }
            } catch (Throwable broken) {
                // No job throws; want of memory in here is all that is left. The thread must outlive it.
                outlive(broken);
            }
        }
        counts.idleTime().end();
    }

    private void turn() {
        if (!duty.isUsual()) {
            attend();
        }
        if (--untilLook <= 0) {
            look();
        }
        Runnable job = own();
        if (job == null) {
            job = others();
        }
        if (job != null) {
            run(job);
        }
    }

    /** What the monitor wants: a look around after a long job, or that this worker leave its place to the one who has it. */
    private void attend() {
        if (duty.answer()) {
            tick = EXTERNAL_FIRST_EVERY;
            untilLook = 0;
            sentinel.fireLateTimers();
        } else if (duty.isBlocked()) {
            beSpare();
        }
    }

    /** Its queues stay open to thieves. Until it is needed it does nothing but fire its timers. */
    private void beSpare() {
        Runnable mine = takeNext();
        if (mine != null) {
            offer(mine);
        }
        duty.stepAside();
        pool.idle().leave();
        pool.signalWork();
        while (duty.isSpare() && !pool.isStopped()) {
            counts.idleTime().park();
            boolean slept = timers.park(Long.MAX_VALUE);
            counts.idleTime().unpark();
            if (!slept) {
                timers.fireIdle();
            }
            Thread.interrupted();
        }
    }

    private void runOwn() {
        for (Runnable job = own(); job != null; job = own()) {
            run(job);
        }
    }

    private void outlive(Throwable broken) {
        try {
            pool.uncaught(broken);
            pool.pause();
        } catch (Throwable again) {
            Thread.onSpinWait();
        }
    }

    /** Gives what lies ready in this worker's queues to {@code taker}, on any thread, once the pool has stopped. */
    void handOver(Consumer<Runnable> taker) {
        Runnable waiting = takeNext();
        if (waiting != null) {
            taker.accept(waiting);
        }
        Ring taken = new Ring();
        while (!ring.isEmpty()) {
            ring.stealInto(taken);
            for (Runnable job = taken.poll(); job != null; job = taken.poll()) {
                taker.accept(job);
            }
        }
    }

    private void run(Runnable job) {
        counts.executed();
        counts.setCurrent(job);
        helpStep = FIRST_HELP_CHECK;
        long forked = counts.branchesForked();
        helpAt = forked + FIRST_HELP_CHECK;
        renewDeque(forked);
        runClock = 0;
        if (job instanceof Job ours) {
            ours.run(this);
        } else {
            runForeign(job);
        }
        counts.setCurrent(null);
        if (thread.isInterrupted()) {
            // User code left the flag behind, or somebody meant code that is gone: the next job must not see it.
            Thread.interrupted();
        }
    }

    private void runForeign(Runnable job) {
        try {
            job.run();
        } catch (Throwable thrown) {
            pool.uncaught(thrown);
        }
    }

    /** Fires what is due. The clock is read where there are timers only. */
    private void look() {
        if (timers.heap().isEmpty()) {
            lookEvery = 1;
            untilLook = LOOK_AT_LEAST_EVERY;
            return;
        }
        long now = System.nanoTime();
        lookEvery = now - lastLook > LOOK_NANOS ? 1 : Math.min(lookEvery * 2, LOOK_AT_LEAST_EVERY);
        lastLook = now;
        fire(timers.heap(), now);
        untilLook = lookEvery;
    }

    /** This worker has set a timer: where there was none before, it need not have looked for long. */
    void timerSet() {
        untilLook = Math.min(untilLook, lookEvery);
    }

    /** Fires what is due in {@code heap}, this worker's or another's, and gives how many these were. */
    int fire(TimerHeap heap, long now) {
        firing = true;
        try {
            return heap.tryFireDue(now, firer);
        } finally {
            firing = false;
        }
    }

    private void fired(Runnable action, long lateNanos) {
        counts.timerFired(lateNanos);
        runForeign(action);
    }

    private @Nullable Runnable own() {
        if (++tick >= EXTERNAL_FIRST_EVERY) {
            tick = 0;
            Runnable outside = external();
            if (outside != null) {
                return outside;
            }
        }
        if (nextInARow < NEXT_IN_A_ROW) {
            Runnable mine = takeNext();
            if (mine != null) {
                nextInARow++;
                counts.nextSlotHit();
                return mine;
            }
        }
        nextInARow = 0;
        Runnable ready = ring.poll();
        if (ready != null) {
            return ready;
        }
        Runnable mine = takeNext();
        if (mine != null) {
            counts.nextSlotHit();
            return mine;
        }
        return external();
    }

    private @Nullable Runnable takeNext() {
        return next == null ? null : (Runnable) NEXT.getAndSet(this, null);
    }

    private @Nullable Runnable external() {
        Object found = pool.external().poll(externalTurn++);
        if (!(found instanceof Runnable[] batch)) {
            return (Runnable) found;
        }
        int rescues = pool.rescues().count();
        for (int i = ring.offerAll(batch, 1); i < batch.length; i++) {
            offer(batch[i]);
        }
        pool.signalWork();
        pool.rescues().explain(rescues);
        return batch[0];
    }

    // ---- looking at others, and sleeping --------------------------------------------------------------

    private @Nullable Runnable others() {
        boolean searching = pool.idle().beginSearch();
        for (; ; ) {
            if (searching) {
                fireAwake();
                Runnable job = search();
                if (job != null) {
                    int rescues = pool.rescues().count();
                    if (pool.idle().endSearch()) {
                        pool.signalWork();
                    }
                    pool.rescues().explain(rescues);
                    return job;
                }
            }
            if (duty.isBlocked()) {
                if (searching) {
                    pool.idle().endSearch();
                }
                return null;
            }
            int rescues = pool.rescues().count();
            PARKED.setVolatile(this, true);
            pool.idle().sleep(searching);
            boolean sees = pool.hasWork() || hasNext();
            if (sees) {
                getUp();
            }
            pool.rescues().explain(rescues);
            if (!sees) {
                park();
            }
            searching = true;
            if (pool.isStopped()) {
                pool.idle().endSearch();
                return null;
            }
        }
    }

    /** Before a search and counted as searching, so that nobody else is woken for what a timer makes ready. */
    private void fireAwake() {
        boolean justLooked = untilLook == lookEvery;
        untilLook = 0;
        if (!justLooked) {
            timers.fireIdle();
        }
        if (sawLateTimers) {
            sawLateTimers = false;
            sentinel.fireLateTimers();
        }
    }

    private @Nullable Runnable search() {
        Runnable job = steal();
        if (job != null || !pool.spins()) {
            return job;
        }
        long start = System.nanoTime();
        if (start - lastStolen > STOLEN_LATELY_NANOS) {
            return null;
        }
        do {
            for (int i = 0; i < 32; i++) {
                Thread.onSpinWait();
            }
            job = steal();
        } while (job == null && System.nanoTime() - start < SPIN_NANOS);
        return job;
    }

    private @Nullable Runnable steal() {
        Runnable moved = ring.poll();
        if (moved != null) {
            return moved;
        }
        Runnable outside = external();
        if (outside != null) {
            return outside;
        }
        Worker[] workers = pool.workers();
        int first = workers.length == 1 ? 0 : ThreadLocalRandom.current().nextInt(workers.length);
        for (int i = 0; i < workers.length; i++) {
            int v = first + i;
            Worker victim = workers[v < workers.length ? v : v - workers.length];
            if (victim != this) {
                Runnable job = stealFrom(victim);
                if (job != null) {
                    return job;
                }
            }
        }
        // Taking from a range may end it, and so wake the fiber that waits for it: here, while this worker searches.
        return takeNext();
    }

    private @Nullable Runnable stealFrom(Worker victim) {
        if (victim.duty.isBlocked()) {
            Runnable waiting = victim.nextAcquire();
            if (waiting != null && victim.casNext(waiting)) {
                return waiting;
            }
        }
        if (!victim.ring.isEmpty()) {
            counts.stealTried();
            int taken = victim.ring.stealInto(ring);
            if (taken > 0) {
                counts.stole(taken);
                FlightRecorder.stole(victim, taken, false);
                lastStolen = System.nanoTime();
                Runnable job = ring.poll();
                if (job != null) {
                    return job;
                }
            }
        }
        if (victim.deque.mayHaveWork()) {
            counts.stealTried();
            Runnable branch = victim.deque.steal();
            if (branch != null) {
                counts.stole(1);
                counts.branchStolen();
                FlightRecorder.stole(victim, 1, true);
                lastStolen = System.nanoTime();
                return branch;
            }
        }
        return null;
    }

    /** Leaves the parked state by itself, unless somebody has just woken this worker. */
    private void getUp() {
        if (PARKED.compareAndSet(this, true, false)) {
            pool.idle().wakeSelf();
            pool.stirMonitor();
        }
    }

    /** The monitor wakes a worker that went to sleep before it was told that another has its place. */
    void rouse() {
        getUp();
        LockSupport.unpark(thread);
    }

    boolean isParked() {
        return (boolean) PARKED.getVolatile(this);
    }

    /** Wakes this worker if it is parked; the waker has counted it. */
    boolean unpark() {
        if (isParked() && PARKED.compareAndSet(this, true, false)) {
            LockSupport.unpark(thread);
            return true;
        }
        return false;
    }

    private void park() {
        counts.parked();
        counts.idleTime().park();
        Object event = FlightRecorder.parks();
        boolean watches = false;
        while (isParked() && !pool.isStopped()) {
            if (!watches && pool.idle().awake() > 0) {
                watches = pool.idle().becomeSentinel();
                if (watches) {
                    sentinel.begin();
                }
            }
            if (!timers.park(watches ? SENTINEL_NANOS : Long.MAX_VALUE)) {
                getUp();
            }
            Thread.interrupted();
            if (watches && isParked()) {
                watches = watch();
            }
        }
        if (watches) {
            pool.idle().resignSentinel();
        }
        getUp();
        FlightRecorder.woke(event);
        counts.idleTime().unpark();
    }

    /** What the sentinel does each time it wakes; false if it is the sentinel no more. */
    private boolean watch() {
        if (isForgotten()) {
            int rescues = pool.rescues().count();
            pool.rescues().add();
            if (!isForgotten()) {
                pool.rescues().explain(rescues);
            }
            getUp();
        } else if (pool.hasWork()) {
            getUp();
        } else if (sentinel.takeAged()) {
            getUp();
        } else if (sentinel.seesLateTimers()) {
            sawLateTimers = true;
            getUp();
        } else if (pool.idle().awake() == 0) {
            pool.idle().resignSentinel();
            return false;
        }
        return true;
    }

    /** Whether jobs lie ready, and nobody looks for them. */
    private boolean isForgotten() {
        long before = pool.idle().word();
        return pool.idle().searching() == 0
                && pool.hasReadyJobs()
                && pool.idle().word() == before;
    }

    // ---- for a dump, on any thread ------------------------------------------------------------------

    /** Shows what runs; the thread is stopped for the look at its stack alone. */
    void visitRunning(JobVisitor visitor) {
        Runnable job = counts.current();
        if (job != null) {
            StackTraceElement[] stack = thread.getStackTrace();
            visitor.running(job, index, counts.current() == job ? stack : new StackTraceElement[0]);
        }
    }

    void visitReady(JobVisitor visitor) {
        Runnable waiting = (Runnable) NEXT.getAcquire(this);
        if (waiting != null) {
            visitor.found(waiting, JobVisitor.Place.NEXT_SLOT, index);
        }
        ring.forEach(job -> visitor.found(job, JobVisitor.Place.RING, index));
        deque.forEach(entry -> {
            if (entry instanceof Runnable job) {
                visitor.found(job, JobVisitor.Place.BRANCHES, index);
            }
        });
    }

    // ---- what the pool asks ---------------------------------------------------------------------------

    Duty duty() {
        return duty;
    }

    boolean isSpare() {
        return duty.isSpare();
    }

    int queueLength() {
        return ring.size() + (hasNext() ? 1 : 0);
    }

    /** Whether jobs lie here that others may take now. */
    boolean hasReadyJobs() {
        return !ring.isEmpty() || (duty.isBlocked() && hasNext());
    }

    boolean hasNext() {
        return nextAcquire() != null;
    }

    @Nullable
    Runnable nextAcquire() {
        return (Runnable) NEXT.getAcquire(this);
    }

    /** Takes {@code job} out of the next slot if it is still there. Any thread. */
    boolean casNext(Runnable job) {
        return NEXT.compareAndSet(this, job, null);
    }

    boolean hasBranches() {
        return deque.mayHaveWork();
    }
}
