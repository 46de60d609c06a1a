package dev.clew.bench.state;

import dev.clew.Fiber;
import dev.clew.FiberLocal;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Different programs for Clew: every kind of node, and at each of them several functions of different classes. */
final class ClewMix {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int TURNS = 20;
    private static final List<Integer> NUMBERS =
            IntStream.rangeClosed(1, 100).boxed().toList();

    private ClewMix() {}

    static void round(TaskRuntime runtime, Executor elsewhere) throws Exception {
        for (int turn = 0; turn < TURNS; turn++) {
            expect(runtime, "maps", "<7>", maps());
            expect(runtime, "flatMaps", 28.0, flatMaps());
            expect(runtime, "recovered errors", "four", recovered());
            expect(runtime, "attempts", 3, attempts());
            expect(runtime, "handlers", "7 8", handlers());
            expect(runtime, "finalizers", 5, finalizers());
            expect(
                    runtime,
                    "both",
                    "a1",
                    Task.now("a").both(Task.delay(() -> 1)).map(p -> p.first() + p.second()));
            expect(
                    runtime,
                    "mapPar",
                    6L,
                    Task.mapPar(Task.now(1), Task.now(2), Task.now(3), (a, b, c) -> (long) a + b + c));
            expect(runtime, "gathers", 5050 + 5050 + 5050, gathers());
            expect(runtime, "traversals", 10_100L, traversals());
            expect(runtime, "time limits", "in time", timeLimits());
            expect(runtime, "callbacks", 11, callbacks(elsewhere));
            expect(runtime, "fibers", 9, fibers());
            expect(runtime, "locals", "inner outer", locals());
            expect(runtime, "moves", true, moves(elsewhere));
        }
        expect(runtime, "Hanoi", (1L << 11) - 1, hanoi(11));
        expect(runtime, "the depth of a tree", 11, depth(11));
        expect(runtime, "a binomial coefficient", 1716.0, binomial(13, 6));
        expect(runtime, "a long word", 1 << 10, word(10).map(String::length));
        expect(runtime, "a deep recursion", 1000, countDown(1000));
    }

    private static <A> void expect(TaskRuntime runtime, String what, A value, Task<A> task) throws Exception {
        Check.equal(what, value, runtime.runSync(task));
    }

    private static Task<String> maps() {
        return Task.now("three")
                .map(String::length)
                .map(x -> x + 2L)
                .map(String::valueOf)
                .map(s -> "<" + s)
                .map(s -> s.concat(">"));
    }

    private static Task<Double> flatMaps() {
        return Task.delay(() -> 3)
                .flatMap(x -> Task.now(x + 4))
                .flatMap(x -> Task.delay(() -> x * 2L))
                .flatMap(x -> Task.defer(() -> Task.now((double) x)))
                .flatMap(x -> Task.now(x).zipWith(Task.now(2), (a, b) -> a * b))
                .then(Task.now(28.0));
    }

    private static Task<String> recovered() {
        return Task.<Integer>fail(new IllegalArgumentException("one"))
                .recover(e -> e.toString().length())
                .flatMap(x -> Task.<String>fail(new IllegalStateException("two and " + x)))
                .recoverWith(e -> Task.delay(() -> e.toString().toUpperCase(Locale.ROOT)))
                .map(s -> {
                    throw new UnsupportedOperationException(s);
                })
                .orElse(Task.now("four"))
                .map(Object::toString);
    }

    private static Task<Integer> attempts() {
        return Task.<Integer>fail(new IllegalArgumentException("first"))
                .attempt()
                .flatMap(first -> Task.now(2).attempt().map(second -> kind(first) * 2 + kind(second)))
                .map(x -> x + 1);
    }

    private static int kind(Outcome<?> outcome) {
        return outcome instanceof Outcome.Failed<?> ? 1 : 0;
    }

    private static Task<String> handlers() {
        Task<Integer> seven = Task.now("value").redeem(e -> 0, v -> v.length() + 2);
        Task<Integer> eight = Task.<Integer>fail(new IllegalArgumentException("eight"))
                .mapError(IllegalStateException::new)
                .tapError(e -> Task.unit())
                .onError(e -> Task.delay(e::toString))
                .redeemWith(e -> Task.now(8), v -> Task.now(v + 1));
        return seven.tap(x -> Task.delay(() -> x + 1)).zipWith(eight, (a, b) -> a + " " + b);
    }

