package dev.clew.internal.kernel;

import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Job;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.timer.Timer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** A scheduler without threads: what is made ready lies on a shelf until a test runs it. */
final class Shelf extends Scheduler {
    private final ConcurrentLinkedQueue<Job> ready = new ConcurrentLinkedQueue<>();
    private final AtomicInteger submitted = new AtomicInteger();
    private final Carrier carrier = new Carrier(this, null, Carrier.FOREIGN_DEPTH) {};

    /** How many jobs were ever made ready. */
    int submitted() {
        return submitted.get();
    }

    /** Runs what lies ready, and what that makes ready, on the calling thread. */
    void runAll() {
        for (Job job = ready.poll(); job != null; job = ready.poll()) {
            job.run(carrier);
        }
    }

    @Override
    public void submit(Job job) {
        submitted.incrementAndGet();
        ready.add(job);
    }

    @Override
    public void submitLast(Job job) {
        submit(job);
    }

    @Override
    public Carrier foreign() {
        return carrier;
    }

    @Override
    public int helpers() {
        return 0;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public long currentTimeMillis() {
        return 0;
    }

    @Override
    public Timer schedule(long nanos, Runnable action) {
        throw new UnsupportedOperationException("a shelf has no clock, so no timer can be set");
    }

    @Override
    public void executeBlocking(Runnable action) {
        action.run();
    }

    @Override
    public Executor executor() {
        return Runnable::run;
    }

    @Override
    public void report(String what, Throwable error) {
        throw new AssertionError(what, error);
    }

    @Override
    public void fatal(Throwable error) {
        throw new AssertionError("a fatal error", error);
    }

    @Override
    public void fiberSuspended(LiveFiber fiber) {
        fiber.setLiveStripe(0);
    }

    @Override
    public void fiberEnded(LiveFiber fiber) {
        fiber.setLiveStripe(-1);
    }

    @Override
    public Phase phase() {
        return Phase.OPEN;
    }
}
