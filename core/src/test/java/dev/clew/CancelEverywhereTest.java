package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Explored;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Programs that are cancelled before each of their steps, under many schedules: what was acquired is released once, and no
 * fiber, timer or waiter is left, which each run checks.
 */
class CancelEverywhereTest {
    private static final int SEEDS = 40;

    /** Things that are acquired and released, by name. */
    private static final class Things {
        private final Map<String, Integer> held = new TreeMap<>();
        private int acquired;

        /** Holds {@code name} while {@code body} runs. */
        Task<Integer> holding(String name, Task<Integer> body) {
            Task<Integer> acquire = Task.delay(() -> {
                acquired++;
                return held.merge(name, 1, Integer::sum);
            });
            Task<Integer> release = Task.delay(() -> held.merge(name, -1, Integer::sum));
            return Task.uncancelable(poll -> acquire.flatMap(
                    x -> poll.apply(body).guarantee(Task.yieldNow().then(release))));
        }

        boolean isBalanced() {
            return held.values().stream().allMatch(n -> n == 0);
        }

        boolean isHeldOnce() {
            return held.values().stream().allMatch(n -> n == 0 || n == 1);
        }
    }

    private static Explored cancelEverywhere(Fn<Things, Task<Integer>> program) {
        Explored fifo = explore(program).cancelEverywhere().check();
        assertThat(fifo.exhausted()).isTrue();
        Explored many = explore(program).random().runs(SEEDS).cancelEverywhere().check();
        assertThat(many.runs()).isGreaterThan(fifo.runs());
        explore(program).cancelling(2).runs(10 * SEEDS).check();
        return fifo;
    }

    private static Explore<Things, Integer> explore(Fn<Things, Task<Integer>> program) {
        return Explore.program(Things::new, program)
                .allowReports()
                .invariant("each thing is held at most once", Things::isHeldOnce)
                .expect("all is given back", (things, outcome) -> things.isBalanced());
    }

    private static Task<Integer> sleep(long millis) {
        return Task.sleep(Duration.ofMillis(millis)).thenReturn(1);
    }

    @Test
    void oneAfterAnother() {
        Explored explored = cancelEverywhere(things ->
                things.holding("a", sleep(1)).then(things.holding("b", things.holding("c", sleep(2)))));
        assertThat(explored.runs()).isGreaterThan(20);
    }

    @Test
    void sidesOfBoth() {
        cancelEverywhere(things -> things.holding("a", sleep(1))
                .zipPar(
                        things.holding(
                                "b",
                                sleep(1).then(things.holding(
                                        "c", Task.yieldNow().thenReturn(1)))),
                        Integer::sum));
    }

    @Test
    void elementsOfARange() {
        cancelEverywhere(things -> Task.parTraverse(List.of("a", "b", "c"), name -> things.holding(name, sleep(1)))
                .map(List::size));
        cancelEverywhere(things -> Task.parTraverse(
                        2, List.of("a", "b", "c"), name -> things.holding(name, Task.now(1)))
                .map(List::size));
    }

    @Test
    void aTimeLimit() {
        cancelEverywhere(things -> things.holding("a", things.holding("b", sleep(5)))
                .timeout(Duration.ofMillis(5))
                .recover(late -> 2));
    }

    @Test
    void aFiberThatIsCancelledByItsParent() {
        cancelEverywhere(things -> Task.uncancelable(poll -> things.holding("a", sleep(5))
                .start()
                .flatMap(fiber -> poll.apply(things.holding("b", sleep(1))).guarantee(fiber.cancel()))));
    }

    @Test
    void aWaitForADeferred() {
        cancelEverywhere(things -> {
            Deferred<Integer> done = Deferred.create();
            return things.holding("a", done.get())
                    .zipPar(things.holding("b", done.get()), Integer::sum)
                    .zipPar(sleep(1).then(done.complete(1)).thenReturn(1), Integer::sum);
        });
    }

    @Test
    void anErrorInTheMiddle() {
        cancelEverywhere(things -> things.holding(
                        "a",
                        things.holding("b", sleep(1))
                                .zipPar(Task.yieldNow().then(Task.fail(new Steps.Boom("boom"))), (x, y) -> x))
                .recover(error -> 3));
    }
}
