package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.Fiber;
import dev.clew.RuntimeClock;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What a user's executor or clock is given happens once, whatever that does with it. */
public final class OnceStress {
    /** What the executor or the clock was given by this thread. */
    private static final ThreadLocal<List<Runnable>> GIVEN = ThreadLocal.withInitial(ArrayList::new);

    private static final TaskRuntime COLLECTING = TaskRuntime.builder()
            .name("collecting")
            .compute(step -> GIVEN.get().add(step))
            .errorReporter((what, error) -> {})
            .build();

    private static final TaskRuntime BY_HAND = TaskRuntime.builder()
            .name("by-hand")
            .compute(Runnable::run)
            .clock(new Hand())
            .errorReporter((what, error) -> {})
            .build();

    private OnceStress() {}

    /** A clock whose timers a test fires. */
    private static final class Hand implements RuntimeClock {
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
            GIVEN.get().add(action);
            return () -> {};
        }
    }

    private static Runnable given() {
        List<Runnable> given = GIVEN.get();
        Runnable only = given.get(0);
        given.clear();
        return only;
    }

    /** An executor runs a step on two threads. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it is run once")
    @Outcome(expect = FORBIDDEN, desc = "twice, or not at all")
    @State
    public static class StepTwice {
        private final AtomicInteger ran = new AtomicInteger();
        private final Runnable step;

        public StepTwice() {
            COLLECTING.runAsync(Task.delay(ran::incrementAndGet), end -> {});
            step = given();
        }

        @Actor
        public void first() {
            step.run();
        }

        @Actor
        public void second() {
            step.run();
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = ran.get();
        }
    }

    /** A clock fires a timer while the fiber that sleeps is cancelled. */
    @JCStressTest
    @Outcome(
            id = {"1", "-2"},
            expect = ACCEPTABLE,
            desc = "it wakes, or is cancelled")
    @Outcome(expect = FORBIDDEN, desc = "it does not end")
    @State
    public static class FireCancel {
        private volatile int end;
        private final Fiber<Integer> fiber;
        private final Runnable fire;

        public FireCancel() {
            fiber = BY_HAND.runAsync(Task.sleep(Duration.ofSeconds(1)).map(slept -> 1), this::ended);
            fire = given();
        }

        private void ended(dev.clew.Outcome<Integer> outcome) {
            end = outcome instanceof dev.clew.Outcome.Succeeded<Integer> succeeded ? succeeded.value() : -2;
        }

        @Actor
        public void fires() {
            fire.run();
        }

        @Actor
        public void cancels() {
            BY_HAND.runAsync(fiber.cancel(), ended -> {});
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = end;
        }
    }
}
