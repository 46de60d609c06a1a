package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Random programs of all that there is, with cancels from outside at random moments. Each ends; a program that was not
 * disturbed has the right sum; whatever was opened is closed.
 *
 * <p>The seed is printed. {@code -Dclew.test.seed=…} takes it back.
 */
class StressTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(3);

    private final AtomicInteger open = new AtomicInteger();

    @Test
    void randomProgramsEndRightly() throws Exception {
        long seed = Long.getLong("clew.test.seed", System.nanoTime());
        System.out.println("StressTest: -Dclew.test.seed=" + seed);
        Random random = new Random(seed);
        long end = System.nanoTime() + Duration.ofSeconds(6).toNanos();
        for (int round = 0; System.nanoTime() - end < 0; round++) {
            List<Fiber<Integer>> fibers = new ArrayList<>();
            List<CompletableFuture<Outcome<Integer>>> ends = new ArrayList<>();
            List<Integer> sums = new ArrayList<>();
            List<Boolean> disturbed = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                boolean harmful = random.nextInt(3) == 0;
                int[] sum = new int[1];
                Task<Integer> program = program(random, 4, harmful, sum);
                CompletableFuture<Outcome<Integer>> ended = new CompletableFuture<>();
                fibers.add(own.runtime().runAsync(program, ended::complete));
                ends.add(ended);
                sums.add(sum[0]);
                disturbed.add(harmful);
            }
            for (int i = 0; i < 20; i++) {
                if (random.nextInt(3) == 0) {
                    disturbed.set(i, true);
                    own.run(fibers.get(i).cancel());
                    assertThat(ends.get(i).isDone() || own.outcome(fibers.get(i).join()) != null)
                            .isTrue();
                }
            }
            for (int i = 0; i < 20; i++) {
                Outcome<Integer> outcome =
                        OwnRuntime.get(ends.get(i), "program " + i + " of round " + round + ", seed " + seed);
                if (!disturbed.get(i)) {
                    assertThat(outcome)
                            .as("program %d of round %d, seed %d", i, round, seed)
                            .isEqualTo(new Outcome.Succeeded<>(sums.get(i)));
                }
            }
            OwnRuntime.await("round " + round + " of seed " + seed + " leaves nothing open", () -> open.get() == 0);
        }
        OwnRuntime.await("no fiber is left", () -> own.runtime().metrics().fibersSuspendedNow() == 0);
        own.takeReports();
    }

    /** A program whose result, if nothing fails or is cancelled, is what it adds to {@code sum}. */
    private Task<Integer> program(Random random, int depth, boolean harmful, int[] sum) {
        if (depth == 0) {
            return leaf(random, harmful, sum);
        }
        int d = depth - 1;
        return switch (random.nextInt(9)) {
            case 0 -> program(random, d, harmful, sum).zipPar(program(random, d, harmful, sum), Integer::sum);
            case 1 -> Task.gather(several(random, d, harmful, sum)).map(StressTest::total);
            case 2 ->
                Task.parTraverse(1 + random.nextInt(4), several(random, d, harmful, sum), t -> t)
                        .map(StressTest::total);
            case 3 -> {
                List<Task<Integer>> tasks = several(random, d, harmful, sum);
                yield Task.<Integer>reduceUnordered(() -> tasks.iterator(), 0, Integer::sum);
            }
            case 4 ->
                Task.gatherUnordered(several(random, d, harmful, sum), random.nextBoolean())
                        .map(StressTest::total);
            case 5 -> program(random, d, harmful, sum).timeout(Duration.ofMinutes(1));
            case 6 -> {
                Task<Integer> inner = program(random, d, harmful, sum);
                yield Task.uncancelable(poll -> Task.delay(open::incrementAndGet)
                        .then(poll.apply(inner).guarantee(Task.yieldNow().then(Task.delay(open::decrementAndGet)))));
            }
            case 7 ->
                program(random, d, harmful, sum)
                        .start()
                        .flatMap(fiber -> fiber.joinOrFail().onCancel(fiber.cancel()));
            default -> Steps.deep(program(random, d, harmful, sum), 300).map(x -> x - 300);
        };
    }

    private List<Task<Integer>> several(Random random, int depth, boolean harmful, int[] sum) {
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            tasks.add(program(random, depth, harmful, sum));
        }
        return tasks;
    }

    private static int total(List<Integer> list) {
        return list.stream().mapToInt(x -> x).sum();
    }

    private Task<Integer> leaf(Random random, boolean harmful, int[] sum) {
        int n = random.nextInt(100);
        if (harmful && random.nextInt(8) == 0) {
            return switch (random.nextInt(4)) {
                case 0 -> Task.fail(new Steps.Boom("at random"));
                case 1 -> Task.canceled().thenReturn(n);
                case 2 -> Steps.sleep(5).thenReturn(n).timeout(Duration.ofMillis(1));
                default -> Task.yieldNow().then(Task.fail(new Steps.Boom("after a yield")));
            };
        }
        sum[0] += n;
        return switch (random.nextInt(8)) {
            case 0 -> Task.delay(() -> n);
            case 1 -> Task.yieldNow().thenReturn(n);
            case 2 -> Task.sleep(Duration.ofNanos(random.nextInt(300_000))).thenReturn(n);
            case 3 -> Task.async(callback -> ForeignThread.run(() -> callback.success(n)));
            case 4 -> Task.blocking(() -> n);
            case 5 -> Task.fork(Task.now(n));
            case 6 ->
                Deferred.<Integer>make().flatMap(d -> d.complete(n).start().then(d.get()));
            default -> Task.now(n);
        };
    }

    /** One thread that is not the runtime's and calls back. */
    private static final class ForeignThread {
        private static final java.util.concurrent.ExecutorService THREAD =
                java.util.concurrent.Executors.newSingleThreadExecutor(action -> {
                    Thread thread = new Thread(action, "foreign");
                    thread.setDaemon(true);
                    return thread;
                });

        private ForeignThread() {}

        static void run(Runnable action) {
            THREAD.execute(action);
        }
    }
}
