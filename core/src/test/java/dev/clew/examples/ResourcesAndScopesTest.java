package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Resource;
import dev.clew.Scope;
import dev.clew.StalledException;
import dev.clew.Task;
import dev.clew.sync.Mutex;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs of {@code docs/guide/resources-and-scopes.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ResourcesAndScopesTest {
    @TempDir
    Path folder;

    @Test
    void files() throws Exception {
        Path path = folder.resolve("prices.csv");
        Files.writeString(path, "date,close\n2024-01-02,185.64\n");

        Resource<BufferedReader> file = Resource.fromAutoCloseable(() -> Files.newBufferedReader(path));
        Task<String> header = file.use(reader -> Task.blocking(reader::readLine));

        assertThat(header.runSync()).isEqualTo("date,close");
    }

    private static final class Pool {
        private final List<String> log = new CopyOnWriteArrayList<>();

        Task<String> take(String name) {
            return Task.delay(() -> {
                log.add("take " + name);
                return name;
            });
        }

        Task<Boolean> giveBack(String name) {
            return Task.delay(() -> log.add("give back " + name));
        }
    }

    @Test
    void composing() throws Exception {
        Pool pool = new Pool();

        Resource<String> connection = Resource.make(pool.take("connection"), pool::giveBack);
        Resource<String> cursor = connection.flatMap(c -> Resource.make(pool.take("cursor of " + c), pool::giveBack));
        Task<Integer> length = cursor.use(c -> Task.now(c.length()));

        assertThat(length.runSync()).isEqualTo(20);
        assertThat(pool.log)
                .containsExactly(
                        "take connection",
                        "take cursor of connection",
                        "give back cursor of connection",
                        "give back connection");
    }

    @Test
    void inParallel() throws Exception {
        Pool pool = new Pool();
        Resource<String> source = Resource.make(pool.take("source"), pool::giveBack);
        Resource<String> target = Resource.make(pool.take("target"), pool::giveBack);

        Task<String> copy = source.both(target).use(both -> Task.now(both.first() + " to " + both.second()));

        assertThat(copy.runSync()).isEqualTo("source to target");
        assertThat(pool.log).hasSize(4);
    }

    @Test
    void transactions() {
        List<String> log = new CopyOnWriteArrayList<>();

        Resource<String> transaction = Resource.makeFull(
                poll -> poll.apply(Task.sleep(Duration.ofMillis(1))).thenReturn("transaction"),
                (name, outcome) ->
                        Task.delay(() -> log.add(outcome instanceof Outcome.Succeeded ? "commit" : "roll back")));
        Task<Void> failing = transaction.use(name -> Task.fail(new IOException("the disk is full")));

        assertThatThrownBy(failing::runSync).hasMessage("the disk is full");
        assertThat(log).containsExactly("roll back");
    }

    private static Task<Integer> price(String name) {
        return Task.sleep(Duration.ofMillis(5)).thenReturn(name.length());
    }

    @Test
    void scopes() throws Exception {
        Task<Integer> sum = Task.scoped(scope -> scope.start(price("AAPL"))
                .flatMap(apple -> scope.start(price("IBM"))
                        .flatMap(ibm -> apple.joinOrFail().zipWith(ibm.joinOrFail(), Integer::sum))));
        assertThat(sum.runSync()).isEqualTo(7);
    }

    @Test
    void aFailureStopsAll() {
        Task<Integer> stopped = Task.scoped(scope -> scope.start(Task.fail(new IOException("the line is dead")))
                .then(scope.start(Task.never()))
                .then(Task.never()));
        assertThatThrownBy(stopped::runSync).hasMessage("the line is dead");
    }

    @Test
    void awaiting() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();

        Task<Void> all = Task.scoped(
                Scope.Rest.AWAIT,
                scope -> Task.traverse(List.of("a", "b"), name -> scope.start(Task.delay(() -> log.add(name))))
                        .then(Task.unit()));

        all.runSync();
        assertThat(log).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void background() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        Task<Integer> work = price("AAPL");
        Task<Void> heartbeat = Task.<Void>never().guarantee(Task.delay(() -> log.add("stopped")));

        Task<Integer> withHeartbeat =
                Task.scoped(scope -> scope.start(heartbeat).then(work));

        assertThat(withHeartbeat.runSync()).isEqualTo(4);
    }

    @Test
    void supervising() throws Exception {
        Task<Integer> broken = Task.fail(new IOException("one of many"));

        Task<Outcome<Integer>> outcome =
                Task.scoped(scope -> scope.startSupervised(broken).flatMap(Fiber::join));

        assertThat(outcome.runSync()).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void finding_stalls() {
        Mutex one = Mutex.create();
        Mutex two = Mutex.create();
        Task<Void> work = Task.unit();

        Task<Void> stalls = Task.scoped(
                Scope.Rest.AWAIT,
                scope -> scope.failOnStall(Duration.ofSeconds(1))
                        .then(scope.start(one.withLock(Task.yieldNow().then(two.withLock(work)))))
                        .then(scope.start(two.withLock(Task.yieldNow().then(one.withLock(work)))))
                        .thenReturn(null));

        // whether it stalls is a matter of the schedule
        Throwable thrown = catchThrowable(stalls::runSync);
        if (thrown != null) {
            assertThat(thrown).isInstanceOf(StalledException.class).hasMessageContaining("waits for a Mutex");
        }
    }
}
