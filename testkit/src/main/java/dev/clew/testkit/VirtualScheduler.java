package dev.clew.testkit;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Decision;
import dev.clew.internal.sched.Job;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.LiveFibers;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of a {@link TestRuntime}: one carrier with a deque of branches as a worker has, a list of ready jobs, a
 * clock that somebody moves, and a strategy that is asked wherever a pool would leave it to its threads.
 *
 * <p>One thread at a time drives it. Others may submit, set timers and ask for the time, as threads of foreign executors
 * do; what they submit comes in through {@link #outside}.
 */
final class VirtualScheduler extends Scheduler {
    private final Strategy strategy;
    private final ReadyJobs ready = new ReadyJobs();
    private final LinkedBlockingQueue<Runnable> outside = new LinkedBlockingQueue<>();
    private final TimerHeap timers = new TimerHeap();
    private final BlockingCalls blocking = new BlockingCalls();
    private final LiveFibers live = new LiveFibers(1);
    private final VirtualCarrier carrier = new VirtualCarrier(this, new BranchDeque());
    private final Carrier foreign = new OutsideCarrier(this);
    private final Executor executor = this::accept;
    private final List<TestRuntime.Report> reports = new ArrayList<>();

    private volatile long now;
    private volatile @Nullable Thread driver;
    private volatile @Nullable Throwable fatal;
    private volatile boolean closed;
    private long steps;
    private long stepLimit = Long.MAX_VALUE;

    VirtualScheduler(Strategy strategy) {
        this.strategy = strategy;
    }

    // ---- what the runtime does ------------------------------------------------------------------------

    void driveBy(@Nullable Thread thread) {
        driver = thread;
    }

    @Nullable
    Thread driver() {
        return driver;
    }

    void limitSteps(long more) {
        stepLimit = more > Long.MAX_VALUE - steps ? Long.MAX_VALUE : steps + more;
    }

    long steps() {
        return steps;
    }

    boolean isOverLimit() {
        return steps >= stepLimit;
    }

    /** Runs one ready job; false where there is none. */
    boolean step() {
        takeOutside();
        if (ready.isEmpty()) {
            return false;
        }
        int n = ready.choices();
        run(ready.take(n == 1 ? 0 : choose(Choice.NEXT_JOB, n)));
        return true;
    }

    private void run(Runnable job) {
        steps++;
        if (job instanceof Job ours) {
            ours.run(carrier);
            return;
        }
        try {
            job.run();
        } catch (Throwable thrown) {
            report("a job threw an error that nobody caught", thrown);
        }
    }

    private void takeOutside() {
        for (Runnable job = outside.poll(); job != null; job = outside.poll()) {
            ready.add(job);
        }
    }

    /** Waits for what threads unknown to this scheduler may submit; true where something came. */
    boolean awaitOutside(long nanos) throws InterruptedException {
        Runnable job = nanos == 0 ? outside.poll() : outside.poll(nanos, TimeUnit.NANOSECONDS);
        if (job != null) {
            ready.add(job);
        }
        return job != null;
    }

    boolean blocks() {
        return !blocking.isEmpty();
    }

    int blockingCalls() {
        return blocking.size();
    }

    /** Lets blocking calls run for {@code nanos} of real time at most; true where one made something ready or ended. */
    boolean awaitBlocking(long nanos) throws InterruptedException {
        int before = blocking.size();
        blocking.await(nanos).forEach(ready::add);
        return !ready.isEmpty() || blocking.size() < before;
    }

    boolean hasTimer() {
        return !timers.isEmpty();
    }

    long nextTimer() {
        return timers.nextDeadline();
    }

    long timersSet() {
        return timers.live();
    }

    /** Moves the clock to {@code time}, which is not past the next timer, and fires what is due. */
    void moveTo(long time) {
        now = time;
        List<Runnable> due = new ArrayList<>();
        timers.fireDue(time, due::add);
        while (!due.isEmpty()) {
            int n = due.size();
            due.remove(n == 1 ? 0 : choose(Choice.TIMER_TIE, n)).run();
        }
    }

    int liveFibers() {
        return live.size();
    }

    int readyJobs() {
        return ready.size();
    }

    long forked() {
        return carrier.forked;
    }

    long stolen() {
        return carrier.stolen;
    }

    synchronized List<TestRuntime.Report> reports() {
        return List.copyOf(reports);
    }

    /** Nothing runs here any more; what is ready is forgotten. */
    void close() {
        closed = true;
        ready.clear();
    }

    private int choose(Choice choice, int n) {
        int chosen = strategy.choose(choice, n);
        if (chosen < 0 || chosen >= n) {
            throw new IllegalStateException("a strategy chooses among 0 to " + (n - 1) + " for " + choice
                    + ", but chose " + chosen + "; it was " + strategy);
        }
        return chosen;
    }

    // ---- Scheduler --------------------------------------------------------------------------------------

    private void accept(Runnable job) {
        if (closed) {
            return;
        }
        if (Thread.currentThread() == driver) {
            ready.add(job);
        } else if (!blocking.keep(job)) {
            outside.add(job);
        }
    }

    @Override
    public void submit(Job job) {
        accept(job);
    }

    @Override
    public void submitLast(Job job) {
        accept(job);
    }

    @Override
    public Carrier foreign() {
        return foreign;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public long currentTimeMillis() {
        return TimeUnit.NANOSECONDS.toMillis(now);
    }

    @Override
    public TimerEntry schedule(long nanos, Runnable action) {
        return timers.add(TimerHeap.deadline(now, nanos), action);
    }

    @Override
    public void executeBlocking(Runnable action) {
        blocking.add(action);
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public int decide(Decision kind, int n) {
        if (Thread.currentThread() != driver) {
            return 0;
        }
        if (kind == Decision.YIELD && ++steps >= stepLimit) {
            return 1;
        }
        return choose(Choice.valueOf(kind.name()), n);
    }

    @Override
    public boolean explores() {
        return true;
    }

    @Override
    public synchronized void report(String what, Throwable error) {
        reports.add(new TestRuntime.Report(what, error));
    }

    @Override
    public void fatal(Throwable error) {
        if (fatal == null) {
            fatal = error;
        }
    }

    @Override
    public void fiberSuspended(LiveFiber fiber) {
        live.enter(fiber, 0);
    }

    @Override
    public void fiberEnded(LiveFiber fiber) {
        live.leave(fiber);
    }

    @Override
    public Phase phase() {
        return fatal == null && !closed ? Phase.OPEN : Phase.CLOSED;
    }

    @Override
    public @Nullable Throwable fatalError() {
        return fatal;
    }

    // ---- carriers ---------------------------------------------------------------------------------------

    /** The one carrier that jobs run on. Its deque is robbed where the strategy says so. */
    private static final class VirtualCarrier extends Carrier {
        private final VirtualScheduler scheduler;
        private final BranchDeque deque;
        long forked;
        long stolen;

        VirtualCarrier(VirtualScheduler scheduler, BranchDeque deque) {
            super(scheduler, deque, 0);
            this.scheduler = scheduler;
            this.deque = deque;
        }

        @Override
        public void branchPushed() {
            forked++;
            playThief(Decision.FORK);
        }

        @Override
        public void explored() {
            playThief(Decision.SPLIT);
        }

        private void playThief(Decision kind) {
            while (deque.mayHaveWork() && scheduler.decide(kind, 2) == 1) {
                Runnable job = deque.steal();
                if (job == null) {
                    return;
                }
                stolen++;
                scheduler.accept(job);
            }
        }
    }

    /** The carrier of threads of executors that tasks name themselves. */
    private static final class OutsideCarrier extends Carrier {
        OutsideCarrier(Scheduler scheduler) {
            super(scheduler, null, FOREIGN_DEPTH);
        }
    }
}