    private static Task<Integer> finalizers() {
        return Task.defer(() -> {
            AtomicInteger done = new AtomicInteger();
            Task<Integer> raise = Task.delay(done::incrementAndGet);
            return Task.now(4)
                    .guarantee(raise)
                    .onCancel(raise.map(x -> -x))
                    .flatMap(x -> Task.uncancelable(poll -> poll.apply(Task.delay(() -> x + done.get()))));
        });
    }

    private static Task<Integer> gathers() {
        List<Task<Integer>> tasks =
                NUMBERS.stream().map(n -> Task.delay(() -> n)).toList();
        Task<Integer> ordered = Task.gather(tasks).map(ClewMix::sum);
        Task<Integer> unordered = Task.gatherUnordered(tasks, true).map(all -> sum(all));
        Task<Integer> reduced = Task.reduceUnordered(tasks, 0, Integer::sum);
        return ordered.flatMap(a -> unordered.flatMap(b -> reduced.map(c -> a + b + c)));
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sum();
    }

    private static Task<Long> traversals() {
        Task<Long> parallel = Task.parTraverse(NUMBERS, n -> Task.now((long) n))
                .map(longs -> longs.stream().mapToLong(Long::longValue).sum());
        Task<Integer> limited =
                Task.parTraverse(2, NUMBERS, n -> Task.delay(() -> n)).map(all -> sum(all));
        Task<Integer> inTurn = Task.traverse(NUMBERS, n -> Task.now(n + 1)).map(List::size);
        return Task.parTraverseDiscard(3, NUMBERS, n -> Task.delay(n::hashCode))
                .then(inTurn)
                .flatMap(size -> parallel.zipWith(limited, (a, b) -> a + b));
    }

    private static Task<String> timeLimits() {
        return Task.sleep(Duration.ofNanos(1))
                .then(Task.now("in time"))
                .timeout(LONG)
                .flatMap(text -> Task.<String>never()
                        .timeout(Duration.ofNanos(1))
                        .recover(e -> e instanceof TimeoutException ? text : e.toString()));
    }

    private static Task<Integer> callbacks(Executor elsewhere) {
        return Task.<Integer>async(callback -> callback.success(5))
                .flatMap(x -> Task.<Integer>async(callback -> elsewhere.execute(() -> callback.success(x + 6))))
                .flatMap(x -> Task.<Integer>async(callback -> callback.failure(new IllegalStateException("no")))
                        .recover(e -> x));
    }

    private static Task<Integer> fibers() {
        Task<Integer> waiting = Deferred.<Integer>make()
                .flatMap(d -> d.get().start().flatMap(fiber -> d.complete(4).then(fiber.joinOrFail())));
        return waiting.flatMap(x -> Task.yieldNow().thenReturn(x + 5).start().flatMap(Fiber::joinOrFail));
    }

    private static Task<String> locals() {
        FiberLocal<String> local = FiberLocal.of("outer");
        return local.locally("inner", local.get()).flatMap(a -> local.get().map(b -> a + " " + b));
    }

    private static Task<Boolean> moves(Executor elsewhere) {
        return Task.fork(Task.now(1))
                .flatMap(x -> Task.on(elsewhere, () -> x + 1))
                .flatMap(x -> Task.executor().on(elsewhere).map(e -> e == elsewhere && x == 2));
    }

    private static Task<Long> hanoi(int disks) {
        return disks == 0
                ? Task.now(0L)
                : Task.defer(() -> hanoi(disks - 1).zipPar(hanoi(disks - 1), (a, b) -> a + 1 + b));
    }

    private static Task<Integer> depth(int left) {
        Callable<Task<Integer>> deeper =
                () -> depth(left - 1).both(depth(left / 2)).map(p -> 1 + Math.max(p.first(), p.second()));
        return left == 0 ? Task.delay(() -> 0) : Task.defer(deeper);
    }

    private static Task<Double> binomial(int n, int k) {
        return k == 0 || k == n
                ? Task.now(1.0)
                : Task.unit().flatMap(u -> binomial(n - 1, k).zipPar(binomial(n - 1, k - 1), Double::sum));
    }

    private static Task<String> word(int doublings) {
        return doublings == 0
                ? Task.now(0).map(x -> "a")
                : Task.defer(() -> Task.mapPar(word(doublings - 1), word(doublings - 1), String::concat));
    }

    private static Task<Integer> countDown(int n) {
        return n == 0 ? Task.now(0) : Task.defer(() -> countDown(n - 1)).map(x -> x + 1);
    }
}
