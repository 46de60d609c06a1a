package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A branch that cancels the very fiber it is part of, by its handle: the same, inline and as a fiber of its own. */
class CancelFromInsideTest {
    private static final int SEEDS = 50;
    private final List<String> log = new CopyOnWriteArrayList<>();

    private Task<String> note(String what) {
        return Task.delay(() -> {
            log.add(what);
            return what;
        });
    }

    /** The outcome of a fiber whose branch cancels it; {@code masked} puts the whole under a mask. */
    private Task<Outcome<String>> program(boolean masked) {
        return Task.defer(() -> {
            Deferred<Fiber<String>> self = Deferred.create();
            Task<String> cancelling = self.get().flatMap(Fiber::cancel).then(note("went on"));
            Task<String> both = Task.yieldNow().zipPar(cancelling, (left, right) -> right);
            Task<String> whole = masked ? Task.uncancelable(poll -> both) : both;
            return whole.then(note("past the mask")).start().flatMap(fiber -> {
                self.tryComplete(fiber);
                return fiber.join();
            });
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void underAMaskTheBranchGoesOnAndTheFiberStopsAfterIt(boolean promoted) {
        for (long seed = 0; seed < SEEDS; seed++) {
            log.clear();
            assertThat(run(seed, promoted, true)).isEqualTo(new Outcome.Canceled<>());
            assertThat(log).as("seed %d", seed).containsExactly("went on");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutAMaskTheBranchStopsThere(boolean promoted) {
        for (long seed = 0; seed < SEEDS; seed++) {
            log.clear();
            assertThat(run(seed, promoted, false)).isEqualTo(new Outcome.Canceled<>());
            assertThat(log).as("seed %d", seed).isEmpty();
        }
    }

    private Object run(long seed, boolean promoted, boolean masked) {
        Strategy random = Strategy.random(seed);
        TestRuntime runtime = TestRuntime.builder()
                .strategy(promoted ? random.promoted() : random.inline())
                .build();
        Outcome<Outcome<String>> outcome = runtime.run(program(masked));
        return ((Outcome.Succeeded<Outcome<String>>) outcome).value();
    }

    @Test
    void aLocalWrittenUnderATimeoutStaysWritten() {
        FiberLocal<Integer> local = FiberLocal.of(0);
        Task<Integer> program = local.set(1)
                .then(Task.sleep(Duration.ofSeconds(1)))
                .timeout(Duration.ofSeconds(2))
                .then(local.get());
        assertThat(TestRuntime.fifo().run(program)).isEqualTo(new Outcome.Succeeded<>(1));
    }
}
