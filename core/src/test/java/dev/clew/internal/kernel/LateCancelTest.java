package dev.clew.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Callback;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Job;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.timer.TimerEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A cancel and an answer both come while a fiber is parking: after its wait began, before it waits. */
class LateCancelTest {

    @Test
    void theAnswerIsDeliveredAndTheCancellationIsSeenAtTheNextNode() {
        AtomicReference<@Nullable Callback<Integer>> callback = new AtomicReference<>();
        List<Integer> seen = new ArrayList<>();
        Task<Integer> task = Task.<Integer>async(callback::set)
                .map(value -> {
                    seen.add(value);
                    return value;
                })
                .flatMap(value -> Task.delay(() -> {
                    seen.add(value + 1);
                    return value;
                }));
        AtomicReference<@Nullable Outcome<Integer>> outcome = new AtomicReference<>();
        ParkingHook scheduler = new ParkingHook(fiber -> {
            fiber.requestCancel();
            Objects.requireNonNull(callback.get(), "async has registered").success(1);
        });
        Runs.start(scheduler, task, outcome::set);
        scheduler.runAll();
        assertThat(outcome.get()).isEqualTo(new Outcome.Canceled<>());
        assertThat(seen).containsExactly(1);
    }

    /** Runs jobs on the test's thread and calls a hook where a fiber is about to park. */
    private static final class ParkingHook extends Scheduler {
        private final Queue<Job> ready = new ArrayDeque<>();
        private final Consumer<LiveFiber> hook;
        private final Carrier carrier;

        ParkingHook(Consumer<LiveFiber> hook) {
            this.hook = hook;
            this.carrier = new Carrier(this, null, 0) {};
        }

        void runAll() {
            for (Job job = ready.poll(); job != null; job = ready.poll()) {
                job.run(carrier);
            }
        }

        @Override
        public void submit(Job job) {
            ready.add(job);
        }

        @Override
        public void submitLast(Job job) {
            ready.add(job);
        }

        @Override
        public Carrier foreign() {
            return new Carrier(this, null, 0) {};
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
        public TimerEntry schedule(long nanos, Runnable action) {
            throw new UnsupportedOperationException("this test sets no timer");
        }

        @Override
        public void executeBlocking(Runnable action) {
            throw new UnsupportedOperationException("this test blocks nowhere");
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
            hook.accept(fiber);
        }

        @Override
        public void fiberEnded(LiveFiber fiber) {}

        @Override
        public Phase phase() {
            return Phase.OPEN;
        }
    }
}
