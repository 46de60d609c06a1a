package dev.clew.internal.kernel;

import dev.clew.StalledException;
import dev.clew.internal.timer.Timer;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks, every so often, whether all fibers of a scope wait for something that only fibers can bring.
 *
 * <p>A look goes through the fibers twice, in two {@linkplain StallRound rounds}. In the first each must be parked, in a cell that
 * only fibers end; in the second each must be parked in the very same cell. A cell is parked in once, so at
 * the moment between the rounds all were: nobody ran who could have woken another, or could have started a fiber. That is a
 * stall for ever, as far as it is right that what these fibers wait for is brought by them alone.
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
        StallRound first = new StallRound(scope);
        if (!first.isStall()) {
            return null;
        }
        StallRound second = new StallRound(scope);
        return second.isStall() && second.isSameAs(first) ? new StalledException(second.words()) : null;
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
