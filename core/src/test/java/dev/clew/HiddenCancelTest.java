package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cancellation that a mask hides is not forgotten when something inside the mask is cancelled for another reason. */
class HiddenCancelTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private void isNotForgotten(Task<?> inside) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Task<Void> masked = Task.<Void>uncancelable(poll -> Task.delay(() -> {
                    begun.countDown();
                    return null;
                })
                .then(inside)
                .attempt()
                .thenReturn(null));
        Fiber<Void> fiber = own.runtime().runAsync(masked.then(Task.never()), ignored -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
    }

    @Test
    void aTimeLimitInsideTheMaskDoesNotEatIt() throws Exception {
        isNotForgotten(Task.sleep(Duration.ofSeconds(30)).timeout(Duration.ofMillis(100)));
    }

    @Test
    void aFailingSideOfBothInsideTheMaskDoesNotEatIt() throws Exception {
        isNotForgotten(Task.never().both(Task.sleep(Duration.ofMillis(100)).then(Task.fail(new Exception("right")))));
        isNotForgotten(Task.sleep(Duration.ofMillis(100))
                .then(Task.fail(new Exception("left")))
                .both(Task.never()));
    }

    @Test
    void aFailingElementInsideTheMaskDoesNotEatIt() throws Exception {
        Task<Integer> failing = Task.sleep(Duration.ofMillis(100)).then(Task.fail(new Exception("element")));
        isNotForgotten(Task.gather(List.of(Task.<Integer>never(), failing, Task.<Integer>never())));
    }
}
