package dev.clew;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A bit of everything on the default number of workers, or on as many as the argument says; prints how many these were. */
final class ProcessorsProgram {
    private static final int MANY = 2_000;

    private ProcessorsProgram() {}

    public static void main(String[] arguments) throws Exception {
        TaskRuntime.Builder builder = TaskRuntime.builder().name("processors");
        if (arguments.length > 0) {
            builder = builder.workers(Integer.parseInt(arguments[0]));
        }
        try (TaskRuntime runtime = builder.build()) {
            for (int i = 0; i < 3; i++) {
                everything(runtime);
            }
            RuntimeMetrics metrics = runtime.metrics();
            System.out.println("workers " + metrics.workers());
            System.out.println("left " + metrics.fibersSuspendedNow());
        }
        System.out.println("all is well");
    }

    private static void everything(TaskRuntime runtime) throws Exception {
        expect(runtime.runSync(fib(16)), 987L);
        expect(runtime.runSync(Task.parTraverse(numbers(), x -> Task.yieldNow().thenReturn(x))), numbers());
        expect(runtime.runSync(chain(Deferred.create(), MANY)), MANY);
        Task<Integer> slept = Task.sleep(Duration.ofMillis(1)).thenReturn(1);
        expect(runtime.runSync(Task.gather(Collections.nCopies(MANY, slept))).size(), MANY);
        Task<Integer> blocks = Task.blocking(() -> 1);
        expect(runtime.runSync(Task.gather(Collections.nCopies(50, blocks))).size(), 50);
        List<Task<Fiber<Object>>> waiting =
                Collections.nCopies(100, Task.never().start());
        runtime.runSync(Task.fork(Task.sequence(waiting).flatMap(fibers -> Task.parTraverse(fibers, Fiber::cancel))));
        expect(runtime.runSync(Task.raceAll(List.of(Task.never(), slept, Task.never()))), 1);
    }

    private static Task<Long> fib(int n) {
        return n < 2
                ? Task.now((long) n)
                : Task.defer(() -> fib(n - 1)).zipPar(Task.defer(() -> fib(n - 2)), Long::sum);
    }

    private static List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    /** Fibers in a row, each of which waits for its right neighbour. */
    private static Task<Integer> chain(Deferred<Integer> right, int left) {
        return Task.fork(link(right, left)).flatMap(end -> right.complete(0).then(end.get()));
    }

    private static Task<Deferred<Integer>> link(Deferred<Integer> right, int left) {
        if (left == 0) {
            return Task.now(right);
        }
        Deferred<Integer> mine = Deferred.create();
        return right.get().flatMap(x -> mine.complete(x + 1)).start().flatMap(fiber -> link(mine, left - 1));
    }

    private static void expect(Object is, Object expected) {
        if (!is.equals(expected)) {
            throw new AssertionError("expected " + expected + ", and it is " + is);
        }
    }
}
