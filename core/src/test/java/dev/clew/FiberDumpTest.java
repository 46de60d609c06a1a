package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.FiberDump.Entry;
import dev.clew.FiberDump.State;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dump shows, of fibers planted wherever one may lie. */
class FiberDumpTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final Deferred<Integer> gate = Deferred.create();

    @SuppressWarnings("NullAway.Init")
    private TaskRuntime runtime;

    @BeforeEach
    void open() {
        runtime = TaskRuntime.builder().name("dumped").workers(1).build();
    }

    @AfterEach
    void close() {
        release.countDown();
        runtime.close();
    }

    /** Holds the only worker until the test is over. */
    private <A extends @Nullable Object> Task<A> hold(A value) {
        return Task.delay(() -> {
            reached.countDown();
            assertThat(release.await(60, TimeUnit.SECONDS)).isTrue();
            return value;
        });
    }

    private void run(Task<?> task) {
        runtime.runAsync(task, outcome -> {});
    }

    private void reachHold() throws InterruptedException {
        assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** The entry that fits, once there is one. */
    private Entry found(Predicate<Entry> wanted) {
        long start = System.nanoTime();
        FiberDump dump;
        do {
            dump = runtime.dump();
            for (Entry entry : dump.fibers()) {
                if (wanted.test(entry)) {
                    return entry;
                }
            }
            Thread.onSpinWait();
        } while (System.nanoTime() - start < PATIENCE);
        throw new AssertionError("not found in\n" + dump.toText());
    }

    private Entry waiting(String what) {
        return found(entry -> entry.state() == State.WAITING
                && entry.waitsFor() != null
                && entry.waitsFor().startsWith(what));
    }

    private Entry ready(String where) {
        return found(entry -> entry.state() == State.READY && entry.where().equals(where));
    }

    private static Stream<String> methods(Entry entry) {
        return entry.callSites().stream()
                .filter(frame -> frame.getClassName().equals(FiberDumpTest.class.getName()))
                .map(StackTraceElement::getMethodName);
    }

    private Task<Integer> marked() {
        return gate.get().map(x -> x + 1);
    }

    @Test
    void oneThatWaitsShowsForWhatAndWhatGoesOn() {
        run(marked().map(x -> x));

        Entry entry = waiting("a Deferred");

        assertThat(methods(entry)).containsExactly("marked", "oneThatWaitsShowsForWhatAndWhatGoesOn");
        assertThat(entry.number()).isPositive();
        assertThat(waiting("a Deferred").number()).isEqualTo(entry.number());
    }

    @Test
    void eachKindOfWaitIsNamed() throws Exception {
        run(Task.sleep(Duration.ofHours(1)));
        run(Task.never());
        run(Task.async(callback -> {}));
        run(Task.blocking(() -> release.await(60, TimeUnit.SECONDS)));
        run(gate.get().start().flatMap(Fiber::join));
        run(gate.get().both(Task.fork(gate.get())));
        run(Task.fork(Task.gather(List.of(gate.get(), gate.get()))));

        assertThat(waiting("the end of a sleep, in PT59M").where()).isEmpty();
        waiting("nothing");
        waiting("the callback of an async");
        assertThat(methods(waiting("a blocking call on thread dumped-blocking-")))
                .contains("eachKindOfWaitIsNamed");
        Entry join = waiting("the end of fiber ");
        assertThat(join.waitsFor()).matches("the end of fiber \\d+");
        int joined = Integer.parseInt(String.valueOf(join.waitsFor()).substring("the end of fiber ".length()));
        Entry started = found(entry -> entry.number() == joined);
        assertThat(started.waitsFor()).isEqualTo("a Deferred");
        Entry part = found(entry -> entry.parent() != 0);
        found(entry -> entry.number() == part.parent());
    }

    @Test
    void oneThatRunsShowsWhereItsThreadIs() throws Exception {
        run(hold(1).map(x -> x));
        reachHold();

        Entry entry = found(e -> e.state() == State.RUNNING);

        assertThat(entry.where()).isEqualTo("worker 0");
        assertThat(entry.callSites().toString()).contains("hold");
    }

    @Test
    void oneInTheExternalQueue() throws Exception {
        run(hold(1));
        reachHold();
        run(marked());

        assertThat(methods(ready("the external queue"))).containsExactly("marked");
    }

    @Test
    void oneInARing() throws Exception {
        run(marked().start().then(hold(1)));
        reachHold();

        Entry entry = ready("the ring of worker 0");

        assertThat(methods(entry)).containsExactly("marked");
        assertThat(entry.startedAt().toString()).contains("marked");
    }

    @Test
    void oneInABatch() throws Exception {
        int more = 9_000; // than a ring holds
        List<Integer> many = IntStream.range(0, more).boxed().toList();
        run(Task.traverse(many, i -> marked().start()).then(hold(1)));
        reachHold();

        assertThat(methods(ready("a batch in the external queue"))).containsExactly("marked");
        assertThat(runtime.dump().fibers()).hasSize(more + 1);
    }

    @Test
    void oneInTheNextSlot() throws Exception {
        run(marked());
        waiting("a Deferred");
        run(gate.complete(1).then(hold(1)));
        reachHold();

        assertThat(methods(ready("the next slot of worker 0"))).containsExactly("marked");
    }

    @Test
    void aBranchThatNobodyHasBegun() throws Exception {
        run(Task.fork(hold(1).both(marked())));
        reachHold();

        Entry entry = ready("the branches of worker 0");

        assertThat(methods(entry)).containsExactly("marked");
        assertThat(entry.number()).isZero();
        assertThat(found(e -> e.state() == State.RUNNING).number()).isEqualTo(entry.parent());
    }

    @Test
    void theRestOfARange() throws Exception {
        run(Task.fork(Task.parTraverse(List.of(1, 2, 3), x -> hold(x))));
        reachHold();

        assertThat(methods(ready("the branches of worker 0"))).containsExactly("theRestOfARange");
    }

    @Test
    void masksAndRequestsAreShown() throws Exception {
        Fiber<Integer> fiber =
                runtime.runAsync(Task.uncancelable(poll -> Task.fork(gate.get()).map(x -> x)), outcome -> {});
        assertThat(waiting("a Deferred").masked()).isTrue();
        assertThat(waiting("a Deferred").cancelRequested()).isFalse();

        run(fiber.cancel());

        found(entry -> entry.masked() && entry.cancelRequested());
    }

    @Test
    void noMoreAreShownThanAskedFor() throws Exception {
        int fibers = 100_000;
        run(Task.fork(Task.parTraverseDiscard(
                Integer.MAX_VALUE,
                IntStream.range(0, fibers).boxed().toList(),
                i -> gate.get().start())));
        long start = System.nanoTime();
        while (runtime.metrics().fibersSuspendedNow() < fibers && System.nanoTime() - start < PATIENCE) {
            Thread.onSpinWait();
        }

        FiberDump dump = runtime.dump(10);

        assertThat(dump.fibers()).hasSize(10);
        assertThat(dump.more()).isEqualTo(fibers - 10);
        assertThat(dump.toText()).startsWith("fibers of dumped: 10 shown, and about " + (fibers - 10) + " more\n");
        assertThatThrownBy(() -> runtime.dump(0)).isInstanceOf(IllegalArgumentException.class);
        gate.tryComplete(1);
    }

    private static Task<Integer> storm(int depth) {
        return depth == 0
                ? Task.yieldNow().then(Task.sleep(Duration.ofNanos(1))).thenReturn(1)
                : Task.defer(() -> storm(depth - 1))
                        .zipPar(Task.fork(storm(depth - 1)).start().flatMap(Fiber::joinOrFail), Integer::sum);
    }

    @Test
    void aStormIsDumpedWithoutAFault() throws Exception {
        try (TaskRuntime stormy = TaskRuntime.builder().workers(3).build()) {
            CountDownLatch ended = new CountDownLatch(20);
            for (int i = 0; i < 20; i++) {
                stormy.runAsync(storm(10), outcome -> {
                    assertThat(outcome).isEqualTo(new Outcome.Succeeded<>(1024));
                    ended.countDown();
                });
            }
            int dumps = 0;
            while (ended.getCount() > 0) {
                FiberDump dump = stormy.dump(500);
                assertThat(dump.fibers()).hasSizeLessThanOrEqualTo(500);
                assertThat(dump.fibers().stream().filter(e -> e.number() != 0).map(Entry::number))
                        .doesNotHaveDuplicates();
                assertThat(dump.toText()).isNotEmpty();
                assertThat(dump.toJson()).startsWith("{").endsWith("}");
                dumps++;
            }
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(dumps).isPositive();
            long start = System.nanoTime();
            while (!stormy.dump().fibers().isEmpty() && System.nanoTime() - start < PATIENCE) {
                Thread.onSpinWait();
            }
            assertThat(stormy.dump().fibers()).isEmpty();
        }
    }

    @Test
    void bothFormsSayAll() {
        StackTraceElement site = new StackTraceElement("a.B", "c", "B.java", 12);
        Entry waits = new Entry(
                7, State.WAITING, "", "a \"Deferred\"\\\n\u0001", true, true, 3, List.of(site), List.of(site));
        Entry branch = new Entry(0, State.READY, "the ring of worker 1", null, false, false, 7, List.of(), List.of());
        FiberDump dump = new FiberDump("r", List.of(waits, branch), 5);

        assertThat(dump.toText().replace("\u0001", "^A")).isEqualTo("""
                        fibers of r: 2 shown, and about 5 more

                        fiber 7, part of fiber 3: waits for a "Deferred"\\
                        ^A, uncancelable, asked to stop
                            at a.B.c(B.java:12)
                          started:
                            at a.B.c(B.java:12)

                        a branch, part of fiber 7: ready in the ring of worker 1
                        """);
        assertThat(dump.toJson())
                .isEqualTo("{\"runtime\":\"r\",\"fibers\":[{\"number\":7,\"state\":\"WAITING\",\"where\":\"\","
                        + "\"waitsFor\":\"a \\\"Deferred\\\"\\\\\\u000a\\u0001\",\"masked\":true,\"cancelRequested\":true,"
                        + "\"parent\":3,\"callSites\":[\"a.B.c(B.java:12)\"],\"startedAt\":[\"a.B.c(B.java:12)\"]},"
                        + "{\"number\":0,\"state\":\"READY\",\"where\":\"the ring of worker 1\",\"waitsFor\":null,"
                        + "\"masked\":false,\"cancelRequested\":false,\"parent\":7,\"callSites\":[],\"startedAt\":[]}],"
                        + "\"more\":5}");
    }
}
