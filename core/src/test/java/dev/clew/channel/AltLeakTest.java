package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Heap;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.internal.kernel.WaitList;
import dev.clew.sync.Deferred;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is never there keeps nothing of the choices that it has lost, on whichever side of them it stands. */
class AltLeakTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final int MILLION = 1_000_000;
    private static final long MOST_BYTES = 16L << 20;

    @Test
    void aFewChoices() throws Exception {
        choices(5_000);
    }

    @Tag("deep")
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aMillionChoices() throws Exception {
        choices(MILLION);
    }

    private void choices(int n) throws Exception {
        Channel<Integer> cold = Channel.create();
        Channel<Integer> full = Channel.create(1);
        own.run(full.send(0).sync());
        Deferred<Integer> never = Deferred.create();
        SwapChannel<Integer> desk = SwapChannel.create();
        Channel<Integer> hot = Channel.create();
        List<Alt<Integer>> colds = List.of(
                cold.receive(),
                cold.send(1).map(x -> 1),
                full.send(1).map(x -> 1),
                desk.swap(1),
                Alt.of(never.get()),
                Alt.timeOut(Duration.ofHours(1)).map(x -> 1),
                Alt.withNack(nack -> Task.now(cold.receive())));
        Task<Object> feeder = forever(hot.send(1).sync());
        for (Alt<Integer> one : colds) {
            for (Alt<Integer> form : List.of(Alt.choose(one, hot.receive()), Alt.choose(hot.receive(), one))) {
                Task<Integer> sync = form.sync();
                own.run(Task.race(many(sync, 200), feeder));
                long before = Heap.usedBytes();
                own.run(Task.race(many(sync, n), feeder));
                Heap.awaitGrownByLess(MOST_BYTES, before, "choices that are over");
                assertThat(new Object[] {cold.receivers, cold.senders, full.senders, waiting(desk, "waiting")})
                        .as("waiters that choices left")
                        .containsOnlyNulls();
                Object state = waiting(never, "state");
                assertThat(state == null || (state instanceof WaitList several && several.isEmpty()))
                        .as("nobody waits for the Deferred")
                        .isTrue();
            }
        }
    }

    private static Task<Object> many(Task<Integer> sync, int left) {
        return left == 0 ? Task.now(0) : sync.flatMap(x -> many(sync, left - 1));
    }

    private static Task<Object> forever(Task<?> task) {
        return task.flatMap(x -> forever(task));
    }

    private static Object waiting(Object thing, String name) throws Exception {
        Field field = thing.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(thing);
    }
}
