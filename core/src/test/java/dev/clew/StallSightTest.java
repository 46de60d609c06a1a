package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.channel.SwapChannel;
import dev.clew.sync.AtomicCell;
import dev.clew.sync.CyclicBarrier;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.Queue;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stall is seen through choices, channels, branches, ranges and inner scopes; and what may go on is none. */
class StallSightTest {
    private static final Duration OFTEN = Duration.ofMillis(1);
    private static final Duration WHILE = Duration.ofMillis(15);

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static Task<Object> watched(Task<?> body) {
        return Task.scoped(scope -> scope.failOnStall(OFTEN).then(body).map(x -> (Object) x));
    }

    private static Task<Object> watchedChildren(Task<?>... children) {
        return Task.scoped(
                Scope.Rest.AWAIT,
                scope -> scope.failOnStall(OFTEN)
                        .then(Task.traverse(List.of(children), scope::start))
                        .thenReturn(1));
    }

    private static Task<Integer> take() {
        return Queue.<Integer>bounded(1).take();
    }

    private static Task<Integer> takeFromMVar() {
        return MVar.<Integer>create().take();
    }

    // ---- stalls ----------------------------------------------------------------------------------------

    private static Map<String, Supplier<Task<Object>>> stalls() {
        Map<String, Supplier<Task<Object>>> stalls = new LinkedHashMap<>();
        stalls.put(
                "a choice",
                () -> watched(Alt.choose(Alt.of(take()), Alt.of(takeFromMVar())).sync()));
        stalls.put("a choice with what is never there", () -> {
            Alt<Integer> once = Alt.once(1);
            return watched(once.sync()
                    .then(Alt.choose(Alt.of(take()), Alt.never(), once).sync()));
        });
        stalls.put(
                "a choice of a join",
                () -> Task.scoped(scope -> scope.failOnStall(OFTEN)
                        .then(scope.start(take()))
                        .flatMap(child ->
                                Alt.choose(Alt.of(child.join()), Alt.never()).sync())
                        .map(x -> (Object) x)));
        stalls.put("receive", () -> watched(Channel.create().receive().sync()));
        stalls.put("send", () -> watched(Channel.<Integer>create().send(1).sync()));
        stalls.put("a full channel", () -> {
            Channel<Integer> channel = Channel.create(1);
            return watched(channel.send(1).sync().then(channel.send(2).sync()));
        });
        stalls.put("swap", () -> watched(SwapChannel.<Integer>create().swap(1).sync()));
        stalls.put("both", () -> watched(take().both(takeFromMVar())));
        stalls.put("both, of which one has ended", () -> watched(take().both(Task.yieldNow())));
        stalls.put(
                "both, of which the other has ended",
                () -> watched(Task.yieldNow().both(take())));
        stalls.put("a race", () -> watched(Task.race(take(), takeFromMVar())));
        stalls.put("raceAll", () -> watched(Task.raceAll(List.of(take(), take(), takeFromMVar()))));
        stalls.put("gather", () -> watched(Task.gather(List.of(take(), takeFromMVar(), Task.now(1), take()))));
        stalls.put("parTraverse", () -> watched(Task.parTraverse(List.of(1, 2, 3, 4), n -> take())));
        stalls.put("parTraverse with a limit", () -> watched(Task.parTraverse(2, List.of(1, 2, 3, 4, 5), n -> take())));
        stalls.put(
                "an inner scope",
                () -> watched(Task.scoped(
                        Scope.Rest.AWAIT, inner -> inner.start(take()).then(inner.start(takeFromMVar())))));
        stalls.put(
                "the body of an inner scope",
                () -> watched(Task.scoped(inner -> inner.start(takeFromMVar()).then(take()))));
        stalls.put("branches in children", () -> {
            Mutex one = Mutex.create();
            return watchedChildren(one.withLock(take()).both(take()), one.withLock(Task.now(1)));
        });
        stalls.put("a change within a change", () -> {
            AtomicCell<Integer> cell = AtomicCell.create(0);
            return watched(cell.updateAndGet(n -> cell.updateAndGet(m -> Task.now(m + 1))));
        });
        return stalls;
    }

