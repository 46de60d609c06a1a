package dev.clew;

import dev.clew.internal.kernel.ControlNodes;
import dev.clew.internal.sched.Scheduler;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An immutable description of when to do something again, and how often: for {@link Task#retry(Schedule)} and
 * {@link Task#repeat(Schedule)}.
 *
 * <p><b>Semantics.</b> After each run a schedule says to stop, or how long to wait before the next. Its count begins anew
 * with each run of the task it is given to, so many fibers may use one schedule at once. "Start" below is the moment the
 * first run began; time is the runtime's clock, and chance its source of random numbers, so that a deterministic runtime
 * repeats both.
 *
 * <p>Schedules compose: {@link #and} goes on while both want to, after the longer delay, so
 * {@code exponential(d).and(recurs(5))} is five tries again; {@link #or} goes on while either wants to, after the shorter
 * delay, so {@code exponential(d).or(spaced(max))} is a delay with a ceiling.
 *
 * <p><b>Cost.</b> A small object for each part when a run begins; nothing is kept of past runs. Delays that grow past what
 * fits stay at 292 years.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Schedule patient = Schedule.exponential(Duration.ofMillis(100))
 *         .or(Schedule.spaced(Duration.ofSeconds(10)))
 *         .jittered()
 *         .upTo(Duration.ofMinutes(5))
 *         .whileError(error -> error instanceof IOException);
 * Task<String> fetched = fetch.retry(patient);
 * }</pre>
 */
public final class Schedule {
    private static final double LEAST_JITTER = 0.8;
    private static final double MOST_JITTER = 1.2;
    private static final int DOUBLE_BITS = 53;

    /** What {@link Run#next} gives where nothing is to be done again. */
    private static final long STOP = -1;

    /**
     * One use of a schedule; one fiber at a time asks it. It may be asked again after it has given {@link #STOP}: what is
     * used up says so again, and a predicate of errors may hold of the next one.
     */
    private interface Run {
        /** Nanoseconds until the next run, or {@link #STOP}; {@code error} is that of the last run, null where it had none. */
        long next(Scheduler time, @Nullable Throwable error) throws Exception;
    }

    /** Begins a run at {@code start}, in nanoseconds of the runtime's clock. */
    private interface Start {
        Run at(long start);
    }

    private final Start start;

    private Schedule(Start start) {
        this.start = start;
    }

    private static Schedule given(@Nullable Schedule schedule) {
        return Objects.requireNonNull(
                schedule, "a schedule was wanted, not null; use Schedule.recurs(0) for never again");
    }

    // ---- making -----------------------------------------------------------------------------------------

    /** Again at once, without end. */
    public static Schedule forever() {
        return spaced(Duration.ZERO);
    }

    /** Again at once, {@code times} times: so {@code times + 1} runs at most. */
    public static Schedule recurs(long times) {
        if (times < 0) {
            throw new IllegalArgumentException("a schedule recurs as often as it says, but " + times
                    + " is negative; use recurs(0) for never again");
        }
        return new Schedule(from -> new Run() {
            private long left = times;

            @Override
            public long next(Scheduler time, @Nullable Throwable error) {
                return left-- > 0 ? 0 : STOP;
            }
        });
    }

    /** Again {@code delay} after the last run has ended, without end. */
    public static Schedule spaced(Duration delay) {
        long nanos = Durations.nanos(delay);
        return new Schedule(from -> (time, error) -> nanos);
    }

    /**
     * Again at whole multiples of {@code interval} after the start, without end. Where a run takes longer than that, the
     * multiples it has missed are left out: runs never pile up and stay aligned.
     */
    public static Schedule fixedRate(Duration interval) {
        long nanos = Durations.nanos(interval);
        if (nanos == 0) {
            throw new IllegalArgumentException(
                    "a fixed rate has an interval longer than zero; use forever() to go on at once");
        }
        return new Schedule(from -> new Run() {
            private long beat;

            @Override
            public long next(Scheduler time, @Nullable Throwable error) {
                long elapsed = time.nanoTime() - from;
                long whole = elapsed / nanos;
                beat = Math.max(beat + 1, elapsed % nanos == 0 ? whole : whole + 1);
                long due = times(beat, nanos);
                return due == Long.MAX_VALUE ? due : due - elapsed;
            }
        });
    }

    /** {@code exponential(base, 2)}. */
    public static Schedule exponential(Duration base) {
        return exponential(base, 2);
    }

    /** After {@code base}, {@code base × factor}, {@code base × factor²}, …, without end. */
    public static Schedule exponential(Duration base, double factor) {
        long first = Durations.nanos(base);
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "delays are multiplied by a finite factor greater than zero, but this one is " + factor);
        }
        return new Schedule(from -> new Run() {
            private double delay = first;

            @Override
            public long next(Scheduler time, @Nullable Throwable error) {
                long now = Math.round(delay);
                delay *= factor;
                return now;
            }
        });
    }

    /** After {@code base}, {@code base}, and then always the sum of the last two delays, without end. */
    public static Schedule fibonacci(Duration base) {
        long first = Durations.nanos(base);
        return new Schedule(from -> new Run() {
            private long delay = first;
            private long following = first;

            @Override
            public long next(Scheduler time, @Nullable Throwable error) {
                long now = delay;
                delay = following;
                following = plus(now, following);
                return now;
            }
        });
    }

    /** After each of {@code delays} in turn, which are asked for as they are needed, anew in each run. */
    public static Schedule delays(Iterable<Duration> delays) {
        Objects.requireNonNull(delays, "delays were wanted, not null; use recurs(0) for none");
        return new Schedule(from -> new Run() {
            private final Iterator<Duration> rest = delays.iterator();

            @Override
            public long next(Scheduler time, @Nullable Throwable error) {
                return rest.hasNext() ? Durations.nanos(rest.next()) : STOP;
            }
        });
    }

    // ---- changing ---------------------------------------------------------------------------------------

    /** {@code jittered(0.8, 1.2)}. */
    public Schedule jittered() {
        return jittered(LEAST_JITTER, MOST_JITTER);
    }

    /** Multiplies each delay by a random factor, evenly distributed from {@code least} up to {@code most}. */
    public Schedule jittered(double least, double most) {
        if (!(least >= 0 && most >= least && most < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "jitter is drawn from between two finite factors of which the first is not"
                            + " negative and the second not smaller, but these are " + least + " and " + most);
        }
        return new Schedule(from -> {
            Run run = start.at(from);
            return (time, error) -> {
                long delay = run.next(time, error);
                if (delay <= 0) {
                    return delay;
                }
                double part = (time.random() >>> (Long.SIZE - DOUBLE_BITS)) * 0x1.0p-53;
                return Math.round(delay * (least + (most - least) * part));
            };
        });
    }

    /**
     * Stops where the next run would begin later than {@code limit} after the start. It is the delays of this that are
     * looked at: apply it last.
     */
    public Schedule upTo(Duration limit) {
        long nanos = Durations.nanos(limit);
        return new Schedule(from -> {
            Run run = start.at(from);
            return (time, error) -> {
                long delay = run.next(time, error);
                return plus(time.nanoTime() - from, Math.max(delay, 0)) > nanos ? STOP : delay;
            };
        });
    }

    /**
     * Stops at an error of which {@code predicate} does not hold. A repetition has no errors, so it is not asked there. What
     * it throws is the error of the retry.
     */
    public Schedule whileError(Fn<? super Throwable, Boolean> predicate) {
        Objects.requireNonNull(predicate, "a function was wanted, not null");
        return new Schedule(from -> {
            Run run = start.at(from);
            return (time, error) -> error == null || predicate.apply(error) ? run.next(time, error) : STOP;
        });
    }

    /** Goes on while both do, after the longer delay. */
    public Schedule and(Schedule other) {
        given(other);
        return new Schedule(from -> {
            Run one = start.at(from);
            Run two = other.start.at(from);
            return (time, error) -> {
                long first = one.next(time, error);
                long second = two.next(time, error);
                return first == STOP || second == STOP ? STOP : Math.max(first, second);
            };
        });
    }

    /**
     * Goes on while either does, after the shorter delay of those that do. Both are asked each time: so
     * {@code a.whileError(p).or(b.whileError(q))} has a schedule for each kind of error.
     */
    public Schedule or(Schedule other) {
        given(other);
        return new Schedule(from -> {
            Run one = start.at(from);
            Run two = other.start.at(from);
            return (time, error) -> {
                long first = one.next(time, error);
                long second = two.next(time, error);
                return first == STOP || second == STOP ? Math.max(first, second) : Math.min(first, second);
            };
        });
    }

    /** This, and where it stops {@code next}, whose start is that moment. */
    public Schedule andThen(Schedule next) {
        given(next);
        return new Schedule(from -> new Run() {
            private Run current = start.at(from);
            private boolean isSecond;

            @Override
            public long next(Scheduler time, @Nullable Throwable error) throws Exception {
                long delay = current.next(time, error);
                if (delay == STOP && !isSecond) {
                    isSecond = true;
                    current = next.start.at(time.nanoTime());
                    return current.next(time, error);
                }
                return delay;
            }
        });
    }

    private static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long times(long a, long b) {
        return a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    // ---- driving ----------------------------------------------------------------------------------------

    /** {@code task}, and again while it fails and this wants to; then the last error is the error. */
    <A extends @Nullable Object> Task<A> retry(Task<A> task) {
        return ControlNodes.SCHEDULER.flatMap(time -> tried(task, time, start.at(time.nanoTime())));
    }

    private static <A extends @Nullable Object> Task<A> tried(Task<A> task, Scheduler time, Run run) {
        return task.recoverWith(error -> {
            long delay = run.next(time, error);
            return delay == STOP
                    ? Task.fail(error)
                    : Task.sleep(Duration.ofNanos(delay)).flatMap(rested -> tried(task, time, run));
        });
    }

    /** {@code task}, and again while it succeeds and this wants to; then the last value is the value. */
    <A extends @Nullable Object> Task<A> repeat(Task<A> task) {
        return ControlNodes.SCHEDULER.flatMap(time -> repeated(task, time, start.at(time.nanoTime())));
    }

    private static <A extends @Nullable Object> Task<A> repeated(Task<A> task, Scheduler time, Run run) {
        return task.flatMap(value -> {
            long delay = run.next(time, null);
            return delay == STOP
                    ? Task.now(value)
                    : Task.sleep(Duration.ofNanos(delay)).flatMap(rested -> repeated(task, time, run));
        });
    }
}
