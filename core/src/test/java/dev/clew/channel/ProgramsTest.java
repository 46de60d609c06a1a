package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Programs from the literature on channels. The lock server is an example of the guide. */
class ProgramsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static Task<Object> forever(Task<?> task) {
        return task.flatMap(x -> forever(task));
    }

    // ---- primes by a chain of filters (McIlroy) -----------------------------------------------------------

    private static Task<Object> numbers(Channel<Integer> out, int from) {
        return out.send(from).sync().flatMap(x -> numbers(out, from + 1));
    }

    private static Task<Object> filter(Channel<Integer> in, Channel<Integer> out, int prime) {
        Task<Integer> next = in.receive().sync();
        return forever(
                next.flatMap(n -> n % prime == 0 ? Task.unit() : out.send(n).sync()));
    }

    private static Task<List<Integer>> primes(int count) {
        return Task.scoped(scope -> {
            Channel<Integer> all = Channel.create();
            List<Integer> found = new ArrayList<>();
            return scope.start(numbers(all, 2)).then(sieve(scope, all, found, count));
        });
    }

    private static Task<List<Integer>> sieve(
            dev.clew.Scope scope, Channel<Integer> in, List<Integer> found, int count) {
        if (found.size() == count) {
            return Task.now(found);
        }
        return in.receive().sync().flatMap(prime -> {
            found.add(prime);
            Channel<Integer> rest = Channel.create();
            return scope.start(filter(in, rest, prime)).then(sieve(scope, rest, found, count));
        });
    }

    @Test
    void primesByChainedFilters() throws Exception {
        List<Integer> primes = own.run(primes(200));
        assertThat(primes).startsWith(2, 3, 5, 7, 11).endsWith(1223).hasSize(200);
    }

    // ---- the thread ring ----------------------------------------------------------------------------------

    /** A token counts down as it goes round; whoever has it at zero tells his number. */
    private static Task<Integer> ring(int members, int hops) {
        List<Channel<Integer>> links = IntStream.range(0, members)
                .mapToObj(i -> Channel.<Integer>create())
                .toList();
        Channel<Integer> result = Channel.create();
        return Task.scoped(scope -> {
            Task<?> started = Task.traverse(
                    IntStream.range(0, members).boxed().toList(),
                    i -> scope.start(member(i + 1, links.get(i), links.get((i + 1) % members), result)));
            return started.then(links.get(0).send(hops).sync())
                    .then(result.receive().sync());
        });
    }

    private static Task<Object> member(int number, Channel<Integer> in, Channel<Integer> out, Channel<Integer> result) {
        return forever(in.receive()
                .sync()
                .flatMap(token -> token == 0
                        ? result.send(number).sync()
                        : out.send(token - 1).sync()));
    }

    @Test
    void theThreadRing() throws Exception {
        assertThat(own.run(ring(503, 50_000))).isEqualTo(50_000 % 503 + 1);
    }

    // ---- chameneos ----------------------------------------------------------------------------------------

    /** Creatures meet in pairs, a number of times in all, and take each other's colour into account. */
    private static Task<Integer> chameneos(int creatures, int meetings) {
        SwapChannel<Integer> mall = SwapChannel.create();
        AtomicInteger left = new AtomicInteger(2 * meetings);
        Channel<Void> closed = Channel.create();
        return Task.scoped(scope -> Task.traverse(
                        IntStream.range(0, creatures).boxed().toList(),
                        i -> scope.start(creature(i % 3, 0, mall, left, closed)))
                .then(closed.receive().sync())
                .map(x -> 2 * meetings - left.get()));
    }

    private static Task<Integer> creature(
            int colour, int met, SwapChannel<Integer> mall, AtomicInteger left, Channel<Void> closed) {
        return mall.swap(colour).sync().flatMap(other -> {
            int mixed = colour == other ? colour : 3 - colour - other;
            return left.decrementAndGet() == 0
                    ? closed.send(null).sync().thenReturn(met + 1)
                    : creature(mixed, met + 1, mall, left, closed);
        });
    }

    @Test
    void chameneosMeetInPairs() throws Exception {
        assertThat(own.run(chameneos(10, 20_000))).isGreaterThanOrEqualTo(40_000);
    }

    // ---- readers and writers ------------------------------------------------------------------------------

    /** A server that lets in many readers or one writer; a writer that waits keeps new readers out. */
    private static final class Library {
        private final Channel<Boolean> readerIn = Channel.create();
        private final Channel<Boolean> writerIn = Channel.create();
        private final Channel<Boolean> readerOut = Channel.create();
        private final Channel<Boolean> writerGo = Channel.create();
        private final Channel<Boolean> writerOut = Channel.create();
        private int readers;
        private int writers;
        private int reads;
        private int writes;

        Task<Object> serve(int readers) {
            Alt<Object> enter = readerIn.receive().wrap(x -> serve(readers + 1));
            Alt<Object> leave = readerOut.receive().wrap(x -> serve(readers - 1));
            Alt<Object> write = writerIn.receive().wrap(x -> drain(readers));
            return (readers == 0 ? Alt.choose(write, enter) : Alt.choose(write, leave, enter)).sync();
        }

        private Task<Object> drain(int readers) {
            return readers == 0
                    ? writerGo.send(true)
                            .sync()
                            .then(writerOut.receive().sync())
                            .flatMap(x -> serve(0))
                    : readerOut.receive().sync().flatMap(x -> drain(readers - 1));
        }

        Task<Integer> read() {
            Task<Integer> look = Task.delay(() -> {
                readers++;
                return writers;
            });
            return readerIn.send(true)
                    .sync()
                    .then(look.flatMap(seen -> Task.yieldNow()
                            .then(Task.delay(() -> {
                                readers--;
                                return ++reads;
                            }))
                            .then(readerOut.send(true).sync())))
                    .thenReturn(1);
        }

        Task<Integer> write() {
            return writerIn.send(true)
                    .sync()
                    .then(writerGo.receive().sync())
                    .then(Task.delay(() -> {
                                writers++;
                                return ++writes;
                            })
                            .then(Task.yieldNow())
                            .then(Task.delay(() -> writers--))
                            .then(writerOut.send(true).sync())
                            .thenReturn(1));
        }
    }

    @Test
    void readersAndWriters() {
        Explore.program(
                        Library::new,
                        library -> Task.scoped(scope -> scope.start(library.serve(0))
                                .then(Task.parTraverse(
                                        List.of(0, 1, 2, 3), i -> i % 2 == 0 ? library.read() : library.write()))
                                .thenReturn(1)))
                .invariant(
                        "a writer is alone",
                        library -> library.writers == 0 || (library.writers == 1 && library.readers == 0))
                .expect("all have been", (library, end) -> library.reads == 2 && library.writes == 2)
                .runs(400)
                .check();
    }

    // ---- dining philosophers ------------------------------------------------------------------------------

    /** Each fork is a channel that holds one value. Both are taken in one order of the table, so nobody waits in a circle. */
    private static Task<Integer> dinner(int guests, int meals, boolean ordered) {
        List<Channel<Integer>> forks = IntStream.range(0, guests)
                .mapToObj(i -> Channel.<Integer>create(1))
                .toList();
        Task<?> laid = Task.traverse(forks, fork -> fork.send(1).sync());
        return laid.then(Task.parTraverse(IntStream.range(0, guests).boxed().toList(), i -> {
                    int left = i;
                    int right = (i + 1) % guests;
                    int first = ordered ? Math.min(left, right) : left;
                    int second = ordered ? Math.max(left, right) : right;
                    return eat(forks.get(first), forks.get(second), meals);
                })
                .map(eaten -> eaten.stream().mapToInt(n -> n).sum()));
    }

    private static Task<Integer> eat(Channel<Integer> first, Channel<Integer> second, int meals) {
        return meals == 0
                ? Task.now(0)
                : first.receive()
                        .sync()
                        .then(Task.yieldNow())
                        .then(second.receive().sync())
                        .then(second.send(1).sync())
                        .then(first.send(1).sync())
                        .flatMap(x -> eat(first, second, meals - 1))
                        .map(n -> n + 1);
    }

    @Test
    void philosophersWhoTakeForksInOrderAllEat() throws Exception {
        assertThat(own.run(dinner(5, 500, true))).isEqualTo(2_500);
        Explore.program(() -> dinner(3, 2, true)).runs(300).check();
    }

    @Test
    void philosophersWhoTakeTheirLeftForkFirstMayStarve() {
        assertThat(Explore.program(() -> dinner(3, 1, false)).runs(300).search().failure())
                .as("a schedule in which they wait in a circle")
                .isNotNull();
    }

    // ---- the avalanche ------------------------------------------------------------------------------------

    /** A chain of fibers, each of which waits for its right neighbour and gives one more to its left. */
    static Task<Integer> avalanche(Channel<Integer> first, Channel<Integer> left, int links) {
        if (links == 0) {
            return left.send(0).sync().start().then(first.receive().sync());
        }
        Channel<Integer> right = Channel.create();
        Task<Void> link = right.receive().sync().flatMap(x -> left.send(x + 1).sync());
        return link.start().flatMap(fiber -> avalanche(first, right, links - 1));
    }

    private static Task<Integer> avalanche(int links) {
        return Task.defer(() -> {
            Channel<Integer> first = Channel.create();
            return avalanche(first, first, links);
        });
    }

    @Test
    void anAvalanche() throws Exception {
        assertThat(own.run(avalanche(20_000))).isEqualTo(20_000);
    }

    @Tag("deep")
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void anAvalancheOfAMillion() throws Exception {
        assertThat(own.run(avalanche(1_000_000))).isEqualTo(1_000_000);
    }

    // ---- a kitchen ----------------------------------------------------------------------------------------

    /** Cooks put dishes on a counter of small size; waiters take them, and give up when nothing comes any more. */
    @Test
    void aKitchen() throws Exception {
        Channel<Integer> counter = Channel.create(3);
        int dishes = 300;
        Task<Integer> cooks = Task.parTraverse(List.of(0, 1, 2), cook -> cook(counter, cook * dishes, dishes))
                .map(all -> 0);
        Channel<Integer> closed = Channel.create();
        Task<Integer> waiters =
                Task.parTraverse(List.of(0, 1), w -> serve(counter, closed, 0)).map(all -> all.get(0) + all.get(1));
        Task<Integer> kitchen = cooks.then(Task.sleep(Duration.ofMillis(1)))
                .then(closed.send(0).sync())
                .then(closed.send(0).sync())
                .thenReturn(0);
        assertThat(own.run(waiters.zipPar(kitchen, Integer::sum))).isEqualTo(3 * dishes);
    }

    private static Task<Integer> cook(Channel<Integer> counter, int from, int left) {
        return left == 0 ? Task.now(0) : counter.send(from).sync().flatMap(x -> cook(counter, from + 1, left - 1));
    }

    private static Task<Integer> serve(Channel<Integer> counter, Channel<Integer> closed, int served) {
        return Alt.choose(
                        counter.receive().wrap(dish -> serve(counter, closed, served + 1)),
                        closed.receive().map(end -> served))
                .sync();
    }
}
