package dev.clew.internal.sched;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.queue.Ring;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One compute thread: its queues, and the loop that looks for work, runs it, and sleeps.
 *
 * <p>The order of looking: every 61st time the external queue first; the next slot, at most three times in a row; the
 * ring; the external queue; then the others' rings and branches, beginning with a random victim.
 *
 * <pre>
 * field    | writer            | access                     | pairs with
 * ---------+-------------------+----------------------------+---------------------------------------
 * next     | owner, sentinel   | get-and-set, compare-and-set | itself
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

    /** What this worker, as sentinel, saw in others' next slots. */
    private final @Nullable Runnable[] seenNext;

    private final long[] seenEpoch;

    @SuppressWarnings("unused")
    private @Nullable Runnable next;

    @SuppressWarnings("unused")
    private boolean parked;

    private int tick;
    private int nextInARow;
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
        this.deque = deque;
        this.thread = new WorkerThread(this, name);
        this.seenNext = new Runnable[workers];
        this.seenEpoch = new long[workers];
    }

    WorkerThread thread() {
        return thread;
    }

    WorkerCounts counts() {
        return counts;
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
        Runnable displaced = (Runnable) NEXT.getAndSet(this, job);
        if (displaced != null) {
            submitRing(displaced);
        } else {
            pool.ensureSentinel();
        }
    }

    void submitRing(Runnable job) {
        offer(job);
        pool.signalWork();
    }

    private void offer(Runnable job) {
        if (ring.offer(job)) {
            return;
        }
        Runnable[] half = ring.spillHalf();
        if (half.length > 0) {
            counts.spilled();
            pool.external().offerBatch(half);
        }
        if (!ring.offer(job)) {
            pool.external().offer(job);
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
    public void countEnded() {
        counts.fiberEnded();
    }

    // ---- the loop -----------------------------------------------------------------------------------

    void loop() {
        while (!pool.isStopped()) {
            Runnable job = own();
            if (job == null) {
                job = others();
            }
            if (job != null) {
                run(job);
            }
        }
        Runnable left = own();
        while (left != null) {
            run(left);
            left = own();
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
                return mine;
            }
        }
        nextInARow = 0;
        Runnable ready = ring.poll();
        if (ready != null) {
            return ready;
        }
        Runnable mine = takeNext();
        return mine != null ? mine : external();
    }

    private @Nullable Runnable takeNext() {
        return next == null ? null : (Runnable) NEXT.getAndSet(this, null);
    }

    private @Nullable Runnable external() {
        Object found = pool.external().poll();
        if (!(found instanceof Runnable[] batch)) {
            return (Runnable) found;
        }
        for (int i = 1; i < batch.length; i++) {
            offer(batch[i]);
        }
        pool.signalWork();
        return batch[0];
    }

    // ---- looking at others, and sleeping --------------------------------------------------------------

    private @Nullable Runnable others() {
        boolean searching = pool.idle().beginSearch();
        for (; ; ) {
            if (searching) {
                Runnable job = search();
                if (job != null) {
                    if (pool.idle().endSearch()) {
                        pool.signalWork();
                    }
                    return job;
                }
            }
            PARKED.setVolatile(this, true);
            pool.idle().sleep(searching);
            if (pool.hasWork() || hasNext()) {
                getUp();
            } else {
                park();
            }
            searching = true;
            if (pool.isStopped()) {
                pool.idle().endSearch();
                return null;
            }
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
        if (!victim.ring.isEmpty()) {
            counts.stealTried();
            int taken = victim.ring.stealInto(ring);
            if (taken > 0) {
                counts.stole(taken);
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
        }
    }

    private boolean isParked() {
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
        boolean sentinel = false;
        while (isParked() && !pool.isStopped()) {
            if (!sentinel && pool.idle().awake() > 0) {
                sentinel = pool.idle().becomeSentinel();
                if (sentinel) {
                    forgetSeen();
                }
            }
            if (sentinel) {
                LockSupport.parkNanos(this, SENTINEL_NANOS);
            } else {
                LockSupport.park(this);
            }
            Thread.interrupted();
            if (sentinel && isParked()) {
                if (pool.hasWork()) {
                    counts.safetyWake(pool.idle().searching() == 0 && pool.hasReadyJobs());
                    getUp();
                } else if (takeAged()) {
                    getUp();
                } else if (pool.idle().awake() == 0) {
                    pool.idle().resignSentinel();
                    sentinel = false;
                }
            }
        }
        if (sentinel) {
            pool.idle().resignSentinel();
        }
        getUp();
    }

    private void forgetSeen() {
        Arrays.fill(seenNext, null);
    }

    /** Moves to this ring what the sentinel has seen twice in a next slot while its worker ran one and the same job. */
    private boolean takeAged() {
        boolean took = false;
        Worker[] workers = pool.workers();
        for (int v = 0; v < workers.length; v++) {
            Worker victim = workers[v];
            Runnable waiting = (Runnable) NEXT.getAcquire(victim);
            long epoch = victim.counts.executedCount();
            if (waiting != null && waiting == seenNext[v] && epoch == seenEpoch[v]) {
                if (NEXT.compareAndSet(victim, waiting, null)) {
                    offer(waiting);
                    took = true;
                }
                waiting = null;
            }
            seenNext[v] = waiting;
            seenEpoch[v] = epoch;
        }
        return took;
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

    boolean hasReadyJobs() {
        return !ring.isEmpty();
    }

    boolean hasNext() {
        return (Runnable) NEXT.getAcquire(this) != null;
    }

    boolean hasBranches() {
        return deque.mayHaveWork();
    }
}
