package dev.clew;

import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An element that a cancellation from outside has reached may give a value all the same, where the end of a race in it came
 * before. Elements that never began because of that cancellation must not be missing from a result.
 */
class CancelSwallowedInsideTest {
    /** Its second racer wins at once; the first is masked for a second, and sees a cancellation that came meanwhile. */
    private static Task<Integer> racing() {
        Task<Integer> masked = Task.bracket(
                Task.sleep(Duration.ofSeconds(1)), ignored -> Task.unit().thenReturn(1), ignored -> Task.unit());
        return Task.raceAll(List.of(masked, Task.now(2)));
    }

    @Test
    void aResultHasEveryElement() {
        Explore.program(() -> {
                    Task<List<Integer>> all =
                            Task.parTraverse(1, List.of(1, 2, 3), n -> n == 1 ? racing() : Task.now(n));
                    return all.start()
                            .flatMap(fiber -> Task.sleep(Duration.ofMillis(500))
                                    .then(fiber.cancel().start())
                                    .then(fiber.join()));
                })
                .expect(
                        "cancelled, or whole",
                        outcome -> outcome instanceof Outcome.Succeeded<Outcome<List<Integer>>> end
                                && (end.value() instanceof Outcome.Canceled
                                        || end.value().equals(new Outcome.Succeeded<>(List.of(2, 2, 3)))))
                .check();
    }
}
