package dev.clew.testkit;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Decision;
import dev.clew.internal.sched.Job;
import dev.clew.internal.sched.JobVisitor;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
final class VirtualScheduler extends Scheduler implements Situation {
    /*
     * What is not asked. A question is put to the strategy only where its answers lead to different programs' states; each
     * case is argued in docs/adr/0007.
     *
     *   - the next job of one, or one that has come to nothing (a branch that its owner took back);
     *   - giving way where nobody else is ready, nor giving way to oneself;
     *   - anything at a node that the fiber enters directly from the node it was asked about last, or at which it gave
     *     way and comes back to: nothing has happened in between that anybody could see. The carrier knows that node
     *     as "expected".
     */
    private final Strategy strategy;
    private final SplittableRandom chance;
    private final ReadyJobs ready = new ReadyJobs();
    private final LinkedBlockingQueue<Runnable> outside = new LinkedBlockingQueue<>();
    private final TimerHeap timers = new TimerHeap();
    private final BlockingCalls blocking = new BlockingCalls();
    private final FiberNumbers fibers = new FiberNumbers();
    private final VirtualCarrier carrier = new VirtualCarrier(this, new BranchDeque());
    private final Carrier foreign = new OutsideCarrier(this);
    private final Executor executor = this::accept;
    private final List<TestRuntime.Report> reports = new ArrayList<>();
    private final Trace trace = new Trace();

    private volatile long now;
    private volatile @Nullable Thread driver;
    private volatile @Nullable Throwable fatal;
    private volatile boolean closed;
    private long steps;
    private long stepLimit = Long.MAX_VALUE;
    private int cancelsLeft;
    private final long cancelAt;
    private @Nullable LiveFiber main;
    private @Nullable String divergence;

    /** The fiber that runs, by number; negated its owner's while a branch that was left is about to become one. */
    private int running;

    /** The job that runs; null between two. */
    private @Nullable Runnable current;

    /** The fiber that gave way by decision in the job that ran last; 0 where none did. */
    private int gaveWay;

