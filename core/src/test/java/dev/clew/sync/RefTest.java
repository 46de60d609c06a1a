package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.Task.Pair;
import dev.clew.testkit.Explore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link Ref} and {@link AtomicCell}. */
class RefTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static List<Integer> times(int n) {
        return IntStream.range(0, n).boxed().toList();
    }

    @Test
    void aRefIsReadAndWritten() throws Exception {
        Ref<Integer> ref = own.run(Ref.make(1));
        assertThat(own.run(ref.get())).isEqualTo(1);
        own.run(ref.set(2));
        own.run(ref.update(n -> n + 1));
        assertThat(own.run(ref.getAndSet(5))).isEqualTo(3);
        assertThat(own.run(ref.getAndUpdate(n -> n + 1))).isEqualTo(5);
        assertThat(own.run(ref.updateAndGet(n -> n + 1))).isEqualTo(7);
        assertThat(own.run(ref.<String>modify(n -> new Pair<>(n * 2, "was " + n))))
                .isEqualTo("was 7");
        assertThat(own.run(ref.tryUpdate(n -> n + 1))).isTrue();
        assertThat(own.run(ref.get())).isEqualTo(15);
        assertThat(ref).hasToString("Ref(15)");
    }

    @Test
    void aRefComparesByReference() throws Exception {
        String one = new String("a");
        Ref<String> ref = Ref.create(one);
        assertThat(own.run(ref.compareAndSet(new String("a"), "b"))).isFalse();
        assertThat(own.run(ref.compareAndSet(one, null))).isTrue();
        assertThat(own.run(ref.compareAndSet(null, "c"))).isTrue();
        assertThat(own.run(ref.get())).isEqualTo("c");
    }

    @Test
    void aFunctionThatThrowsChangesNothing() throws Exception {
        Ref<Integer> ref = Ref.create(1);
        Exception error = new Exception("of the function");
        assertThat(own.outcome(ref.update(n -> {
                    throw error;
                })))
                .isEqualTo(new Outcome.Failed<>(error));
        assertThatThrownBy(() -> own.run(ref.modify(n -> null))).hasMessageContaining("a pair of the next value");
        assertThatThrownBy(() -> ref.update(null)).hasMessageContaining("changed by a function, not by null");
        assertThat(own.run(ref.get())).isEqualTo(1);
    }

    @Test
    void changesOfARefAtOnceAreAllThere() throws Exception {
        Ref<Integer> ref = Ref.create(0);
        own.run(Task.parTraverse(times(20_000), i -> switch (i % 4) {
            case 0 -> ref.getAndUpdate(n -> n + 1);
            case 1 -> ref.updateAndGet(n -> n + 1);
            case 2 -> ref.modify(n -> new Pair<>(n + 1, n));
            default -> increment(ref);
        }));
        assertThat(own.run(ref.get())).isEqualTo(20_000);
    }

    private static Task<Integer> increment(Ref<Integer> ref) {
        return ref.tryUpdate(n -> n + 1).flatMap(done -> done ? Task.now(1) : increment(ref));
    }

    @Test
    void aTryThatIsOvertakenChangesNothing() throws Exception {
        Ref<Integer> ref = Ref.create(0);
        CompletableFuture<Outcome<Void>> set = new CompletableFuture<>();
        boolean done = own.run(ref.tryUpdate(n -> {
            own.runtime().runAsync(ref.set(7), set::complete);
            OwnRuntime.get(set, "the end of the set");
            return n + 1;
        }));
        assertThat(done).isFalse();
        assertThat(own.run(ref.get())).isEqualTo(7);
    }

    @Test
    void aCellIsReadAndChangedByTasks() throws Exception {
        AtomicCell<Integer> cell = own.run(AtomicCell.make(1));
        assertThat(own.run(cell.get())).isEqualTo(1);
        own.run(cell.set(2));
        own.run(cell.update(n -> Task.yieldNow().thenReturn(n + 1)));
        assertThat(own.run(cell.getAndUpdate(n -> Task.now(n + 1)))).isEqualTo(3);
        assertThat(own.run(cell.updateAndGet(n -> Task.now(n + 1)))).isEqualTo(5);
        assertThat(own.run(cell.<String>modify(n -> Task.yieldNow().thenReturn(new Pair<>(n + 1, "was " + n)))))
                .isEqualTo("was 5");
        assertThat(cell).hasToString("AtomicCell(6)");
    }

    @Test
    void aChangeOfACellThatFailsOrIsCancelledChangesNothing() throws Exception {
        AtomicCell<Integer> cell = AtomicCell.create(1);
        Exception error = new Exception("of the task");
        assertThat(own.outcome(cell.update(n -> Task.fail(error)))).isEqualTo(new Outcome.Failed<>(error));
        assertThat(own.outcome(cell.update(n -> Task.canceled().thenReturn(2)))).isEqualTo(new Outcome.Canceled<>());
        assertThatThrownBy(() -> own.run(cell.update(n -> null))).hasMessageContaining("gave null where a task");
        assertThatThrownBy(() -> own.run(cell.modify(n -> Task.now(null)))).hasMessageContaining("where a pair");
        assertThat(own.run(cell.updateAndGet(n -> Task.now(n + 1)))).isEqualTo(2);
    }

    @Test
    void changesOfACellWaitForOneAnotherWhoeverIsCancelled() {
        Explore.program(() -> new int[2], counts -> {
                    AtomicCell<Integer> cell = AtomicCell.create(0);
                    Task<Void> change = cell.<Void>modify(n -> Task.bracket(
                            Task.delay(() -> counts[0]++),
                            x -> Task.yieldNow().thenReturn(new Pair<Integer, Void>(n + 1, null)),
                            x -> Task.delay(() -> counts[0]--)));
                    return Task.parTraverse(
                                    times(4),
                                    i -> change.start()
                                            .flatMap(fiber ->
                                                    i == 2 ? fiber.cancel().then(fiber.join()) : fiber.join()))
                            .flatMap(ends -> cell.get()
                                    .map(n -> n
                                            == ends.stream()
                                                    .filter(end -> end instanceof Outcome.Succeeded)
                                                    .count()));
                })
                .invariant("one change at a time", counts -> counts[0] <= 1)
                .expect("what was changed is there", outcome -> outcome.equals(new Outcome.Succeeded<>(true)))
                .runs(1_000)
                .check();
    }
}
