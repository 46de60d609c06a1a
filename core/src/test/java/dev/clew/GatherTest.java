package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many at once: order, sizes, errors and cancellations in every position, for every form there is. */
class GatherTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("boom");

    /** One way of running a task for each item; its result is a list, or null where it keeps none. */
    private interface Form {
        Task<List<Integer>> of(Iterable<Integer> items, Fn<Integer, Task<Integer>> f);
    }

    private static <A, B> Iterable<B> mapped(Iterable<A> items, Fn<A, B> f) {
        List<B> list = new ArrayList<>();
        items.forEach(item -> {
            try {
                list.add(f.apply(item));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        return list;
    }

    private static <A> Iterable<A> lazy(Iterable<A> items) {
        return () -> items.iterator();
    }

    private static final Map<String, Form> ORDERED = Map.of(
            "gather", (items, f) -> Task.gather(mapped(items, f)),
            "gather of a lazy input", (items, f) -> Task.gather(lazy(mapped(items, f))),
            "parTraverse", Task::parTraverse,
            "parTraverse of a lazy input", (items, f) -> Task.parTraverse(lazy(items), f),
            "parTraverse by 1", (items, f) -> Task.parTraverse(1, items, f),
            "parTraverse by 3", (items, f) -> Task.parTraverse(3, items, f),
            "parTraverse by MAX", (items, f) -> Task.parTraverse(Integer.MAX_VALUE, items, f),
            "parTraverse by MAX of a lazy input", (items, f) -> Task.parTraverse(Integer.MAX_VALUE, lazy(items), f));

    private static final Map<String, Form> SEQUENTIAL =
            Map.of("sequence", (items, f) -> Task.sequence(mapped(items, f)), "traverse", Task::traverse);

    private static final Map<String, Form> UNORDERED = Map.of(
            "gatherUnordered", (items, f) -> Task.gatherUnordered(mapped(items, f), true),
            "gatherUnordered of a lazy input", (items, f) -> Task.gatherUnordered(lazy(mapped(items, f)), true));

    /** Forms whose result is not a list are made to look as if. */
    private static final Map<String, Form> OTHERS = Map.of(
            "reduceUnordered",
                    (items, f) -> Task.reduceUnordered(
                            mapped(items, i -> f.apply(i).map(List::of)), List.of(), GatherTest::joined),
            "reduceUnordered of a lazy input",
                    (items, f) -> Task.reduceUnordered(
                            lazy(mapped(items, i -> f.apply(i).map(List::of))), List.of(), GatherTest::joined),
            "parTraverseDiscard",
                    (items, f) -> {
                        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
                        return Task.parTraverseDiscard(2, items, i -> f.apply(i).map(seen::add))
                                .thenReturn(seen);
                    });

    private static List<Integer> joined(List<Integer> a, List<Integer> b) {
        List<Integer> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private static Map<String, Form> parallel() {
        Map<String, Form> all = new java.util.TreeMap<>(ORDERED);
        all.putAll(UNORDERED);
        all.putAll(OTHERS);
        return all;
    }

    private static Map<String, Form> all() {
        Map<String, Form> all = parallel();
        all.putAll(SEQUENTIAL);
        return all;
    }

    private static List<Integer> upTo(int n) {
        return IntStream.range(0, n).boxed().toList();
    }

    @Test
    void resultsOfEverySizeAreInTheRightOrder() throws Exception {
        Map<String, Form> ordered = new java.util.TreeMap<>(ORDERED);
        ordered.putAll(SEQUENTIAL);
        for (int n : new int[] {0, 1, 2, 3, 7, 64, 1_000}) {
            for (Map.Entry<String, Form> form : ordered.entrySet()) {
                List<Fn<Integer, Task<Integer>>> bodies = List.of(
                        Task::now,
                        i -> Task.yieldNow().thenReturn(i),
                        i -> i % 5 == 0 ? Steps.sleep(1).thenReturn(i) : Task.now(i));
                for (Fn<Integer, Task<Integer>> body : bodies) {
                    assertThat(own.run(form.getValue().of(upTo(n), body)))
                            .as("%s of %d", form.getKey(), n)
                            .isEqualTo(upTo(n));
                }
            }
        }
    }

    @Test
    void unorderedFormsGiveEachResultOnce() throws Exception {
        Map<String, Form> forms = new java.util.TreeMap<>(UNORDERED);
        forms.putAll(OTHERS);
        for (int n : new int[] {0, 1, 2, 3, 7, 64, 300}) {
            for (Map.Entry<String, Form> form : forms.entrySet()) {
                List<Integer> results = own.run(form.getValue()
                        .of(upTo(n), i -> i % 3 == 0 ? Task.yieldNow().thenReturn(i) : Task.now(i)));
                assertThat(results).as("%s of %d", form.getKey(), n).containsExactlyInAnyOrderElementsOf(upTo(n));
            }
        }
    }

    @Test
    void gatherUnorderedGivesResultsInTheOrderOfTheirEnds() throws Exception {
        for (boolean exceptionCancels : new boolean[] {false, true}) {
            // one worker and its first-in-first-out queue: what was woken before has ended before
            try (TaskRuntime one =
                    TaskRuntime.builder().name("clew-one").workers(1).build()) {
                Deferred<Integer> second = Deferred.create();
                Deferred<Integer> third = Deferred.create();
                List<Task<Integer>> tasks = List.of(third.get(), second.get(), Task.now(1));
                CompletableFuture<List<Integer>> results =
                        one.toCompletableFuture(Task.gatherUnordered(tasks, exceptionCancels));
                OwnRuntime.await("all have run", () -> one.metrics().fibersSuspendedNow() >= 2);
                for (Deferred<Integer> next : List.of(second, third)) {
                    OwnRuntime.get(one.toCompletableFuture(Task.unit()), "the queue is empty");
                    next.tryComplete(next == second ? 2 : 3);
                }
                assertThat(OwnRuntime.get(results, "the results")).containsExactly(1, 2, 3);
            }
        }
    }

    @Test
    void aMillionElementsOfEachForm() throws Exception {
        int n = 1_000_000;
        List<Integer> items = upTo(n);
        for (Map.Entry<String, Form> form : Map.of(
                        "gather", ORDERED.get("gather"),
                        "parTraverse", ORDERED.get("parTraverse"),
                        "parTraverse by 3", ORDERED.get("parTraverse by 3"),
                        "sequence", SEQUENTIAL.get("sequence"),
                        "traverse", SEQUENTIAL.get("traverse"))
                .entrySet()) {
            List<Integer> results = own.run(form.getValue().of(items, Task::now));
            assertThat(results.equals(items)).as(form.getKey()).isTrue();
        }
        List<Task<Integer>> ones = Collections.nCopies(n, Task.delay(() -> 1));
        assertThat(own.run(Task.gatherUnordered(ones))).hasSize(n);
        assertThat(own.run(Task.gatherUnordered(ones, true))).hasSize(n);
        assertThat(own.run(Task.<Integer>reduceUnordered(ones, 0, Integer::sum)))
                .isEqualTo(n);
        assertThat(own.run(Task.<Integer>reduceUnordered(lazy(ones), 0, Integer::sum)))
                .isEqualTo(n);
        AtomicInteger count = new AtomicInteger();
        own.run(Task.parTraverseDiscard(8, items, i -> Task.delay(count::incrementAndGet)));
        assertThat(count).hasValue(n);
    }

    @Test
    void aMillionElementsThatEachWaitOrYield() throws Exception {
        int n = 1_000_000;
        assertThat(own.run(Task.gather(Collections.nCopies(n, Task.yieldNow()))))
                .hasSize(n);
    }

    @Test
    void anErrorInEveryPositionIsTheErrorInEveryForm() {
        for (int n : new int[] {1, 2, 5}) {
            for (int at = 0; at < n; at++) {
                int bad = at;
                for (Map.Entry<String, Form> form : all().entrySet()) {
                    boolean sequential = SEQUENTIAL.containsKey(form.getKey())
                            || form.getKey().endsWith(" by 1");
                    List<Task<Integer>> failures =
                            List.of(Task.fail(boom), Steps.sleep(1).then(Task.fail(boom)), Task.delay(() -> {
                                throw boom;
                            }));
                    for (Task<Integer> failing : failures) {
                        assertThat(own.outcome(form.getValue().of(upTo(n), i -> i == bad ? failing : Task.now(i))))
                                .as("%s, %d of %d", form.getKey(), at, n)
                                .isEqualTo(new Outcome.Failed<>(boom));
                        if (!sequential && n <= 2) {
                            assertThat(own.outcome(form.getValue().of(upTo(n), i -> i == bad ? failing : Task.never())))
                                    .as("%s, %d of %d, the others never end", form.getKey(), at, n)
                                    .isEqualTo(new Outcome.Failed<>(boom));
                        }
                    }
                }
            }
        }
    }

    @Test
    void theErrorWaitsForTheFinalizersOfWhatRuns() {
        for (Map.Entry<String, Form> form : parallel().entrySet()) {
            if (form.getKey().endsWith(" by 1")) {
                continue;
            }
            List<String> log = Steps.log();
            CountDownLatch begun = new CountDownLatch(1);
            Fn<Integer, Task<Integer>> body = i -> i == 0
                    ? Steps.release(begun)
                            .then(Task.<Integer>never())
                            .onCancel(Steps.sleep(10).then(Steps.note(log, "finalized")))
                    : Task.<Void>blocking(() -> {
                                OwnRuntime.await(begun);
                                return null;
                            })
                            .then(Task.fail(boom));
            assertThat(own.outcome(form.getValue().of(upTo(2), body).guarantee(Steps.note(log, "ended"))))
                    .as(form.getKey())
                    .isEqualTo(new Outcome.Failed<>(boom));
            assertThat(log).as(form.getKey()).containsExactly("finalized", "ended");
        }
    }

    @Test
    void tasksNotBegunNeverBeginOnceOneHasFailed() {
        AtomicInteger begun = new AtomicInteger();
        List<Task<Integer>> tasks = new ArrayList<>();
        tasks.add(Task.fail(boom));
        for (int i = 0; i < 100_000; i++) {
            tasks.add(Task.delay(begun::incrementAndGet));
        }
        // Another worker may do all the rest before the first is begun, but not each time.
        for (Task<?> all : List.of(Task.gatherUnordered(tasks, true), Task.gather(tasks))) {
            OwnRuntime.await("some are not begun", () -> {
                begun.set(0);
                assertThat(own.outcome(all)).isEqualTo(new Outcome.Failed<>(boom));
                return begun.get() < 100_000;
            });
        }
        begun.set(0);
        assertThat(own.outcome(Task.sequence(tasks))).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(begun).hasValue(0);
    }

    @Test
    void withoutExceptionCancelsAllRunAndTheFirstErrorCarriesTheOthers() {
        for (boolean collection : new boolean[] {true, false}) {
            AtomicInteger ended = new AtomicInteger();
            List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
            List<Task<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int n = i;
                tasks.add(Task.<Integer>defer(() -> {
                            if (n % 4 == 0) {
                                Steps.Boom error = new Steps.Boom("number " + n);
                                errors.add(error);
                                return Task.fail(error);
                            }
                            return n % 3 == 0 ? Steps.sleep(5).thenReturn(n) : Task.now(n);
                        })
                        .guarantee(Task.delay(ended::incrementAndGet)));
            }
            Outcome<List<Integer>> outcome =
                    own.outcome(collection ? Task.gatherUnordered(tasks) : Task.gatherUnordered(lazy(tasks), false));
            assertThat(ended).hasValue(100);
            assertThat(outcome).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                assertThat(errors).hasSize(25).contains(failed.error());
                assertThat(failed.error().getSuppressed())
                        .hasSize(16)
                        .doesNotHaveDuplicates()
                        .doesNotContain(failed.error());
                assertThat(errors).contains(failed.error().getSuppressed());
            });
        }
    }

    @Test
    void oneErrorThrownByManyIsNotSuppressedInItselfNorTwice() {
        List<Task<Integer>> tasks = new ArrayList<>(Collections.nCopies(10, Task.fail(boom)));
        assertThat(own.outcome(Task.gatherUnordered(tasks))).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(boom.getSuppressed()).isEmpty();
        Steps.Boom first = new Steps.Boom("first");
        tasks.add(0, Task.fail(first));
        try (TaskRuntime one = TaskRuntime.builder().name("clew-one").workers(1).build()) {
            CompletableFuture<Outcome<List<Integer>>> end = new CompletableFuture<>();
            one.runAsync(Task.gatherUnordered(tasks), end::complete);
            assertThat(OwnRuntime.get(end, "the end")).isEqualTo(new Outcome.Failed<>(first));
        }
        assertThat(first.getSuppressed()).containsExactly(boom);
    }

    @Test
    void anElementThatCancelsItselfCancelsTheWhole() {
        for (Map.Entry<String, Form> form : all().entrySet()) {
            for (Task<Void> self : List.of(Task.canceled(), Steps.sleep(1).then(Task.canceled()))) {
                AtomicInteger after = new AtomicInteger();
                Fn<Integer, Task<Integer>> body = i -> i == 1 ? self.thenReturn(1) : Task.now(i);
                assertThat(own.outcome(form.getValue().of(upTo(3), body).then(Task.delay(after::incrementAndGet))))
                        .as(form.getKey())
                        .isInstanceOf(Outcome.Canceled.class);
                assertThat(after).as(form.getKey()).hasValue(0);
            }
        }
    }

    @Test
    void whereThatIsMaskedTheWholeFails() {
        for (Map.Entry<String, Form> form : parallel().entrySet()) {
            for (Task<Void> self : List.of(Task.canceled(), Steps.sleep(1).then(Task.canceled()))) {
                Fn<Integer, Task<Integer>> body = i -> i == 1 ? self.thenReturn(1) : Task.now(i);
                assertThat(own.outcome(Task.uncancelable(
                                poll -> form.getValue().of(upTo(3), body).attempt())))
                        .as(form.getKey())
                        .isInstanceOfSatisfying(
                                Outcome.Succeeded.class,
                                s -> assertThat(s.value())
                                        .isInstanceOfSatisfying(
                                                Outcome.Failed.class,
                                                f -> assertThat(f.error())
                                                        .isInstanceOf(CancellationException.class)
                                                        .hasMessageContaining("uncancelable")));
            }
        }
    }

    @Test
    void aCancelFromOutsideWaitsForTheFinalizersOfAll() throws Exception {
        for (Map.Entry<String, Form> form : all().entrySet()) {
            boolean sequential =
                    SEQUENTIAL.containsKey(form.getKey()) || form.getKey().endsWith(" by 1");
            int flying = sequential ? 1 : 2;
            List<String> log = Steps.log();
            CountDownLatch begun = new CountDownLatch(flying);
            Fn<Integer, Task<Integer>> body = i -> Steps.release(begun)
                    .then(Task.<Integer>never())
                    .onCancel(Steps.sleep(10).then(Steps.note(log, "element")));
            Fiber<List<Integer>> fiber = own.runtime()
                    .runAsync(form.getValue().of(upTo(2), body).onCancel(Steps.note(log, "whole")), end -> {});
            OwnRuntime.await(begun);
            own.run(fiber.cancel());
            List<String> expected = new ArrayList<>(Collections.nCopies(flying, "element"));
            expected.add("whole");
            assertThat(log).as(form.getKey()).isEqualTo(expected);
        }
    }

    @Test
    void anInputThatThrowsIsTheErrorOfTheWholeWhereverItThrows() {
        for (int at = 0; at < 6; at++) {
            int bad = at;
            Iterable<Integer> hasNextThrows = () -> new Counting(10) {
                @Override
                public boolean hasNext() {
                    if (next == bad) {
                        throw new IllegalStateException("hasNext");
                    }
                    return super.hasNext();
                }
            };
            Iterable<Integer> nextThrows = () -> new Counting(10) {
                @Override
                public Integer next() {
                    if (next == bad) {
                        throw new IllegalStateException("next");
                    }
                    return super.next();
                }
            };
            Iterable<Integer> iteratorThrows = () -> {
                throw new IllegalStateException("iterator");
            };
            List<Form> forms = List.of(
                    (items, f) -> Task.parTraverse(items, f),
                    (items, f) -> Task.parTraverse(1, items, f),
                    (items, f) -> Task.parTraverse(3, items, f),
                    (items, f) -> Task.traverse(items, f),
                    (items, f) -> Task.parTraverseDiscard(2, items, f).thenReturn(List.of()));
            for (Iterable<Integer> input : List.of(hasNextThrows, nextThrows, iteratorThrows)) {
                for (Form form : forms) {
                    for (Task<Void> wait : List.of(Task.unit(), Steps.sleep(1))) {
                        assertThat(own.outcome(form.of(input, i -> wait.thenReturn(i))))
                                .isInstanceOfSatisfying(
                                        Outcome.Failed.class,
                                        f -> assertThat(f.error())
                                                .isInstanceOf(IllegalStateException.class)
                                                .hasMessageMatching("hasNext|next|iterator"));
                    }
                }
            }
        }
    }

    private static class Counting implements Iterator<Integer> {
        private final int end;
        int next;

        Counting(int end) {
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public Integer next() {
            return next++;
        }
    }

    @Test
    void aFunctionThatThrowsIsTheErrorInEveryPosition() {
        for (int at = 0; at < 4; at++) {
            int bad = at;
            for (int limit : new int[] {1, 2, Integer.MAX_VALUE}) {
                assertThat(own.outcome(Task.parTraverse(limit, upTo(4), i -> {
                            if (i == bad) {
                                throw boom;
                            }
                            return Task.now(i);
                        })))
                        .isEqualTo(new Outcome.Failed<>(boom));
            }
        }
    }

    @Test
    void aSlowElementAfterManyFastOnesStrandsNobody() throws Exception {
        for (Map.Entry<String, Form> form : parallel().entrySet()) {
            if (form.getKey().endsWith(" by 1")) {
                continue;
            }
            for (int slow : new int[] {0, 1, 50, 98}) {
                CountDownLatch others = new CountDownLatch(99);
                Fn<Integer, Task<Integer>> body =
                        i -> (i == slow ? Steps.block(others) : Steps.release(others)).thenReturn(i);
                assertThat(own.run(form.getValue().of(upTo(100), body)))
                        .as("%s, %d", form.getKey(), slow)
                        .hasSize(100);
            }
        }
    }

    @Test
    void elementsThatNeedEachOtherAreAllInFlight() throws Exception {
        int n = 2_000;
        List<Deferred<Integer>> chain = new ArrayList<>();
        for (int i = 0; i <= n; i++) {
            chain.add(Deferred.create());
        }
        chain.get(n).tryComplete(n);
        Task<List<Integer>> task = Task.parTraverse(
                upTo(n),
                i -> chain.get(i + 1)
                        .get()
                        .flatMap(v -> chain.get(i).complete(v).thenReturn(v)));
        assertThat(own.run(task)).containsOnly(n);
    }

    @Test
    void theStepsOfGatherAreLinearInTheNumberOfElements() throws Exception {
        long small = jobs(2_000);
        long large = jobs(8_000);
        // each element suspends once: at most a constant number of jobs for each
        assertThat(small).isBetween(2_000L, 4L * 2_000);
        assertThat(large).isBetween(8_000L, 4L * 8_000);
    }

    private long jobs(int n) throws Exception {
        RuntimeMetrics before = own.runtime().metrics();
        own.run(Task.gather(Collections.nCopies(n, Task.yieldNow())));
        OwnRuntime.await("rest", () -> own.runtime().metrics().singletonsPresentNow() == 0);
        return own.runtime().metrics().since(before).jobsExecuted();
    }

    @Test
    void theResultCannotBeChanged() throws Exception {
        for (Map.Entry<String, Form> form : ORDERED.entrySet()) {
            List<Integer> results = own.run(form.getValue().of(upTo(3), Task::now));
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> results.set(0, 1))
                    .as(form.getKey())
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void nestedGathersOfAllShapes() throws Exception {
        Task<List<List<Integer>>> nested = Task.parTraverse(
                upTo(50),
                i -> Task.parTraverse(
                        2, upTo(20), j -> j % 7 == 0 ? Task.yieldNow().thenReturn(i + j) : Task.now(i + j)));
        List<List<Integer>> results = own.run(nested);
        for (int i = 0; i < 50; i++) {
            int from = i;
            assertThat(results.get(i))
                    .isEqualTo(upTo(20).stream().map(j -> from + j).toList());
        }
    }
}