    VirtualScheduler(Strategy strategy, long seed, int cancels, long cancelAt) {
        this.strategy = strategy;
        this.chance = new SplittableRandom(seed);
        this.cancelsLeft = cancels;
        this.cancelAt = cancelAt;
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

    /** The fiber that is cancelled before the step that was given. */
    void setMain(LiveFiber fiber) {
        main = fiber;
    }

    private void countStep() {
        if (++steps == cancelAt && main != null) {
            trace.happened(Trace.CANCELLED, steps, FiberNumbers.of(main), 0);
            main.requestCancel();
        }
    }

    /** Runs one ready job; false where there is none. */
    boolean step() {
        takeOutside();
        ready.dropSpent();
        if (ready.isEmpty()) {
            return false;
        }
        int n = choices();
        int place = n == 1 ? 0 : choose(Choice.NEXT_JOB, n);
        int number = ready.number(place);
        if (n == 1) {
            trace.happened(Trace.STEP, steps + 1, number, 0);
        }
        run(ready.take(place), number);
        return true;
    }

    /** How many jobs there are to choose from: not the last, where it is the fiber that just gave way to another. */
    private int choices() {
        int n = ready.choices();
        boolean own = gaveWay != 0 && n == ready.size() && n > 1 && ready.number(n - 1) == gaveWay;
        gaveWay = 0;
        return own ? n - 1 : n;
    }

    private void run(Runnable job, int number) {
        countStep();
        running = number;
        current = job;
        if (job instanceof Job ours) {
            carrier.expect(ours.beginsWith());
            ours.run(carrier);
        } else {
            carrier.expect(null);
            try {
                job.run();
            } catch (Throwable thrown) {
                report("a job threw an error that nobody caught", thrown);
            }
        }
        running = 0;
        current = null;
    }

    private void takeOutside() {
        for (Runnable job = outside.poll(); job != null; job = outside.poll()) {
            ready.add(job, numberOf(job));
        }
    }

    /** Waits for what threads unknown to this scheduler may submit; true where something came. */
    boolean awaitOutside(long nanos) throws InterruptedException {
        Runnable job = nanos == 0 ? outside.poll() : outside.poll(nanos, TimeUnit.NANOSECONDS);
        if (job != null) {
            ready.add(job, numberOf(job));
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
        for (Runnable job : blocking.await(nanos)) {
            ready.add(job, numberOf(job));
        }
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
        if (time != now) {
            trace.timeMoved(steps, time);
        }
        now = time;
        List<Runnable> due = new ArrayList<>();
        timers.fireDue(time, due::add);
        while (!due.isEmpty()) {
            int n = Math.min(due.size(), ReadyJobs.WINDOW);
            due.remove(n == 1 ? 0 : choose(Choice.TIMER_TIE, n)).run();
        }
    }

    /** The fibers that have suspended and not ended. */
    FiberNumbers fibers() {
        return fibers;
    }

    boolean hasReady() {
        takeOutside();
        ready.dropSpent();
        return !ready.isEmpty();
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

    Trace trace() {
        return trace;
    }

    Strategy strategy() {
        return strategy;
    }

    /** Why this is not the run that was to be repeated; null where it is, so far. */
    @Nullable
    String divergence() {
        return divergence;
    }

    synchronized List<TestRuntime.Report> reports() {
        return List.copyOf(reports);
    }

    /** Nothing runs here any more; what is ready is forgotten. */
    void close() {
        closed = true;
        ready.clear();
    }

    // ---- deciding -----------------------------------------------------------------------------------------

    private int choose(Choice choice, int n) {
        int chosen = strategy.choose(choice, n, this);
        if (chosen < 0 || chosen >= n) {
            divergence = "a strategy chooses among 0 to " + (n - 1) + " for " + choice + ", but chose " + chosen
                    + "; it was " + strategy;
            chosen = 0;
        }
        if (divergence == null && strategy instanceof ReplayStrategy replayed) {
            divergence = replayed.divergence();
        }
        long step = choice == Choice.NEXT_JOB ? steps + 1 : steps;
        trace.decided(choice, n, chosen, step, running, ready);
        return chosen;
    }

    @Override
    public int decide(Decision kind, int n) {
        if (Thread.currentThread() != driver) {
            return 0;
        }
        return switch (kind) {
            case FORK -> choose(Choice.FORK, n);
            case SPLIT -> choose(Choice.SPLIT, n);
            // Asked first at each bind: so a cancel before this step is seen at it.
            case CANCEL -> decideCancel();
            case YIELD -> decideYield();
            case PICK -> choose(Choice.PICK, n);
        };
    }

    private int decideCancel() {
        countStep();
        if (cancelsLeft == 0 || carrier.isPlainlyEntered()) {
            return 0;
        }
        int cancels = choose(Choice.CANCEL, 2);
        cancelsLeft -= cancels;
        return cancels;
    }

    private int decideYield() {
        if (steps >= stepLimit) {
            return 1;
        }
        if (carrier.isUnchanged()) {
            return 0;
        }
        takeOutside();
        ready.dropSpent();
        if (ready.isEmpty()) {
            return 0;
        }
        int yields = choose(Choice.YIELD, 2);
        gaveWay = yields == 1 ? running : 0;
        return yields;
    }

    @Override
    public boolean explores() {
        return true;
    }

    // ---- Situation ----------------------------------------------------------------------------------------

    @Override
    public int running() {
        return Math.max(0, running);
    }

    @Override
    public int ready() {
        return ready.choices();
    }

    @Override
    public int fiber(int place) {
        return ready.number(place);
    }

    // ---- Scheduler --------------------------------------------------------------------------------------

    private int numberOf(Runnable job) {
        if (job instanceof LiveFiber fiber) {
            return FiberNumbers.of(fiber);
        }
        return job instanceof Job ? -Math.max(0, running) : 0;
    }

    /** What is shown: the job that runs, where one of its steps asks; then what is ready; then who waits, by number. */
    @Override
    public void visit(JobVisitor visitor) {
        Runnable runs = current;
        if (runs != null) {
            visitor.running(runs, 0, Thread.currentThread().getStackTrace());
        }
        ready.forEach(job -> visitor.found(job, JobVisitor.Place.RING, 0));
        BranchDeque branches = carrier.branches();
        if (branches != null) {
            branches.forEach(entry -> {
                if (entry instanceof Runnable branch) {
                    visitor.found(branch, JobVisitor.Place.BRANCHES, 0);
                }
            });
        }
        for (LiveFiber fiber : fibers.all()) {
            visitor.found((Runnable) fiber, JobVisitor.Place.REGISTRY, -1);
        }
    }

    @Override
    public int numberOf(LiveFiber fiber) {
        return FiberNumbers.of(fiber);
    }

    void accept(Runnable job) {
        if (closed) {
            return;
        }
        if (Thread.currentThread() == driver) {
            ready.add(job, numberOf(job));
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
    public long random() {
        synchronized (chance) {
            return chance.nextLong();
        }
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
    public void fiberBorn(LiveFiber fiber) {
        int number = fibers.born(fiber);
        if (Thread.currentThread() != driver || carrier.isStealing()) {
            return;
        }
        if (running < 0) {
            trace.happened(Trace.BRANCH, steps, running, number);
            running = number;
        } else {
            trace.happened(Trace.BORN, steps, running, number);
        }
    }

    @Override
    public void fiberSuspended(LiveFiber fiber) {
        fibers.suspended(fiber);
    }

    @Override
    public void fiberEnded(LiveFiber fiber) {
        fibers.ended(fiber);
    }

    @Override
    public Phase phase() {
        return fatal == null && !closed ? Phase.OPEN : Phase.CLOSED;
    }

    @Override
    public @Nullable Throwable fatalError() {
        return fatal;
    }

    /** The carrier of threads of executors that tasks name themselves. */
    private static final class OutsideCarrier extends Carrier {
        OutsideCarrier(Scheduler scheduler) {
            super(scheduler, null, FOREIGN_DEPTH);
        }
    }
}