    @Test
    void stallsAreFoundInEachSchedule() {
        stalls().forEach((name, program) -> Explore.program(program::get)
                .expect(
                        name + " is a stall",
                        end -> end instanceof Outcome.Failed<Object> failed
                                && failed.error() instanceof StalledException)
                .runs(60)
                .check());
    }

    @Test
    void stallsAreFoundOnTheRealRuntime() {
        stalls().forEach((name, program) ->
                assertThatThrownBy(() -> own.run(program.get())).as(name).isInstanceOf(StalledException.class));
    }

    @Test
    void theCycleIsNamed() {
        Mutex one = Mutex.create();
        AtomicCell<Integer> cell = AtomicCell.create(0);
        Task<Integer> meet = CyclicBarrier.create(2).await();
        assertThatThrownBy(() -> own.run(watchedChildren(
                        one.withLock(meet.then(cell.update(n -> Task.now(n + 1)))),
                        cell.update(n -> meet.then(one.withLock(Task.now(n)))))))
                .isInstanceOf(StalledException.class)
                .hasMessageMatching("(?s)all 2 fibers of a scope wait .*"
                        + "a cycle: fiber (\\d+) waits for a Mutex, which fiber (\\d+) holds,"
                        + " fiber \\2 waits for a Mutex, which fiber \\1 holds\n.*")
                .hasMessageContaining("at dev.clew.StallSightTest");
        assertThatThrownBy(() -> own.run(Task.scoped(scope -> scope.failOnStall(OFTEN)
                        .then(one.withLock(scope.start(one.lock()).flatMap(child -> child.join()))))))
                .hasMessageMatching(
                        "(?s).*a cycle: fiber (\\d+) waits for the end of fiber (\\d+), fiber \\2 waits for a Mutex,"
                                + " which fiber \\1 holds\n.*");
    }

    // ---- what may go on --------------------------------------------------------------------------------

    private static Task<Object> later(Queue<Integer> queue) {
        return Task.sleep(WHILE).then(queue.offer(1)).map(x -> (Object) x);
    }

