package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.FiberLocal;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.interop.TaskExecutors;
import dev.clew.testkit.TestRuntime;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of {@code docs/guide/task.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TaskExampleTest {

    // ---- creating ---------------------------------------------------------------------------------------------

    @Test
    void nowAndDelay() throws Exception {
        AtomicInteger tickets = new AtomicInteger();

        Task<Integer> drawn = Task.now(tickets.incrementAndGet()); // drawn here, whether or not it is ever run
        Task<Integer> draw = Task.delay(tickets::incrementAndGet); // draws in each run

        assertThat(List.of(drawn.runSync(), drawn.runSync())).containsExactly(1, 1);
        assertThat(List.of(draw.runSync(), draw.runSync())).containsExactly(2, 3);
    }

    private static final class Feed {
        private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

        Consumer<String> listen(Consumer<String> listener) {
            listeners.add(listener);
            return listener;
        }

        void forget(Consumer<String> listener) {
            listeners.remove(listener);
        }

        void publish(String news) {
            listeners.forEach(listener -> listener.accept(news));
        }
    }

    @Test
    void callbacksThatCanBeStopped() {
        Feed feed = new Feed();

        Task<String> news = Task.asyncWithFinalizer(callback -> {
            Consumer<String> listener = feed.listen(callback::success);
            return Task.delay(() -> {
                feed.forget(listener);
                return null;
            });
        });

        assertThat(TestRuntime.fifo().run(news.timeout(Duration.ofSeconds(1)))).isInstanceOf(Outcome.Failed.class);
        assertThat(feed.listeners).isEmpty();
        Task<Void> publish = Task.delay(() -> {
            feed.publish("rain");
            return null;
        });
        Task<String> heard = news.zipPar(publish.delayBy(Duration.ofSeconds(1)), (text, published) -> text);
        assertThat(TestRuntime.fifo().run(heard)).isEqualTo(new Outcome.Succeeded<>("rain"));
    }

    @Test
    void futures() throws Exception {
        Task<String> fromFuture = Task.fromFuture(() -> CompletableFuture.supplyAsync(() -> "later"));
        Task<String> fromCallback = Task.async(callback -> {
            Thread thread = new Thread(() -> callback.success("called back"));
            thread.setDaemon(true);
            thread.start();
        });
        assertThat(fromFuture.runSync()).isEqualTo("later");
        assertThat(fromCallback.runSync()).isEqualTo("called back");
    }

    @Test
    void theErrorOfAFutureIsTheOnesThrown() {
        Task<String> task = Task.fromFuture(() -> CompletableFuture.failedFuture(new FileNotFoundException("none")));
        assertThatThrownBy(task::runSync).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void once() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        Task<String> load = Task.sleep(Duration.ofMillis(5)).map(slept -> "settings " + loads.incrementAndGet());

        Task<List<String>> all = load.memoize()
                .flatMap(settings -> Task.parTraverse(List.of(1, 2, 3), n -> settings.map(text -> text + " for " + n)));

        assertThat(all.runSync()).containsExactly("settings 1 for 1", "settings 1 for 2", "settings 1 for 3");
        assertThat(all.runSync()).contains("settings 2 for 1");
    }

    // ---- transforming -----------------------------------------------------------------------------------------

    static Task<Integer> untilReady(Task<Integer> ask) {
        return ask.flatMap(percent -> percent >= 100 ? Task.now(percent) : untilReady(ask));
    }

    @Test
    void loops() throws Exception {
        AtomicInteger done = new AtomicInteger(-1_000_000);
        assertThat(untilReady(Task.delay(done::incrementAndGet)).runSync()).isEqualTo(100);
    }

    @Test
    void checking() {
        Task<Integer> price = Task.now(-3);

        Task<Integer> positive = price.ensure(n -> n > 0, n -> new IOException("not a price: " + n));

        assertThatThrownBy(positive::runSync).hasMessage("not a price: -3");
    }

    // ---- errors -----------------------------------------------------------------------------------------------

    @Test
    void matching() throws Exception {
        Outcome<Integer> outcome = Task.<Integer>fail(new IOException("the disk is full"))
                .attempt()
                .runSync();
        String text;
        if (outcome instanceof Outcome.Succeeded<Integer> s) {
            text = "value " + s.value();
        } else if (outcome instanceof Outcome.Failed<Integer> f) {
            text = "error " + f.error().getMessage();
        } else {
            text = "cancelled";
        }
        assertThat(text).isEqualTo("error the disk is full");
    }

    @Test
    void bothEnds() throws Exception {
        Task<String> read = Task.now("x");

        Task<Integer> number = read.redeem(error -> 0, Integer::parseInt); // what parseInt throws is not answered

        assertThatThrownBy(number::runSync).isInstanceOf(NumberFormatException.class);
        assertThat(read.map(Integer::parseInt).recover(error -> 0).runSync()).isZero();
    }

    @Test
    void lookingAtAnError() {
        List<String> log = new CopyOnWriteArrayList<>();
        Task<Integer> broken = Task.fail(new IOException("the line is dead"));

        Task<Integer> logged = broken.onError(error -> Task.delay(() -> log.add(error.getMessage())));

        assertThatThrownBy(logged::runSync).hasMessage("the line is dead");
        assertThat(log).containsExactly("the line is dead");
    }

    // ---- several things at once -------------------------------------------------------------------------------

    private static Task<Integer> price(String name) {
        return name.isEmpty()
                ? Task.fail(new IOException("a share has a name"))
                : Task.sleep(Duration.ofMillis(5)).thenReturn(name.length());
    }

    @Test
    void threeAtOnce() throws Exception {
        Task<Integer> a = price("AAPL");
        Task<Integer> b = price("MSFT");
        Task<Integer> c = price("IBM");

        Task<String> page = Task.mapPar(a, b, c, (x, y, z) -> x + ", " + y + ", " + z);

        assertThat(page.runSync()).isEqualTo("4, 4, 3");
    }

    @Test
    void eachWithItsEnd() throws Exception {
        List<String> names = List.of("AAPL", "", "IBM");

        Task<List<Outcome<Integer>>> each =
                Task.parTraverse(names, name -> price(name).attempt());

        assertThat(each.runSync().get(0)).isEqualTo(new Outcome.Succeeded<>(4));
        assertThat(each.runSync().get(1)).isInstanceOf(Outcome.Failed.class);
        assertThat(each.runSync().get(2)).isEqualTo(new Outcome.Succeeded<>(3));
    }

    @Test
    void merging() throws Exception {
        List<Task<Long>> squares = IntStream.rangeClosed(1, 1000)
                .mapToObj(n -> Task.delay(() -> (long) n * n))
                .toList();
        Task<Long> sum = Task.reduceUnordered(squares, 0L, Long::sum);
        assertThat(sum.runSync()).isEqualTo(333_833_500L);
    }

    @Test
    void pulling() throws Exception {
        AtomicInteger stored = new AtomicInteger();
        Iterable<Integer> lines = () -> IntStream.range(0, 10_000).iterator();

        Task<Void> all = Task.parTraverseDiscard(8, lines, line -> Task.delay(() -> stored.addAndGet(1)));

        all.runSync();
        assertThat(stored).hasValue(10_000);
    }

    // ---- fibers -----------------------------------------------------------------------------------------------

    @Test
    void fibers() throws Exception {
        Task<Integer> program = price("AAPL")
                .start()
                .flatMap(fiber -> price("IBM").flatMap(ibm -> fiber.joinOrFail().map(aapl -> aapl + ibm)));
        assertThat(program.runSync()).isEqualTo(7);
    }

    // ---- where it runs ----------------------------------------------------------------------------------------

    @Test
    void executors() throws Exception {
        ExecutorService database = TaskExecutors.fixed(2, "database");
        try {
            Task<String> onDatabase =
                    Task.delay(() -> Thread.currentThread().getName()).on(database);
            Task<String> offWorkers = Task.blocking(() -> Thread.currentThread().getName());
            Task<String> stoppable =
                    Task.interruptible(() -> Thread.currentThread().getName());
            assertThat(onDatabase.runSync()).startsWith("database-");
            assertThat(offWorkers.runSync()).startsWith("clew-blocking-");
            assertThat(stoppable.runSync()).startsWith("clew-blocking-");
        } finally {
            database.shutdown();
        }
    }

    static Task<Long> sum(long from, long to, long soFar) {
        if (from == to) {
            return Task.now(soFar);
        }
        Task<Long> rest = Task.defer(() -> sum(from + 1, to, soFar + from));
        return from % 10_000 == 0 ? Task.yieldNow().then(rest) : rest;
    }

    @Test
    void givingWay() throws Exception {
        assertThat(sum(0, 100_000, 0).runSync()).isEqualTo(4_999_950_000L);
    }

    // ---- locals -----------------------------------------------------------------------------------------------

    @Test
    void locals() throws Exception {
        FiberLocal<String> user = FiberLocal.of("nobody");
        Task<String> greeting = user.get().map(name -> "Hello " + name);
        Task<String> program = user.locally("Ada", greeting.both(greeting)).map(both -> both.first());
        assertThat(program.runSync()).isEqualTo("Hello Ada");
    }

    @Test
    void whatAChildSets() throws Exception {
        FiberLocal<String> user = FiberLocal.of("nobody");

        Task<String> still = user.set("Ada")
                .then(user.set("Grace").both(Task.unit())) // set in a branch, gone with it
                .then(user.get());

        assertThat(still.runSync()).isEqualTo("Ada");
    }
}
