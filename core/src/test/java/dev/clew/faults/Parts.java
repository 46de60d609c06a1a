package dev.clew.faults;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.sync.Deferred;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What programs here are made of. */
final class Parts {
    private Parts() {}

    /** An action that may throw. */
    @FunctionalInterface
    interface Act {
        void run() throws Exception;
    }

    /** A number that a program keeps: one thread runs it, so it is a plain one. */
    static final class Count {
        int value;

        Task<Void> increment() {
            return act(() -> value++);
        }
    }

    static Task<Void> act(Act act) {
        return Task.delay(() -> {
            act.run();
            return null;
        });
    }

    static Task<Void> sleep(long millis) {
        return Task.sleep(Duration.ofMillis(millis));
    }

    /** Fails where {@code holds} is false; {@code what} says what should have been. */
    static Task<Void> check(Callable<Boolean> holds, String what) {
        return act(() -> {
            if (!holds.call()) {
                throw new AssertionError("it does not hold that " + what);
            }
        });
    }

    /** Fails where {@code actual} is not {@code expected}. */
    static Task<Void> same(Object expected, Callable<?> actual, String what) {
        return act(() -> {
            Object seen = actual.call();
            if (!expected.equals(seen)) {
                throw new AssertionError(what + " should be " + expected + ", but is " + seen);
            }
        });
    }

    /** All of {@code tasks}, one after another. */
    static Task<Void> all(Task<?>... tasks) {
        Task<?> all = Task.unit();
        for (Task<?> task : tasks) {
            all = all.then(task);
        }
        return all.then(Task.unit());
    }

    /** Starts all of {@code tasks}, then joins them; their errors are errors. */
    static Task<Void> together(Task<?>... tasks) {
        return together(0, tasks);
    }

    private static Task<Void> together(int from, Task<?>... tasks) {
        if (from == tasks.length) {
            return Task.unit();
        }
        return tasks[from].start().flatMap(fiber -> together(from + 1, tasks).then(ended(fiber)));
    }

    /** Waits for the end of {@code fiber}: its error is the error, its cancellation is none. */
    static Task<Void> ended(Fiber<?> fiber) {
        return fiber.join()
                .flatMap(outcome ->
                        outcome instanceof Outcome.Failed<?> failed ? Task.fail(failed.error()) : Task.unit());
    }

    /** How many wait for {@code deferred}. Looks inside, since nobody else may. */
    static int waiters(Deferred<?> deferred) throws ReflectiveOperationException {
        Object state = field(deferred, Deferred.class, "state");
        if (state instanceof WaitCell) {
            return 1;
        }
        int n = 0;
        if (state instanceof WaitList) {
            for (Object cell = field(state, WaitList.class, "head"); cell != null; n++) {
                cell = field(cell, WaitCell.class, "next");
            }
        }
        return n;
    }

    private static @Nullable Object field(Object of, Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
