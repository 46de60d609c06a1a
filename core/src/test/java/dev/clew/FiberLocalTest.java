package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each fiber and branch has its own value, begun with its parent's. */
class FiberLocalTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final FiberLocal<Integer> local = FiberLocal.of(0);

    @Test
    void aWriteIsSeenByLaterStepsOfTheSameFiber() throws Exception {
        assertThat(own.run(local.get())).isZero();
        assertThat(own.run(local.set(1).then(local.get()))).isEqualTo(1);
        assertThat(own.run(
                        local.set(1).then(Steps.sleep(1)).then(Task.yieldNow()).then(local.get())))
                .isEqualTo(1);
        assertThat(own.run(
                        local.update(x -> x + 5).then(local.update(x -> x * 2)).then(local.get())))
                .isEqualTo(10);
        assertThat(own.run(local.get())).as("another run").isZero();
        assertThat(local.initial()).isZero();
    }

    @Test
    void nullIsAValue() throws Exception {
        FiberLocal<String> text = FiberLocal.of(null);
        assertThat(own.<String>run(text.get())).isNull();
        assertThat(own.<String>run(text.set("x").then(text.set(null)).then(text.get())))
                .isNull();
    }

    @Test
    void manyLocalsDoNotMeetEachOther() throws Exception {
        List<FiberLocal<Integer>> locals =
                IntStream.range(0, 50).mapToObj(i -> FiberLocal.of(-1)).toList();
        Task<Void> set = Task.unit();
        for (int i = 0; i < 50; i += 2) {
            set = set.then(locals.get(i).set(i));
        }
        List<Integer> values = own.run(set.then(Task.traverse(locals, FiberLocal::get)));
        for (int i = 0; i < 50; i++) {
            assertThat(values.get(i)).isEqualTo(i % 2 == 0 ? i : -1);
        }
    }

    @Test
    void branchesInheritAndKeepTheirWritesToThemselves() throws Exception {
        Task<Integer> write = local.get().flatMap(seen -> local.set(seen + 1)).then(local.get());
        for (Task<Integer> side : List.of(
                write, Task.yieldNow().then(write), write.then(Task.yieldNow()).then(local.get()))) {
            assertThat(own.run(local.set(5).then(side.both(side)).both(local.get())))
                    .isEqualTo(new Task.Pair<>(new Task.Pair<>(6, 6), 0));
            assertThat(own.run(local.set(5).then(side.both(side)).then(local.get())))
                    .isEqualTo(5);
        }
    }

    @Test
    void elementsInheritAndKeepTheirWritesToThemselves() throws Exception {
        Task<Integer> write = local.get().flatMap(seen -> local.set(seen + 1)).then(local.get());
        List<Integer> items = IntStream.range(0, 500).boxed().toList();
        Fn<Integer, Task<Integer>> body = i -> i % 3 == 0 ? Task.yieldNow().then(write) : write;
        for (Task<List<Integer>> gather : List.of(
                Task.parTraverse(items, body), Task.parTraverse(3, items, body), Task.parTraverse(1, items, body))) {
            assertThat(own.run(local.set(5).then(gather))).containsOnly(6);
            assertThat(own.run(local.set(5).then(gather).then(local.get()))).isEqualTo(5);
        }
    }

    @Test
    void aStartedFiberInheritsAndKeepsItsWritesToItself() throws Exception {
        CountDownLatch set = new CountDownLatch(1);
        Task<Integer> child = Task.<Void>blocking(() -> {
                    OwnRuntime.await(set);
                    return null;
                })
                .then(local.get())
                .flatMap(seen -> local.set(100).thenReturn(seen));
        assertThat(own.<List<Integer>>run(local.set(1)
                        .then(child.start())
                        .flatMap(fiber -> local.set(2)
                                .then(Steps.release(set))
                                .then(fiber.joinOrFail())
                                .zipWith(local.get(), List::of))))
                .containsExactly(1, 2);
    }

    @Test
    void itFollowsTheFiberToOtherExecutors() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            assertThat(own.run(local.set(1)
                            .then(local.get()
                                    .flatMap(seen -> local.set(seen + 1))
                                    .on(single))
                            .then(Task.blocking(() -> 0))
                            .then(local.get())))
                    .isEqualTo(2);
        } finally {
            single.shutdown();
        }
    }

    @Test
    void locallyRestoresOnEveryKindOfEnd() throws Exception {
        Steps.Boom boom = new Steps.Boom("inside");
        for (Task<Void> wait : List.of(Task.unit(), Steps.sleep(1))) {
            assertThat(own.<List<Integer>>run(local.set(1)
                            .then(local.locally(2, wait.then(local.get())))
                            .zipWith(local.get(), List::of)))
                    .containsExactly(2, 1);
            assertThat(own.run(local.set(1)
                            .then(local.locally(2, wait.then(local.set(3)).then(Task.fail(boom)))
                                    .recover(e -> null))
                            .then(local.get())))
                    .isEqualTo(1);
            List<String> log = Steps.log();
            own.outcome(local.set(1)
                    .then(local.locally(2, wait.then(Task.canceled()))
                            .onCancel(local.get().flatMap(v -> Steps.note(log, "outer " + v)))));
            assertThat(log).containsExactly("outer 1");
        }
        assertThat(own.<List<Integer>>run(
                        local.locally(1, local.locally(2, local.get()).zipWith(local.get(), List::of))))
                .containsExactly(2, 1);
    }

    @Test
    void finalizersSeeTheValueOfTheirPlace() throws Exception {
        List<String> log = Steps.log();
        own.outcome(local.locally(7, Task.canceled().onCancel(local.get().flatMap(v -> Steps.note(log, "" + v)))));
        assertThat(log).containsExactly("7");
    }
}
