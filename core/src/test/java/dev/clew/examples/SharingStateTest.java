package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Task;
import dev.clew.Task.Pair;
import dev.clew.sync.AtomicCell;
import dev.clew.sync.CountDownLatch;
import dev.clew.sync.CyclicBarrier;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.ReadWriteLock;
import dev.clew.sync.Ref;
import dev.clew.sync.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/sharing-state.md. */
class SharingStateTest {
    private record Token(String text, long expires) {}

    private final AtomicInteger logins = new AtomicInteger();

    private Task<Token> login(long millis) {
        return Task.yieldNow().then(Task.delay(() -> new Token("t" + logins.incrementAndGet(), millis + 3_600_000)));
    }

    private static Task<String> fetch(String name) {
        return Task.yieldNow().thenReturn("page " + name);
    }

    /** What was seen. */
    private static final class Seen {
        final List<String> lines = Collections.synchronizedList(new ArrayList<>());

        Task<Void> append(String line) {
            return Task.delay(() -> {
                lines.add(line);
                return null;
            });
        }
    }

    @Test
    void a_variable() throws Exception {
        Ref<Map<String, Integer>> stock = Ref.create(Map.of("pear", 3));

        Task<Boolean> sell = stock.modify(now -> {
            int pears = now.getOrDefault("pear", 0);
            return pears == 0 ? new Pair<>(now, false) : new Pair<>(Map.of("pear", pears - 1), true);
        });

        List<Boolean> sold =
                Task.gather(Collections.nCopies(5, Task.fork(sell))).runSync();
        assertThat(Collections.frequency(sold, true)).isEqualTo(3);
        assertThat(stock.get().runSync()).isEqualTo(Map.of("pear", 0));
    }

    @Test
    void a_variable_changed_by_tasks() throws Exception {
        Task<Long> now = Task.realTime();
        AtomicCell<Token> token = AtomicCell.create(new Token("", 0));

        Task<Token> valid =
                token.updateAndGet(t -> now.flatMap(millis -> t.expires() > millis ? Task.now(t) : login(millis)));

        List<Token> tokens =
                Task.gather(Collections.nCopies(100, Task.fork(valid))).runSync();
        assertThat(tokens).allMatch(t -> t.text().equals("t1"));
        assertThat(logins).hasValue(1);
    }

    @Test
    void at_most_so_many_at_a_time() throws Exception {
        List<String> names = List.of("a", "b", "c", "d", "e", "f");
        Task<Void> work = Task.yieldNow();
        Semaphore connections = Semaphore.create(4);

        Task<List<String>> pages = Task.parTraverse(names, name -> connections.withPermit(fetch(name)));

        Task<Void> careful = Task.uncancelable(poll -> poll.apply(connections.acquireN(2))
                .flatMap(x -> poll.apply(work).guarantee(connections.releaseN(2))));

        Task<String> impatient = connections.withPermit(fetch("a")).timeout(Duration.ofSeconds(2));

        assertThat(pages.runSync()).hasSize(6).contains("page a");
        careful.runSync();
        assertThat(impatient.runSync()).isEqualTo("page a");
        assertThat(connections.available().runSync()).isEqualTo(4);
    }

    @Test
    void locks() throws Exception {
        List<String> journal = new ArrayList<>();
        Map<String, Integer> index = new HashMap<>();

        Mutex mutex = Mutex.create();
        Task<Void> append = mutex.withLock(Task.blocking(() -> {
            journal.add("line");
            return null;
        }));

        ReadWriteLock lock = ReadWriteLock.create();
        Task<Integer> read = lock.withRead(Task.delay(() -> index.get("pear")));
        Task<Integer> write = lock.withWrite(Task.delay(() -> index.merge("pear", 1, Integer::sum)));

        Task.gather(Collections.nCopies(20, append)).runSync();
        Task.gather(Collections.nCopies(20, Task.fork(write))).runSync();
        assertThat(journal).hasSize(20);
        assertThat(read.runSync()).isEqualTo(20);
    }

    @Test
    void handing_over_a_value() throws Exception {
        Seen seen = new Seen();
        MVar<String> inbox = MVar.create();

        Task<Void> producer = inbox.put("one").then(inbox.put("two"));
        Task<List<String>> consumer = Task.sequence(List.of(inbox.take(), inbox.take()));

        assertThat(producer.both(consumer).runSync().second()).containsExactly("one", "two");

        Task<Void> recorded = Task.uncancelable(poll -> poll.apply(inbox.take()).flatMap(seen::append));

        inbox.put("three").both(recorded).runSync();
        assertThat(seen.lines).containsExactly("three");
    }

    @Test
    void waiting_for_one_another() throws Exception {
        Task<Void> start = Task.yieldNow();
        Task<Void> compute = Task.yieldNow();

        CountDownLatch ready = CountDownLatch.create(3);
        Task<Void> service = start.then(ready.countDown());
        Task<Void> open = ready.await();

        CyclicBarrier barrier = CyclicBarrier.create(3);
        Task<Integer> step = compute.then(barrier.await());

        open.both(Task.gather(Collections.nCopies(3, service))).runSync();
        assertThat(Task.gather(Collections.nCopies(3, step)).runSync()).containsExactlyInAnyOrder(2, 1, 0);
    }
}
