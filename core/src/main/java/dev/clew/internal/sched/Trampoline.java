package dev.clew.internal.sched;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How jobs are given to executors of the user's, and run there: an executor that runs what it is given at once, on the
 * thread that gives it, costs no stack.
 *
 * <p>A job that is run while its giver is still inside {@code execute} is kept, and runs once this thread has ended what
 * it runs: the job there, or, where there is none, the call of {@code execute}. So a job never runs inside another one,
 * and a chain of jobs that wake each other is a loop. To the giver such an executor looks like any other.
 *
 * <p>One object to a thread, from the outermost call here to its return; that thread alone uses it.
 */
public final class Trampoline {
    private static final ThreadLocal<@Nullable Trampoline> HERE = new ThreadLocal<>();

    /** What was run too early, in that order; null until there is such a job. */
    private @Nullable ArrayDeque<Job> kept;

    /** This thread is inside {@code execute} of an executor. */
    private boolean giving;

    private Trampoline() {}

    /** Gives {@code job} to {@code executor}. Throws what that throws, and then the job was neither run nor kept. */
    public static void execute(Executor executor, Job job) {
        Trampoline here = HERE.get();
        if (here != null) {
            here.give(executor, job);
            return;
        }
        here = open();
        try {
            here.give(executor, job);
        } finally {
            here.close();
        }
    }

    /** An executor runs {@code job}. */
    static void run(Job job) {
        Trampoline here = HERE.get();
        if (here == null) {
            here = open();
            try {
                now(job);
            } finally {
                here.close();
            }
        } else if (here.giving) {
            here.keep(job);
        } else {
            now(job);
        }
    }

    private static Trampoline open() {
        Trampoline here = new Trampoline();
        HERE.set(here);
        return here;
    }

    private void give(Executor executor, Job job) {
        boolean before = giving;
        giving = true;
        try {
            executor.execute(job);
        } catch (Throwable refused) {
            ArrayDeque<Job> jobs = kept;
            if (jobs != null) {
                jobs.removeLastOccurrence(job);
            }
            throw refused;
        } finally {
            giving = before;
        }
    }

    private void keep(Job job) {
        ArrayDeque<Job> jobs = kept;
        if (jobs == null) {
            jobs = new ArrayDeque<>(4);
            kept = jobs;
        }
        jobs.add(job);
    }

    /** Runs what was kept, and what is kept meanwhile. */
    private void close() {
        ArrayDeque<Job> jobs = kept;
        while (jobs != null) {
            Job next = jobs.poll();
            if (next == null) {
                break;
            }
            now(next);
        }
        HERE.remove();
    }

    private static void now(Job job) {
        Scheduler scheduler = job.scheduler();
        Object before = Inside.enter(scheduler);
        try {
            job.run(scheduler.foreign());
        } finally {
            Inside.leave(before);
        }
    }
}
