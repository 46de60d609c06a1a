package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A branch that its owner runs inline and a branch that a thief takes cannot be told apart but by their thread. */
class InlineAndStolenTest {
    private final FiberLocal<String> local = FiberLocal.of("initial");
    private final Steps.Boom boom = new Steps.Boom("boom");

    /** Makes the left side of a both wait until the right one has begun, or not. */
    private interface Force {
        Task<Void> left();

        Task<Void> right();
    }

    private static Force free() {
        return new Force() {
            @Override
            public Task<Void> left() {
                return Task.unit();
            }

            @Override
            public Task<Void> right() {
                return Task.unit();
            }
        };
    }

    private static Force stolen() {
        CountDownLatch begun = new CountDownLatch(1);
        return new Force() {
            @Override
            public Task<Void> left() {
                return Steps.block(begun);
            }

            @Override
            public Task<Void> right() {
                return Steps.release(begun);
            }
        };
    }

    /** A program, told how to force its fork. */
    private interface Program {
        Task<?> with(Force force);
    }

    private List<Program> programs() {
        Task<String> write = local.get()
                .flatMap(seen -> local.set("written").then(local.get()).map(own -> seen + "," + own));
        List<Program> programs = new ArrayList<>();
        programs.add(f -> f.left().thenReturn(1).both(f.right().thenReturn(2)));
        programs.add(f -> f.left().thenReturn(null).both(f.right().thenReturn(null)));
        programs.add(f -> local.set("parent")
                .then(f.left().then(write).both(f.right().then(write)))
                .zipWith(local.get(), List::of));
        programs.add(f -> local.locally(
                        "around", f.left().then(write).both(f.right().then(write)))
                .zipWith(local.get(), List::of));
        programs.add(f -> f.left().then(Task.fail(boom)).both(f.right()).attempt());
        programs.add(f -> f.left().both(f.right().then(Task.fail(boom))).attempt());
        programs.add(f -> f.left()
                .both(f.right().then(Task.delay(() -> {
                    throw boom;
                })))
                .attempt());
        programs.add(f -> f.left()
                .thenReturn(1)
                .zipPar(f.right().thenReturn(2), (a, b) -> {
                    throw boom;
                })
                .attempt());
        programs.add(f -> f.left().both(f.right().then(Task.canceled())));
        programs.add(f -> f.left().then(Task.canceled()).both(f.right()));
        programs.add(f -> Task.uncancelable(
                poll -> f.left().both(f.right().then(Task.canceled())).attempt().map(Outcome::getClass)));
        programs.add(f -> Task.uncancelable(poll -> f.left().both(f.right().then(poll.apply(Task.now(1))))));
        programs.add(f -> f.left().then(write).both(f.right().then(write.both(write))));
        programs.add(f -> f.left()
                .then(Task.executor())
                .both(f.right().then(Task.executor()))
                .map(p -> p.first() == p.second()));
        programs.add(f -> Task.parTraverse(List.of(0, 1), i -> (i == 0 ? f.left() : f.right()).then(write))
                .zipWith(local.get(), List::of));
        programs.add(f -> Task.parTraverse(
                        List.of(0, 1), i -> i == 0 ? f.left() : f.right().then(Task.fail(boom)))
                .attempt());
        programs.add(f -> Task.parTraverse(
                List.of(0, 1), i -> i == 0 ? f.left() : f.right().then(Task.canceled())));
        programs.add(f -> Task.parTraverse(
                2,
                (Iterable<Integer>) () -> List.of(0, 1).iterator(),
                i -> (i == 0 ? f.left() : f.right()).then(write)));
        programs.add(f ->
                Task.reduceUnordered(List.of(f.left().thenReturn(1), f.right().thenReturn(2)), 0, Integer::sum));
        return programs;
    }

    private static Outcome<?> run(TaskRuntime runtime, Task<?> task) {
        CompletableFuture<Outcome<?>> end = new CompletableFuture<>();
        runtime.runAsync(task, end::complete);
        return OwnRuntime.get(end, "a program");
    }

    @Test
    void resultsLocalsErrorsAndCancellationsAreTheSame() {
        List<Program> programs = programs();
        for (int i = 0; i < programs.size(); i++) {
            Outcome<?> inline;
            try (TaskRuntime one =
                    TaskRuntime.builder().name("clew-inline").workers(1).build()) {
                inline = run(one, programs.get(i).with(free()));
                assertThat(one.metrics().branchesStolen())
                        .as("stolen in program %d", i)
                        .isZero();
            }
            try (TaskRuntime two =
                    TaskRuntime.builder().name("clew-stolen").workers(2).build()) {
                Outcome<?> stolen = run(two, programs.get(i).with(stolen()));
                assertThat(two.metrics().branchesStolen())
                        .as("stolen in program %d", i)
                        .isPositive();
                assertThat(stolen).as("program %d", i).isEqualTo(inline);
            }
        }
    }

    @Test
    void aBranchThatItsOwnerLeavesBecomesAFiberWithTheSameResult() {
        try (TaskRuntime one =
                TaskRuntime.builder().name("clew-left").workers(1).build()) {
            List<Program> programs = programs();
            for (int i = 0; i < programs.size(); i++) {
                Outcome<?> inline = run(one, programs.get(i).with(free()));
                CountDownLatch begun = new CountDownLatch(1);
                Force leaves = new Force() {
                    @Override
                    public Task<Void> left() {
                        return Task.defer(() -> until(begun));
                    }

                    @Override
                    public Task<Void> right() {
                        return Steps.release(begun);
                    }
                };
                assertThat(run(one, programs.get(i).with(leaves)))
                        .as("program %d", i)
                        .isEqualTo(inline);
            }
            assertThat(one.metrics().branchesPromoted()).isPositive();
            assertThat(one.metrics().branchesStolen()).isZero();
        }
    }

    private static Task<Void> until(CountDownLatch latch) {
        return latch.getCount() == 0 ? Task.now(null) : Task.yieldNow().flatMap(ignored -> until(latch));
    }
}
