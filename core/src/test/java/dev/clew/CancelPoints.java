package dev.clew;

import dev.clew.internal.sched.LiveFiber;
import dev.clew.testkit.Choice;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program once for each step {@code k} of a schedule, with a cancellation before step {@code k}, until a run has
 * no such step. A run must leave no fiber,
 * no timer and no reported error.
 */
final class CancelPoints {
    private static final int MOST = 20_000;
    private static final Duration LONG = Duration.ofDays(1);

    private CancelPoints() {}

    /** Cancels the fiber of the program itself; gives the number of points. */
    static <A extends @Nullable Object> int ofTheWhole(
            long seed, Function<List<String>, Task<A>> program, BiConsumer<Outcome<A>, List<String>> check) {
        return points(true, seed, program, check);
    }

    /** Cancels whichever fiber is about to take the step; gives the number of points. */
    static <A extends @Nullable Object> int ofAnyFiber(
            long seed, Function<List<String>, Task<A>> program, BiConsumer<Outcome<A>, List<String>> check) {
        return points(false, seed, program, check);
    }

    private static <A extends @Nullable Object> int points(
            boolean whole,
            long seed,
            Function<List<String>, Task<A>> program,
            BiConsumer<Outcome<A>, List<String>> check) {
        for (int k = 0; k < MOST; k++) {
            At at = new At(Strategy.random(seed), k, whole);
            List<String> log = new ArrayList<>();
            try {
                TestRuntime runtime =
                        TestRuntime.builder().seed(seed).strategy(at).build();
                TestRuntime.Started<A> started = runtime.start(program.apply(log));
                at.whole = (LiveFiber) started.fiber();
                runtime.advance(LONG);
                Outcome<A> outcome = started.outcome();
                if (outcome == null || runtime.liveFibers() > 0 || runtime.timers() > 0) {
                    throw new AssertionError("the program ended with " + outcome + " and left " + runtime.liveFibers()
                            + " fibers and " + runtime.timers() + " timers");
                }
                if (!runtime.reported().isEmpty()) {
                    throw new AssertionError("errors were reported: " + runtime.reported());
                }
                check.accept(outcome, log);
            } catch (Throwable wrong) {
                throw new AssertionError(
                        "cancelled before step " + k + " of seed " + seed + ", log " + log + ": " + wrong.getMessage(),
                        wrong);
            }
            if (!at.reached) {
                return k;
            }
        }
        throw new AssertionError("a program of more than " + MOST + " steps");
    }

    private static final class At implements Strategy {
        private final Strategy others;
        private final boolean cancelsWhole;
        private @Nullable LiveFiber whole;
        private int left;
        private boolean reached;

        At(Strategy others, int step, boolean cancelsWhole) {
            this.others = others;
            this.left = step;
            this.cancelsWhole = cancelsWhole;
        }

        @Override
        public int choose(Choice choice, int n) {
            if (choice != Choice.CANCEL || left-- != 0) {
                return others.choose(choice, n);
            }
            reached = true;
            LiveFiber fiber = whole;
            if (cancelsWhole && fiber != null) {
                fiber.requestCancel();
                return 0;
            }
            return 1;
        }
    }
}
