package dev.clew.sync;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Parts of programs about things that are held and waited for. */
final class Held {
    private Held() {}

    /** How many hold a thing at a time, now and at most; for one thread. */
    static final class Count {
        private int now;
        private int most;

        int now() {
            return now;
        }

        int most() {
            return most;
        }

        /** {@code task}, counted from its first step to its end, with room for others to come in between. */
        <A> Task<A> during(Task<A> task) {
            return Task.bracket(
                    Task.delay(() -> {
                        now++;
                        most = Math.max(most, now);
                        return null;
                    }),
                    ignored -> Task.yieldNow().then(task),
                    ignored -> Task.delay(() -> now--));
        }
    }

    static Task<Void> sleep(long millis) {
        return Task.sleep(Duration.ofMillis(millis)).thenReturn(null);
    }

    /** Waits, giving way again and again, until {@code number} is {@code wanted}. */
    static Task<Void> until(IntSupplier number, int wanted) {
        return Task.defer(() ->
                number.getAsInt() == wanted ? Task.now(null) : Task.yieldNow().then(until(number, wanted)));
    }

    /** Starts {@code tasks} one by one, each when those before it wait, as {@code waiting} counts them; gives their fibers. */
    static Task<List<Fiber<?>>> queued(IntSupplier waiting, List<? extends Task<?>> tasks) {
        List<Fiber<?>> fibers = new ArrayList<>();
        return Task.traverse(
                        tasks,
                        task -> task.start()
                                .flatMap(fiber ->
                                        until(waiting, fibers.size() + 1).map(x -> fibers.add(fiber))))
                .map(started -> fibers);
    }

    /** Joins all; the first that failed fails this. */
    static Task<Void> joined(List<Fiber<?>> fibers) {
        return Task.traverse(fibers, fiber -> fiber.joinOrFail()).thenReturn(null);
    }

    static boolean isCanceled(Outcome<?> outcome) {
        return outcome instanceof Outcome.Canceled;
    }
}
