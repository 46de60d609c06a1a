package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.interop.TaskExecutors;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Thread-locals that fibers carry: there after each hop, changed by nobody else, and gone with the fiber. */
class CarriedThreadLocalsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ThreadLocal<@Nullable String> name = new ThreadLocal<>();

    @SuppressWarnings("NullAway.Init")
    private TaskRuntime runtime;

    @BeforeEach
    void open() {
        runtime = TaskRuntime.builder().workers(2).carry(name).build();
        name.set("caller");
    }

    @AfterEach
    void close() {
        name.remove();
        runtime.close();
    }

    private Task<@Nullable String> get() {
        return Task.delay(name::get);
    }

    private Task<@Nullable Void> set(@Nullable String value) {
        return Task.delay(() -> {
            name.set(value);
            return null;
        });
    }

    private List<Task<@Nullable Void>> hops(ExecutorService other) {
        return List.of(
                Task.yieldNow(),
                Task.sleep(Duration.ofNanos(1)),
                Task.fork(Task.unit()),
                Task.fork(Task.unit(), other),
                Task.<@Nullable Void>blocking(() -> null),
                Task.<@Nullable Void>async(callback -> new Thread(() -> callback.success(null)).start()),
                Task.unit().start().flatMap(Fiber::joinOrFail));
    }

    @Test
    void isThereAfterEachKindOfHop() throws Exception {
        ExecutorService other = TaskExecutors.single("other");
        try {
            for (Task<@Nullable Void> hop : hops(other)) {
                assertThat(runtime.runSync(hop.then(get()))).isEqualTo("caller");
                assertThat(runtime.runSync(hop.then(get()), LIMIT)).isEqualTo("caller");
                Task<List<@Nullable String>> task = set("mine")
                        .then(hop)
                        .then(get())
                        .flatMap(first -> set("again").then(hop).then(get()).map(second -> List.of(first, second)));
                assertThat(runtime.runSync(task)).containsExactly("mine", "again");
                assertThat(name.get()).isEqualTo("caller");
                assertThat(runtime.runSync(Task.fork(get(), other))).isEqualTo("caller");
                assertThat(other.submit(name::get).get()).isNull();
            }
        } finally {
            other.shutdown();
        }
    }

    @Test
    void isGoneFromTheNextFiberOfTheThread() throws Exception {
        try (TaskRuntime one = TaskRuntime.builder().workers(1).carry(name).build()) {
            // A job that is no fiber sees what the thread was left with; a fiber would bring values of its own.
            one.runSync(set("left behind by an end"), LIMIT);
            assertThat(one.executor().submit(name::get).get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isNull();
            one.runAsync(set("left behind by a wait").then(Task.never()), end -> {});
            assertThat(one.executor().submit(name::get).get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isNull();
            name.remove();
            assertThat(one.runSync(get(), LIMIT)).isNull();
        }
    }

    @Test
    void blockingCodeSeesItAndMayChangeIt() throws Exception {
        for (int i = 0; i < 100; i++) {
            Task<List<@Nullable String>> task = set("mine")
                    .then(Task.blocking(() -> {
                        String seen = name.get();
                        name.set("from blocking");
                        return seen;
                    }))
                    .flatMap(seen -> get().map(after -> {
                        List<@Nullable String> both = new ArrayList<>();
                        both.add(seen);
                        both.add(after);
                        return both;
                    }));
            assertThat(runtime.runSync(task, LIMIT)).containsExactly("mine", "from blocking");
            assertThat(runtime.runSync(
                            set("x").then(Task.<@Nullable String>interruptible(() -> {
                                        name.set("thrown");
                                        throw new IllegalStateException("as planned");
                                    })
                                    .recoverWith(e -> get())),
                            LIMIT))
                    .isEqualTo("thrown");
        }
    }

    @Test
    void aStartedFiberBeginsWithWhatThereIsAtTheStart() throws Exception {
        Deferred<Integer> go = Deferred.create();
        Task<List<@Nullable String>> task = set("before")
                .then(go.get()
                        .then(get())
                        .flatMap(seen -> set("child").thenReturn(seen))
                        .start())
                .flatMap(fiber -> set("after")
                        .then(go.complete(1))
                        .then(fiber.joinOrFail())
                        .flatMap(child -> get().map(mine -> List.of(child, mine))));

        assertThat(runtime.runSync(task, LIMIT)).containsExactly("before", "after");
    }

    private Task<List<@Nullable String>> side(Task<?> between, String value) {
        return get().flatMap(before -> set(value).then(between).then(get()).map(after -> List.of(before, after)));
    }

    private void isKeptApart(Task<?> left, Task<?> right) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Task<List<@Nullable String>> task = set("fork")
                .then(side(left, "left").zipPar(side(right, "right"), (l, r) -> {
                    runs.incrementAndGet();
                    assertThat(name.get()).isEqualTo("fork");
                    List<@Nullable String> all = new ArrayList<>(l);
                    all.addAll(r);
                    return all;
                }))
                .flatMap(all -> get().map(after -> {
                    all.add(after);
                    return all;
                }));

        assertThat(runtime.runSync(Task.fork(task), LIMIT)).containsExactly("fork", "left", "fork", "right", "fork");
        assertThat(runtime.runSync(task, LIMIT)).containsExactly("fork", "left", "fork", "right", "fork");
        assertThat(runs).hasValue(2);
    }

    @Test
    void branchesAreKeptApartWhetherInlineOrStolen() throws Exception {
        for (int i = 0; i < 100; i++) {
            isKeptApart(Task.unit(), Task.unit());
            isKeptApart(Task.sleep(Duration.ofNanos(1)), Task.unit());
            isKeptApart(Task.unit(), Task.sleep(Duration.ofNanos(1)));
            isKeptApart(Task.yieldNow(), Task.fork(Task.unit()));
            Deferred<Integer> gate = Deferred.create();
            Deferred<Integer> gate2 = Deferred.create();
            Task<?> meet = gate.complete(1).then(gate2.get());
            Task<?> meetToo = gate2.complete(1).then(gate.get());
            isKeptApart(meet, meetToo);
        }
    }

    @Test
    void aFailedBranchLeavesNothing() throws Exception {
        Task<Integer> failing = set("failed").then(Task.fail(new IllegalStateException("as planned")));
        for (Task<Integer> both : List.of(
                failing.zipPar(Task.now(1), Integer::sum),
                Task.now(1).zipPar(failing, Integer::sum),
                Task.now(1).zipPar(Task.fork(failing), Integer::sum))) {
            assertThat(runtime.runSync(set("fork").then(both).attempt().then(get()), LIMIT))
                    .isEqualTo("fork");
        }
    }

    @Test
    void elementsAreKeptApart() throws Exception {
        List<Integer> items = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            items.add(i);
        }
        for (int limit : List.of(1, 4, Integer.MAX_VALUE)) {
            Task<List<@Nullable String>> task = set("fork")
                    .then(Task.parTraverse(
                            limit,
                            items,
                            i -> get().flatMap(seen -> set("element " + i)
                                    .then(i % 7 == 0 ? Task.yieldNow() : Task.unit())
                                    .thenReturn(seen))))
                    .flatMap(all -> get().map(after -> {
                        List<@Nullable String> more = new ArrayList<>(all);
                        more.add(after);
                        return more;
                    }));

            assertThat(runtime.runSync(task, LIMIT)).hasSize(201).containsOnly("fork");
        }
    }

    private Task<@Nullable String> changed(String value, Task<?> after) {
        return get().flatMap(seen -> set(value).then(after).thenReturn(seen));
    }

    @Test
    void racesAndOtherForksAreKeptApart() throws Exception {
        Duration soon = Duration.ofNanos(1);
        for (int i = 0; i < 50; i++) {
            for (Task<@Nullable String> forking : List.<Task<@Nullable String>>of(
                    Task.race(changed("left", Task.sleep(soon)), changed("right", Task.never())),
                    Task.race(changed("left", Task.never()), changed("right", Task.unit())),
                    Task.race(changed("left", Task.unit()), changed("right", Task.unit())),
                    changed("forgotten", Task.yieldNow()).timeoutAndForget(Duration.ofHours(1)),
                    changed("memoized", Task.yieldNow()).memoize().flatMap(once -> once),
                    Task.<@Nullable String>scoped(
                            scope -> scope.start(changed("scoped", Task.unit())).flatMap(Fiber::joinOrFail)))) {
                Task<List<@Nullable String>> task = set("fork")
                        .then(forking)
                        .flatMap(seen -> get().map(after -> {
                            List<@Nullable String> both = new ArrayList<>();
                            both.add(seen);
                            both.add(after);
                            return both;
                        }));

                assertThat(runtime.runSync(Task.fork(task), LIMIT)).containsExactly("fork", "fork");
            }
        }
    }

    @Test
    void whatIsWrittenUnderATimeoutIsSeenAfterIt() throws Exception {
        Task<@Nullable String> task = set("inside")
                .then(Task.sleep(Duration.ofNanos(1)))
                .timeout(Duration.ofHours(1))
                .then(get());

        assertThat(runtime.runSync(task, LIMIT)).isEqualTo("inside");
    }

    @Test
    void deepForksAreKeptApartAndNestNoStack() throws Exception {
        assertThat(runtime.runSync(sum(14), LIMIT)).isEqualTo(1 << 14);
    }

    private Task<Integer> sum(int depth) {
        return depth == 0
                ? Task.now(1)
                : set("level " + depth)
                        .then(Task.defer(() -> sum(depth - 1)).zipPar(Task.defer(() -> sum(depth - 1)), Integer::sum))
                        .flatMap(n -> get().map(seen -> {
                            assertThat(seen).isEqualTo("level " + depth);
                            return n;
                        }));
    }

    @Test
    void functionsOfOnesOwnAreUsedAndTheirErrorsReported() throws Exception {
        List<String> reported = new ArrayList<>();
        ThreadLocal<@Nullable Integer> number = new ThreadLocal<>();
        try (TaskRuntime odd = TaskRuntime.builder()
                .workers(1)
                .errorReporter((what, error) -> {
                    synchronized (reported) {
                        reported.add(what);
                    }
                })
                .carry(number::get, number::set)
                .carry(
                        () -> {
                            throw new IllegalStateException("as planned");
                        },
                        value -> {})
                .build()) {
            number.set(5);
            assertThat(odd.runSync(Task.sleep(Duration.ofNanos(1)).then(Task.delay(number::get)), LIMIT))
                    .isEqualTo(5);
            synchronized (reported) {
                assertThat(reported).contains("reading a thread-local that fibers carry failed");
            }
        } finally {
            number.remove();
        }
    }

    @Test
    void nothingIsCarriedWhereNothingWasAskedFor() throws Exception {
        try (TaskRuntime plain = TaskRuntime.builder().workers(1).build()) {
            assertThat(plain.runSync(get(), LIMIT)).isNull();
        }
    }
}
