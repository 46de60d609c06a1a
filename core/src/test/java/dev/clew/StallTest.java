package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.sync.Deferred;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.Semaphore;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A scope that looks for stalls fails where all its fibers wait for one another, and only there. */
class StallTest {
    private static final Duration OFTEN = Duration.ofMillis(1);

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static Task<Void> holding(Mutex first, Mutex second) {
        return first.withLock(Task.yieldNow().then(second.withLock(Task.yieldNow())));
    }

    private static Task<Void> twoLocksInTwoOrders(Duration every) {
        Mutex one = Mutex.create();
        Mutex two = Mutex.create();
        return Task.scoped(
                Scope.Rest.AWAIT,
                scope -> scope.failOnStall(every)
                        .then(scope.start(holding(one, two)))
                        .then(scope.start(holding(two, one)))
                        .thenReturn(null));
    }

    @Test
    void locksTakenInTwoOrdersAreAStallOrNoneByTheSchedule() {
        int[] stalls = new int[1];
        Explore.program(() -> twoLocksInTwoOrders(Duration.ofSeconds(1)))
                .expect("it ends, or is known to have stalled", outcome -> {
                    boolean stalled = outcome instanceof Outcome.Failed<Void> failed
                            && failed.error() instanceof StalledException;
                    stalls[0] += stalled ? 1 : 0;
                    return stalled || outcome instanceof Outcome.Succeeded;
                })
                .runs(300)
                .check();
        assertThat(stalls[0]).isBetween(1, 299);
    }

    @Test
    void theMessageSaysWhoWaitsForWhatAndWhere() {
        Semaphore semaphore = Semaphore.create(1, 0);
        MVar<Integer> mvar = MVar.create();
        Task<Integer> stalls = Task.scoped(scope -> scope.failOnStall(OFTEN)
                .then(scope.start(semaphore.acquire().then(mvar.put(1)).map(x -> 1)))
                .flatMap(child -> scope.start(child.join().then(mvar.put(2))))
                .then(mvar.take().map(x -> x + 1)));
        assertThatThrownBy(() -> own.run(stalls))
                .isInstanceOf(StalledException.class)
                .hasMessageStartingWith("all 3 fibers of a scope wait for what only they could bring")
                .hasMessageContaining("waits for a permit of a Semaphore")
                .hasMessageContaining("waits for a value of an MVar")
                .hasMessageContaining("waits for the end of fiber")
                .hasMessageContaining("theMessageSaysWhoWaitsForWhatAndWhere$", "(StallTest.java:");
        assertThat(semaphore).hasToString("Semaphore(0 of 1 available, 0 waiting)");
    }

    @Test
    void aBodyThatWaitsForItselfIsAStall() {
        Mutex mutex = Mutex.create();
        assertThatThrownBy(() -> own.run(Task.scoped(
                        scope -> scope.failOnStall(OFTEN).then(mutex.withLock(mutex.withLock(Task.now(1)))))))
                .isInstanceOf(StalledException.class)
                .hasMessageStartingWith("the only fiber of a scope waits for what only it could bring")
                .hasMessageContaining("waits for a Mutex");
        assertThat(mutex).hasToString("Mutex(free, 0 waiting)");
    }

    /** {@code task} beside a child that waits for what {@code task} brings. */
    private static Task<Integer> wakes(Fn<Deferred<Integer>, Task<?>> waker) {
        return Task.scoped(scope -> {
            Deferred<Integer> value = Deferred.create();
            return scope.failOnStall(OFTEN)
                    .then(scope.start(waker.apply(value)))
                    .then(scope.start(value.get()))
                    .flatMap(fiber -> fiber.joinOrFail());
        });
    }

