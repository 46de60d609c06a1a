package dev.clew.sync;

import static dev.clew.sync.Held.joined;
import static dev.clew.sync.Held.queued;
import static dev.clew.sync.Held.sleep;
import static dev.clew.sync.Held.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Explored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Permits under many schedules, and cancelled before each step: they are restored, and the next waiter goes on. */
class SemaphoreExploreTest {
    private static final int SEEDS = 60;

    /** A semaphore, and who is inside. */
    private static final class Guarded {
        final Semaphore semaphore;
        final Held.Count inside = new Held.Count();
        final List<Integer> order = new ArrayList<>();

        Guarded(int permits) {
            semaphore = Semaphore.create(permits);
        }

        IntSupplier waiting() {
            return semaphore.permits::waiting;
        }

        boolean isRestored() {
            return semaphore.permits.available() == semaphore.permits() && semaphore.permits.waiting() == 0;
        }

        <A> Task<A> with(int permits, Task<A> task) {
            return semaphore.withPermits(permits, inside.during(task));
        }

        Task<Void> note(int number) {
            return Task.delay(() -> {
                order.add(number);
                return null;
            });
        }
    }

    private static Explore<Guarded, Object> explore(int permits, Fn<Guarded, Task<?>> program) {
        return Explore.<Guarded, Object>program(
                        () -> new Guarded(permits),
                        state -> program.apply(state).map(x -> (Object) ""))
                .invariant("not more hold a permit than there are", state -> state.inside.now() <= permits)
                .expect(
                        "all permits are back, nobody waits",
                        (state, outcome) -> state.isRestored() && !(outcome instanceof Outcome.Failed));
    }

    private static void cancelEverywhere(int permits, Fn<Guarded, Task<?>> program) {
        Explored fifo = explore(permits, program).cancelEverywhere().check();
        assertThat(fifo.exhausted()).isTrue();
        assertThat(fifo.runs()).isGreaterThan(10);
        explore(permits, program).random().runs(SEEDS).cancelEverywhere().check();
        explore(permits, program).cancelling(3).runs(10 * SEEDS).check();
    }

    @Test
    void ofManyWhoWantOneSomeHoldOne() {
        cancelEverywhere(2, s -> Task.parTraverse(List.of(1, 2, 3, 4, 5), i -> s.with(1, sleep(i % 2))));
    }

    @Test
    void whoWantsManyAndWhoWantsFew() {
        cancelEverywhere(3, s -> Task.parTraverse(List.of(2, 3, 1, 2, 1), n -> s.with(n, sleep(n % 2))));
    }

    @Test
    void acquisitionAndReleaseByHand() {
        cancelEverywhere(
                2,
                s -> Task.parTraverse(
                        List.of(1, 2, 1, 2),
                        n -> Task.uncancelable(poll -> poll.apply(s.semaphore.acquireN(n))
                                .flatMap(x ->
                                        poll.apply(s.inside.during(sleep(1))).guarantee(s.semaphore.releaseN(n))))));
    }

    @Test
    void nestedHolds() {
        cancelEverywhere(
                3,
                s -> Task.parTraverse(
                        List.of(1, 2),
                        i -> s.semaphore.withPermit(s.inside.during(s.semaphore
                                .tryAcquire()
                                .flatMap(got -> got ? sleep(1).guarantee(s.semaphore.release()) : sleep(2))))));
    }

    @Test
    void waitsUnderTwoNestedTimeLimits() {
        for (int inner = 1; inner <= 5; inner++) {
            long limit = inner;
            cancelEverywhere(
                    1,
                    s -> s.with(1, sleep(3))
                            .both(s.with(1, sleep(1))
                                    .timeoutTo(Duration.ofMillis(limit), Task.now(null))
                                    .timeoutTo(Duration.ofMillis(3), Task.now(null)))
                            .both(s.with(1, sleep(1))));
        }
    }

    @Test
    void aReleaseThatMeetsACancelServesTheNext() {
        explore(
                        1,
                        s -> s.semaphore
                                .acquire()
                                .then(queued(s.waiting(), List.of(s.with(1, s.note(1)), s.with(1, s.note(2))))
                                        .flatMap(fibers -> fibers.get(0)
                                                .cancel()
                                                .both(s.semaphore.release())
                                                .then(fibers.get(1).joinOrFail()))))
                .runs(1_000)
                .check();
    }

    @Test
    void aReleaseThatMeetsALimitServesTheNext() {
        explore(
                        1,
                        s -> s.with(1, sleep(2))
                                .both(s.with(1, s.note(1)).timeoutTo(Duration.ofMillis(2), Task.now(null)))
                                .both(s.with(1, s.note(2))))
                .runs(1_000)
                .check();
    }

    @Test
    void whoWaitsIsServedInTheOrderOfComing() {
        List<Integer> numbers = IntStream.range(0, 6).boxed().toList();
        explore(
                        2,
                        s -> s.semaphore
                                .acquireN(2)
                                .then(queued(
                                        s.waiting(),
                                        numbers.stream()
                                                .map(i -> s.semaphore
                                                        .acquireN(1 + i % 2)
                                                        .then(s.note(i))
                                                        .then(s.semaphore.releaseN(1 + i % 2)))
                                                .toList()))
                                // one permit at a time is free, or two where the first wants two: so they go on one
                                // after another
                                .flatMap(fibers -> s.semaphore
                                        .releaseN(1)
                                        .then(until(() -> s.order.size(), 1))
                                        .then(s.semaphore.releaseN(1))
                                        .then(joined(fibers))
                                        .map(x -> s.order.equals(numbers))
                                        .ensure(
                                                inOrder -> inOrder,
                                                wrong -> new AssertionError("not in order: " + s.order))))
                .runs(300)
                .check();
    }

    @Test
    void nobodyPassesWhoWaitsForMany() {
        explore(
                        2,
                        s -> s.semaphore
                                .acquire()
                                .then(queued(s.waiting(), List.of(s.with(2, s.note(2)), s.with(1, s.note(1)))))
                                .flatMap(fibers -> s.semaphore
                                        .tryAcquire()
                                        .ensure(got -> !got, wrong -> new AssertionError("a try passed who waits"))
                                        .then(Task.yieldNow())
                                        .map(x -> s.order.isEmpty())
                                        .ensure(
                                                none -> none,
                                                wrong -> new AssertionError("somebody passed: " + s.order))
                                        .then(fibers.get(0).cancel())
                                        // the permit that is there is enough for the other
                                        .then(fibers.get(1).joinOrFail())
                                        .then(s.semaphore.release())))
                .runs(300)
                .check();
    }

    @Test
    void aWaitThatIsServedAndCancelledAtOnceHasThePermitOrLeavesIt() {
        Explore.<Guarded, Boolean>program(
                        () -> new Guarded(1),
                        s -> s.semaphore
                                .acquire()
                                .then(queued(s.waiting(), List.of(s.semaphore.acquire()))
                                        .flatMap(fibers -> s.semaphore
                                                .release()
                                                .both(fibers.get(0).cancel())
                                                .then(fibers.get(0).join())
                                                .map(Held::isCanceled))))
                .expect(
                        "a cancelled wait has no permit, and one that ended has",
                        (s, outcome) -> outcome.equals(new Outcome.Succeeded<>(s.semaphore.permits.available() == 1)))
                .runs(300)
                .check();
    }
}
