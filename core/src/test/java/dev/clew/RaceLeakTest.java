package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.sync.Deferred;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Losers leave nothing behind on what never completes: neither a waiter, nor a timer, nor memory. */
class RaceLeakTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final int MILLION = 1_000_000;
    private static final long MOST_BYTES = 16L << 20;

    @Test
    void aFewRaces() throws Exception {
        race(5_000);
    }

    @Tag("deep")
    @Test
    void aMillionRaces() throws Exception {
        race(MILLION);
    }

    private void race(int races) throws Exception {
        Deferred<Integer> never = Deferred.create();
        List<Task<Integer>> forms = List.of(
                Task.race(never.get(), Task.delay(() -> 1)),
                Task.race(Task.yieldNow().thenReturn(1), never.get()),
                Task.raceAll(List.of(never.get(), Task.now(1), never.get())),
                Task.firstSuccess(List.of(never.get(), Task.delay(() -> 1))),
                Task.raceAll(List.of(
                        never.get(),
                        Task.sleep(Duration.ofHours(1)).thenReturn(1),
                        Task.yieldNow().thenReturn(1))));
        for (Task<Integer> form : forms) {
            own.run(RaceTest.many(100, form));
            long before = Heap.usedBytes();
            assertThat(own.run(RaceTest.many(races, form))).isEqualTo(races);
            Heap.awaitGrownByLess(MOST_BYTES, before, "races that are over");
            assertThat(hasWaiters(never)).as("waiters that races left").isFalse();
        }
    }

    private static boolean hasWaiters(Deferred<?> deferred) throws Exception {
        Field field = Deferred.class.getDeclaredField("state");
        field.setAccessible(true);
        Object state = field.get(deferred);
        return state instanceof WaitCell || (state instanceof WaitList several && !several.isEmpty());
    }
}
