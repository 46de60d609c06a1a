package dev.clew.internal.sched;

import dev.clew.internal.timer.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * All that an evaluator knows of the world: where ready jobs go, what time it is, where blocking code runs, and who
 * decides. The pool implements it; so does the deterministic runtime.
 */
public abstract class Scheduler {

    /**
     * Makes {@code job} ready: it was just woken or started. May be called from any thread. Throws only where the jobs run
     * on an executor of the user's, and that refuses the job, which is then still the caller's.
     */
    public abstract void submit(Job job);

    /** As {@link #submit}, but behind what is ready already: the job gave way. */
    public abstract void submitLast(Job job);

    /** The carrier of threads that are not this scheduler's. */
    public abstract Carrier foreign();

    /** The runtime's monotonic clock, in nanoseconds. */
    public abstract long nanoTime();

    /** The runtime's wall clock, in milliseconds since 1970. */
    public abstract long currentTimeMillis();

    /** 64 random bits, for what tasks leave to chance, such as the jitter of a schedule. May be called from any thread. */
    public long random() {
        return ThreadLocalRandom.current().nextLong();
    }

    /** Runs {@code action}, which must be short, once {@code nanos} have passed. */
    public abstract Timer schedule(long nanos, Runnable action);

    /** Runs {@code action}, which may block, off the workers. */
    public abstract void executeBlocking(Runnable action);

    /** The workers as an executor: what {@code Task.executor()} gives where no other was asked for. */
    public abstract Executor executor();

    /** How many helpers a range is given where there is no deque, and so nobody who steals. */
    public int helpers() {
        return Runtime.getRuntime().availableProcessors() - 1;
    }

    /** Answers a {@link Decision} among {@code n} choices, 0 to {@code n - 1}. */
    public int decide(Decision kind, int n) {
        return 0;
    }

    /** Whether {@link #decide} wants to be asked at each bind, fork and element. */
    public boolean explores() {
        return false;
    }

    /** A fiber was made; told only where this scheduler {@linkplain #explores explores}. */
    public void fiberBorn(LiveFiber fiber) {}

    /** The thread-locals that fibers carry; null where there are none. */
    public @Nullable Bridge bridge() {
        return null;
    }

    /** Shows {@code visitor} the jobs there are, as far as they can be found without stopping anybody. */
    public void visit(JobVisitor visitor) {}

    /** The number by which {@code fiber} is called in dumps; 0 where any will do. */
    public int numberOf(LiveFiber fiber) {
        return 0;
    }

    /** Tells of an error that nobody else will hear of. */
    public abstract void report(String what, Throwable error);

    /** Ends this scheduler because of an error after which nothing can be relied on. */
    public abstract void fatal(Throwable error);

    /**
     * There is no memory to have {@code fiber} go on or to tell of its end, which is fatal. It ends, or is told of again,
     * when others have given memory back.
     */
    public void keep(LiveFiber fiber, OutOfMemoryError error) {
        fatal(error);
    }

    /** A fiber suspended for the first time: from now on {@link #fiberEnded} will be told of its end. */
    public abstract void fiberSuspended(LiveFiber fiber);

    /** A fiber of which {@link #fiberSuspended} was told has ended. */
    public abstract void fiberEnded(LiveFiber fiber);

    /** How far closing has come; asked at the beginning of each run of a fiber. */
    public abstract Phase phase();

    /** The error that ended this scheduler; null where none did. */
    public @Nullable Throwable fatalError() {
        return null;
    }

    /** The life of a scheduler. */
    public enum Phase {
        /** All is taken. */
        OPEN,
        /**
         * New work from outside is refused. Fibers that run are asked to stop, but not those that a masked region has
         * started: their finalizers may do all.
         */
        DRAINING,
        /** As before, and every fiber is asked to stop. */
        DRAINING_ALL,
        /** A fiber that is resumed ends without another step. */
        CLOSED
    }
}
