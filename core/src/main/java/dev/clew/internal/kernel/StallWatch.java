package dev.clew.internal.kernel;

import dev.clew.StalledException;
import dev.clew.internal.timer.Timer;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks, every so often, whether all fibers of a scope wait for something that only fibers can bring.
 *
 * <p>A look goes through the fibers twice. In the first round each must be parked, in a cell that only fibers end, under no time
 * limit, and beside no branch of its own; in the second each must be parked in the very same cell. A cell is parked in once, so at
 * the moment between the rounds all were: nobody ran who could have woken another, or could have started a fiber. That is a
 * stall for ever, as far as it is right that what these fibers wait for is brought by them alone.
 *
 * <p>Where it cannot be known the answer is no: waits of other kinds, such as callbacks, timers, blocking calls, the other side of
 * {@code both}, an inner scope, and joins of fibers that are not of the scope.
 *
 * <pre>
 * field   | writer              | access   | pairs with
 * --------+---------------------+----------+-----------------------------------------------------------
 * timer   | who arms            | volatile | stop: sets stopped, then reads timer; arm: writes timer,
 * stopped | who closes the scope| volatile | then reads stopped; so one of them cancels the timer
 * </pre>
 */
final class StallWatch implements Runnable {
    private static final VarHandle TIMER = VarHandles.field(MethodHandles.lookup(), "timer", Timer.class);

    private static final Duration LONGEST = Duration.ofDays(365);

    private final ScopeState scope;
    private final long nanos;

    @SuppressWarnings("unused")
    private @Nullable Timer timer;

    private volatile boolean stopped;

    StallWatch(ScopeState scope, long nanos) {
        this.scope = scope;
        this.nanos = nanos;
    }

    /** {@code every}, which must be more than nothing, in nanoseconds. */
    static long nanos(Duration every) {
        Objects.requireNonNull(every, "how often to look for a stall is a Duration, not null");
        if (every.isZero() || every.isNegative()) {
            throw new IllegalArgumentException(
                    "a scope is looked at for stalls every so often, after more than no time, but was to be after "
                            + every);
        }
        return every.compareTo(LONGEST) < 0 ? every.toNanos() : LONGEST.toNanos();
    }

    /** Sets the timer of the next look. */
    void arm() {
        Timer set = scope.scheduler().schedule(nanos, this);
        TIMER.setVolatile(this, set);
        if (stopped) {
            set.cancel();
        }
    }

    /** There will be no further look. */
    void stop() {
        stopped = true;
        Timer set = (Timer) TIMER.getVolatile(this);
        if (set != null) {
            set.cancel();
        }
    }

    /** The timer fires. */
    @Override
    public void run() {
        if (stopped) {
            return;
        }
        StalledException stall = look();
        if (stall != null) {
            scope.fail(stall);
        } else {
            arm();
        }
    }

    /** The error of a stall; null where there is none, or it cannot be known. */
    @Nullable
    StalledException look() {
        List<FiberState> fibers = scope.members();
        Map<FiberState, WaitCell> cells = new HashMap<>();
        List<FiberState> joined = new ArrayList<>();
        for (FiberState fiber : fibers) {
            WaitCell cell = fiber.waitsIn();
            if (cell == null || !cell.isParked() || !endsByFibers(cell, joined)) {
                return null;
            }
            cells.put(fiber, cell);
        }
        for (FiberState fiber : fibers) {
            WaitCell cell = cells.get(fiber);
            if (cell == null || fiber.waitsIn() != cell || !cell.isParked()) {
                return null;
            }
        }
        boolean all = !fibers.isEmpty() && cells.keySet().containsAll(joined) && fibers.equals(scope.members());
        return all ? new StalledException(words(fibers)) : null;
    }

    /** Whether nothing but fibers, as far as is known, ends the wait in {@code cell}; one that it joins goes into {@code joined}. */
    private static boolean endsByFibers(WaitCell cell, List<FiberState> joined) {
        Object awaited = cell.awaitedOfFibers();
        if (awaited == null) {
            return false;
        }
        if (awaited instanceof FiberState fiber) {
            joined.add(fiber);
        }
        for (Strand s = cell.strand(); s != null; s = s.parent()) {
            if (!(s instanceof FiberState || s instanceof ScopeState)) {
                return false;
            }
        }
        return true;
    }

    private static String words(List<FiberState> fibers) {
        StringBuilder words = new StringBuilder(
                fibers.size() == 1
                        ? "the only fiber of a scope waits for what only it could bring"
                        : "all " + fibers.size() + " fibers of a scope wait for what only they could bring");
        words.append(
                ", and no timer, callback or blocking call can wake one; find who should have given back, completed or put"
                        + " what is waited for:");
        for (FiberState fiber : fibers) {
            words.append("\n  ").append(fiber).append(" waits for ").append(fiber.describeWait(Object::toString));
            for (StackTraceElement site : Dumps.sites(fiber)) {
                words.append("\n      at ").append(site);
            }
        }
        return words.toString();
    }

    /** {@code scope.failOnStall}. */
    static final class Begin extends Node<@Nullable Void> {
        private final ScopeState scope;
        private final long nanos;

        Begin(ScopeState scope, long nanos) {
            this.scope = scope;
            this.nanos = nanos;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            try {
                scope.watch(new StallWatch(scope, nanos));
            } catch (Throwable thrown) {
                return fiber.raise(thrown);
            }
            return null;
        }
    }
}