    @Test
    void aTimerACallbackOrABlockingCallThatWillWakeOneIsNoStall() throws Exception {
        Duration several = Duration.ofMillis(20);
        assertThat(own.run(wakes(value -> Task.sleep(several).then(value.complete(1)))))
                .isEqualTo(1);
        assertThat(own.run(wakes(value -> Task.async(
                                callback -> CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)
                                        .execute(() -> callback.success(2)))
                        .flatMap(x -> value.complete(2)))))
                .isEqualTo(2);
        assertThat(own.run(wakes(value -> Task.blocking(() -> {
                            OwnRuntime.get(
                                    CompletableFuture.runAsync(
                                            () -> {}, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)),
                                    "a delay");
                            return 3;
                        })
                        .flatMap(value::complete))))
                .isEqualTo(3);
        assertThat(own.run(wakes(value ->
                        Task.<Integer>never().timeoutTo(several, Task.now(4)).flatMap(value::complete))))
                .isEqualTo(4);
        assertThat(own.run(wakes(value -> Task.sleep(several)
                        .start()
                        .flatMap(outsider -> outsider.join().then(value.complete(6))))))
                .isEqualTo(6);
        Deferred<Integer> other = Deferred.create();
        assertThat(own.run(wakes(
                        value -> other.get().timeoutTo(several, Task.now(5)).flatMap(value::complete))))
                .isEqualTo(5);
    }

    @Test
    void aBranchThatWillWakeOneIsNoStall() {
        Explore.program(() -> wakes(value -> {
                    Deferred<Integer> inner = Deferred.create();
                    Task<?> slow = Task.sleep(Duration.ofMillis(5)).then(inner.complete(1));
                    return inner.get().both(slow).then(value.complete(1));
                }))
                .runs(300)
                .check();
    }

    @Test
    void aBusyFiberIsNoStall() throws Exception {
        assertThat(own.run(wakes(value -> spin(System.nanoTime() + 20_000_000).then(value.complete(1)))))
                .isEqualTo(1);
        assertThat(own.run(
                        wakes(value -> giveWay(System.nanoTime() + 20_000_000).then(value.complete(2)))))
                .isEqualTo(2);
    }

    private static Task<Void> spin(long until) {
        return Task.defer(() -> System.nanoTime() > until ? Task.now(null) : spin(until));
    }

    private static Task<Void> giveWay(long until) {
        return Task.defer(() ->
                System.nanoTime() > until ? Task.now(null) : Task.yieldNow().then(giveWay(until)));
    }

    @Test
    void handingOnAndOnIsNoStall() throws Exception {
        MVar<Integer> there = MVar.create();
        MVar<Integer> back = MVar.create();
        own.run(Task.scoped(scope -> scope.failOnStall(Duration.ofNanos(20_000))
                .then(scope.start(rounds(there, back, 3_000)))
                .then(there.put(0))
                .then(rounds(back, there, 2_999))
                .then(back.take())));
    }

    private static Task<Void> rounds(MVar<Integer> from, MVar<Integer> to, int left) {
        return left == 0
                ? Task.now(null)
                : from.take().flatMap(n -> to.put(n + 1)).then(Task.defer(() -> rounds(from, to, left - 1)));
    }

    @Test
    void whatCannotBeIsRefusedInWords() throws Exception {
        assertThatThrownBy(() -> own.run(Task.scoped(scope -> scope.failOnStall(Duration.ZERO))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was to be after PT0S");
        Scope[] over = new Scope[1];
        own.run(Task.scoped(scope -> Task.delay(() -> over[0] = scope)));
        assertThatThrownBy(() -> own.run(over[0].failOnStall(OFTEN)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in a scope that has ended");
    }

    @Test
    void aSecondCallChangesHowOftenAndNoTimerIsLeft() throws Exception {
        own.run(Task.scoped(scope -> scope.failOnStall(Duration.ofHours(1))
                .then(scope.failOnStall(Duration.ofHours(2)))
                .then(scope.start(Task.yieldNow()))));
        Mutex mutex = Mutex.create();
        assertThatThrownBy(() -> own.run(Task.scoped(scope -> scope.failOnStall(Duration.ofHours(1))
                        .then(scope.failOnStall(OFTEN))
                        .then(mutex.withLock(mutex.lock())))))
                .isInstanceOf(StalledException.class);
    }
}