    private static Map<String, Supplier<Task<Object>>> others() {
        Map<String, Supplier<Task<Object>>> others = new LinkedHashMap<>();
        others.put(
                "a choice with a time limit",
                () -> watched(Alt.choose(Alt.of(take()), Alt.timeOut(WHILE).map(x -> 1))
                        .sync()));
        others.put("a time limit", () -> watched(take().timeoutTo(WHILE, Task.now(1))));
        others.put(
                "a time limit around a branch",
                () -> watched(take().both(take()).map(x -> 1).timeoutTo(WHILE, Task.now(1))));
        others.put(
                "a time limit that is let go",
                () -> watched(take().timeoutAndForget(WHILE).recover(late -> 1)));
        others.put("a time limit around the scope", () -> watched(take()).timeoutTo(WHILE, Task.now(1)));
        others.put(
                "a time limit around a scope whose body has ended",
                () -> watchedChildren(take(), takeFromMVar()).timeoutTo(WHILE, Task.now(1)));
        others.put(
                "a race around the scope",
                () -> Task.race(watched(take()), Task.sleep(WHILE).thenReturn((Object) 1)));
        others.put(
                "the other side of a race around the scope",
                () -> Task.race(Task.sleep(WHILE).thenReturn((Object) 1), watched(take())));
        others.put(
                "a race of many around the scope",
                () -> Task.raceAll(List.of(
                        watched(take()), Task.<Object>never(), Task.sleep(WHILE).thenReturn((Object) 1))));
        others.put("a race", () -> watched(Task.race(take(), Task.sleep(WHILE).thenReturn(1))));
        others.put(
                "a race of many",
                () -> watched(
                        Task.raceAll(List.of(take(), take(), Task.sleep(WHILE).thenReturn(1)))));
        others.put("a branch that wakes the other", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return watched(queue.take().zipPar(later(queue), (taken, x) -> taken));
        });
        others.put("the other branch that wakes the one", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return watched(later(queue).zipPar(queue.take(), (x, taken) -> taken));
        });
        others.put("an element that wakes another", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return watched(Task.gather(List.of(queue.take().map(x -> (Object) x), take2(queue), later(queue)))
                    .thenReturn(1));
        });
        others.put("an element that is not begun", () -> {
            Queue<Integer> queue = Queue.bounded(4);
            return watched(Task.parTraverse(
                            2,
                            List.of(1, 2, 3, 4),
                            n -> n == 1
                                    ? queue.take()
                                    : Task.sleep(OFTEN.multipliedBy(5))
                                            .then(queue.offer(n))
                                            .thenReturn(n))
                    .thenReturn(1));
        });
        others.put("a child of an inner scope", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return watched(Task.scoped(inner -> inner.start(later(queue)).then(queue.take())));
        });
        others.put("the body of an inner scope", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return watched(Task.scoped(
                            Scope.Rest.AWAIT, inner -> inner.start(queue.take()).then(later(queue)))
                    .thenReturn(1));
        });
        others.put(
                "a fiber of no scope that is joined in a choice",
                () -> watched(Task.sleep(WHILE)
                        .thenReturn(1)
                        .start()
                        .flatMap(outsider -> Alt.choose(Alt.of(outsider.join()).map(end -> 1), Alt.of(take()))
                                .sync())));
        others.put("a channel between branches", () -> {
            Channel<Integer> channel = Channel.create();
            return watched(channel.receive()
                    .sync()
                    .zipPar(Task.sleep(WHILE).then(channel.send(1).sync()), (got, x) -> got));
        });
        others.put(
                "what waits to be cancelled",
                () -> watched(Task.never())
                        .start()
                        .flatMap(fiber -> Task.sleep(WHILE).then(fiber.cancel()).then(fiber.join()))
                        .map(end -> end instanceof Outcome.Canceled ? 1 : end));
        return others;
    }

    private static Task<Object> take2(Queue<Integer> queue) {
        return Task.sleep(OFTEN.multipliedBy(3)).then(queue.size()).map(x -> (Object) x);
    }

    @Test
    void whatMayGoOnIsNoStallInAnySchedule() {
        others().forEach((name, program) -> Explore.program(program::get)
                .expect(name + " goes on", end -> end.equals(new Outcome.Succeeded<Object>(1)))
                .runs(60)
                .check());
    }

    @Test
    void whatMayGoOnIsNoStallOnTheRealRuntime() throws Exception {
        for (Map.Entry<String, Supplier<Task<Object>>> other : others().entrySet()) {
            assertThat(own.run(other.getValue().get())).as(other.getKey()).isEqualTo(1);
        }
    }

    @Test
    void aCallbackOrABlockingCallInABranchIsNoStall() throws Exception {
        Queue<Integer> queue = Queue.bounded(1);
        Task<Object> callback = Task.async(result ->
                CompletableFuture.delayedExecutor(15, TimeUnit.MILLISECONDS).execute(() -> result.success(1)));
        assertThat(own.run(watched(queue.take().zipPar(callback.then(queue.offer(1)), (taken, x) -> taken))))
                .isEqualTo(1);
        Task<Object> blocks = Task.blocking(() -> {
            OwnRuntime.get(
                    CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(15, TimeUnit.MILLISECONDS)),
                    "a delay");
            return 1;
        });
        assertThat(own.run(watched(Task.gather(List.of(
                                queue.take(), blocks.then(queue.offer(1)).thenReturn(1)))
                        .map(all -> all.get(0)))))
                .isEqualTo(1);
    }

    /** Branches that hand on and on, each on the thread that is free: no look may take the moment between for a stall. */
    @Test
    void branchesThatHandOnAreNoStall() throws Exception {
        Channel<Integer> there = Channel.create();
        Channel<Integer> back = Channel.create(1);
        Task<Object> rounds =
                there.send(0).sync().then(rounds(back, there, 3_000)).zipPar(rounds(there, back, 3_001), (x, y) -> 1);
        own.run(Task.scoped(scope -> scope.failOnStall(Duration.ofNanos(20_000)).then(rounds)));
    }

    private static Task<Object> rounds(Channel<Integer> from, Channel<Integer> to, int left) {
        return left == 0
                ? Task.now(1)
                : Alt.choose(from.receive(), Alt.never())
                        .sync()
                        .flatMap(n -> Task.fork(to.send(n + 1).sync()))
                        .then(Task.defer(() -> rounds(from, to, left - 1)));
    }
}
