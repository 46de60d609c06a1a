package dev.clew.testkit;

import dev.clew.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What must hold in each run of an exploration. */
final class Checks<S extends @Nullable Object, A extends @Nullable Object> {
    private record Invariant<S extends @Nullable Object>(String rule, Predicate<? super S> holds) {}

    private record Expectation<S extends @Nullable Object, A extends @Nullable Object>(
            String rule, BiPredicate<? super S, ? super Outcome<A>> holds) {}

    private final List<Invariant<S>> invariants = new ArrayList<>();
    private final List<Expectation<S, A>> expectations = new ArrayList<>();
    private boolean failedAllowed;

    void invariant(String rule, Predicate<? super S> holds) {
        invariants.add(new Invariant<>(rule, holds));
    }

    void expect(String rule, BiPredicate<? super S, ? super Outcome<A>> holds) {
        expectations.add(new Expectation<>(rule, holds));
    }

    void allowFailed() {
        failedAllowed = true;
    }

    /** Has {@code runtime} check the invariants of {@code state} after each step. */
    void addInvariants(TestRuntime.Builder runtime, S state) {
        for (Invariant<S> invariant : invariants) {
            runtime.invariant(invariant.rule, () -> invariant.holds.test(state));
        }
    }

    /** Throws where {@code outcome} is not as expected. */
    void checkOutcome(TestRuntime runtime, S state, Outcome<A> outcome) {
        for (Expectation<S, A> expectation : expectations) {
            boolean holds;
            try {
                holds = expectation.holds.test(state, outcome);
            } catch (Throwable thrown) {
                throw runtime.broke(
                        RunFailure.Kind.OUTCOME,
                        expectation.rule,
                        "the program ended with " + outcome + ", which is not as expected: " + expectation.rule
                                + "; the check threw " + thrown,
                        thrown);
            }
            if (!holds) {
                throw runtime.broke(
                        RunFailure.Kind.OUTCOME,
                        expectation.rule,
                        "the program ended with " + outcome + ", which is not as expected: " + expectation.rule,
                        causes(outcome));
            }
        }
        if (expectations.isEmpty() && !failedAllowed && outcome instanceof Outcome.Failed<A> failed) {
            throw runtime.broke(
                    RunFailure.Kind.OUTCOME,
                    failed.error().getClass().getName(),
                    "the program failed with " + failed.error() + "; say what to expect of it, or allowFailed",
                    causes(outcome));
        }
    }

    private static Throwable[] causes(Outcome<?> outcome) {
        return outcome instanceof Outcome.Failed<?> failed ? new Throwable[] {failed.error()} : new Throwable[0];
    }
}
