package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.sync.Deferred;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Ends that meet: the two sides of a race, the waiters and the run of a memoized task, the children and the body of a scope.
 *
 * <p>The fibers run on an executor that runs at once what it is given: so what an actor completes or cancels goes on in the actor's
 * own thread, against the other's. A result is a value, {@link #FAILED}, {@link #CANCELED}, or 0 for what has not ended.
 */
public final class TogetherStress {
    private static final TaskRuntime RUNTIME = TaskRuntime.builder()
            .name("stress")
            .compute(Runnable::run)
            .errorReporter((what, error) -> {})
            .build();
    private static final int FAILED = -1;
    private static final int CANCELED = -2;

    private TogetherStress() {}

    /** A fiber, and how it has ended. */
    private static final class Running {
        private volatile int end;
        private final Fiber<Integer> fiber;

        Running(Task<Integer> task) {
            fiber = RUNTIME.runAsync(task, this::ended);
        }

        private void ended(dev.clew.Outcome<Integer> outcome) {
            if (outcome instanceof dev.clew.Outcome.Succeeded<Integer> succeeded) {
                end = succeeded.value();
            } else {
                end = outcome instanceof dev.clew.Outcome.Failed ? FAILED : CANCELED;
            }
        }

        void cancel() {
            RUNTIME.runAsync(fiber.cancel(), end -> {});
        }
    }

    /** Both sides of a race end at once. */
    @JCStressTest
    @Outcome(
            id = {"1", "2"},
            expect = ACCEPTABLE,
            desc = "one of the two is the end")
    @Outcome(expect = FORBIDDEN, desc = "the race has not ended, or otherwise")
    @State
    public static class RaceOfTwo {
        private final Deferred<Integer> left = Deferred.create();
        private final Deferred<Integer> right = Deferred.create();
        private final Running race = new Running(Task.race(left.get(), right.get()));

        @Actor
        public void left() {
            left.tryComplete(1);
        }

        @Actor
        public void right() {
            right.tryComplete(2);
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = race.end;
        }
    }

    /** One side of a race ends while the whole is cancelled. */
    @JCStressTest
    @Outcome(
            id = {"1", "-2"},
            expect = ACCEPTABLE,
            desc = "the value, or the cancellation")
    @Outcome(expect = FORBIDDEN, desc = "the race has not ended, or otherwise")
    @State
    public static class RaceCancelled {
        private final Deferred<Integer> side = Deferred.create();
        private final Running race = new Running(Task.race(Task.never(), side.get()));

        @Actor
        public void ends() {
            side.tryComplete(1);
        }

        @Actor
        public void cancels() {
            race.cancel();
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = race.end;
        }
    }

    /** The last waiter of a memoized task leaves while another comes. */
    @JCStressTest
    @Outcome(id = "-2, 7", expect = ACCEPTABLE, desc = "one has left, the other gets the value")
    @Outcome(expect = FORBIDDEN, desc = "the one who came waits for a run that was cancelled")
    @State
    public static class MemoLeftAndEntered {
        private final Deferred<Integer> gate = Deferred.create();
        private final Task<Integer> memo = memoized(gate.get());
        private final Running first = new Running(memo);
        private final Running[] second = new Running[1];

        @Actor
        public void leaves() {
            first.cancel();
        }

        @Actor
        public void comes() {
            second[0] = new Running(memo);
        }

        @Arbiter
        public void ends(II_Result result) {
            gate.tryComplete(7);
            result.r1 = first.end;
            result.r2 = second[0].end;
        }
    }

    /** The run of a memoized task ends while its last waiter leaves. */
    @JCStressTest
    @Outcome(
            id = {"7, 7", "-2, 7"},
            expect = ACCEPTABLE,
            desc = "the waiter has the value or has left, and the next one gets it")
    @Outcome(expect = FORBIDDEN, desc = "somebody waits for ever, or gets something else")
    @State
    public static class MemoLeftAndEnded {
        private final Deferred<Integer> gate = Deferred.create();
        private final Task<Integer> memo = memoized(gate.get());
        private final Running waiter = new Running(memo);

        @Actor
        public void leaves() {
            waiter.cancel();
        }

        @Actor
        public void ends() {
            gate.tryComplete(7);
        }

        @Arbiter
        public void next(II_Result result) {
            result.r1 = waiter.end;
            result.r2 = new Running(memo).end;
        }
    }

    private static Task<Integer> memoized(Task<Integer> task) {
        Deferred<Task<Integer>> made = Deferred.create();
        RUNTIME.runAsync(task.memoize().flatMap(made::complete), end -> {});
        return made.peek() instanceof dev.clew.Outcome.Succeeded<Task<Integer>> memo
                ? memo.value()
                : Task.fail(new IllegalStateException("a task is memoized at once"));
    }

    /** The last child of a scope ends while its body does. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the scope ends with the body's value")
    @Outcome(expect = FORBIDDEN, desc = "the scope has not ended, or otherwise")
    @State
    public static class ScopeChildAndBody {
        private final Deferred<Integer> child = Deferred.create();
        private final Deferred<Integer> body = Deferred.create();
        private final Running scope = new Running(
                Task.scoped(dev.clew.Scope.Rest.AWAIT, s -> s.start(child.get()).then(body.get())));

        @Actor
        public void child() {
            child.tryComplete(2);
        }

        @Actor
        public void body() {
            body.tryComplete(1);
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = scope.end;
        }
    }

    /** One child of a scope fails while the other, the last, ends, and the body has ended. */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "the scope fails")
    @Outcome(expect = FORBIDDEN, desc = "the scope has not ended, or the failure is lost")
    @State
    public static class ScopeChildFails {
        private final Deferred<Integer> fails = Deferred.create();
        private final Deferred<Integer> ends = Deferred.create();
        private final Running scope = new Running(Task.scoped(
                dev.clew.Scope.Rest.AWAIT,
                s -> s.start(fails.get()).then(s.start(ends.get())).thenReturn(1)));

        @Actor
        public void fails() {
            fails.tryFail(new Exception("planned"));
        }

        @Actor
        public void ends() {
            ends.tryComplete(2);
        }

        @Arbiter
        public void end(I_Result result) {
            result.r1 = scope.end;
        }
    }
}
