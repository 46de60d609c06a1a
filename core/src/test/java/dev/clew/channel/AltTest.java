package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each kind of alternative means. */
class AltTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final Duration LONG = Duration.ofHours(1);

    private final Exception error = new Exception("planned");

    @Test
    void chooseTakesTheFirstThatIsThere() throws Exception {
        Alt<Integer> alt = Alt.choose(Alt.never(), Alt.always(1), Alt.always(2));
        assertThat(own.run(alt.sync())).isEqualTo(1);
        assertThat(own.run(Alt.choose(alt, Alt.always(3)).sync())).isEqualTo(1);
    }

    @Test
    void ofNoAlternativesNoneIsEverThere() throws Exception {
        Alt<Integer> none = Alt.choose(List.of());
        assertThat(own.run(Alt.choose(none, Alt.always(1)).sync())).isEqualTo(1);
        Fiber<Integer> waits = own.runtime().runAsync(none.sync(), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(waits.cancel());
    }

    @Test
    void whatIsNotThereIsWaitedFor() throws Exception {
        Deferred<Integer> first = Deferred.create();
        Deferred<Integer> second = Deferred.create();
        Task<Integer> either = Alt.choose(
                        Alt.of(first.get()), Alt.of(second.get()).map(x -> -x))
                .sync();
        Fiber<Integer> fiber = own.runtime().runAsync(either, end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        second.tryComplete(7);
        assertThat(own.run(fiber.joinOrFail())).isEqualTo(-7);
        assertThat(first.tryComplete(1)).isTrue();
        assertThat(own.run(either)).isEqualTo(1);
    }

    @Test
    void mapAndWrapAreDoneInTheOrderInWhichTheyAreWritten() throws Exception {
        Alt<String> alt = Alt.always(1)
                .map(x -> x + 1)
                .wrap(x -> Task.yieldNow().thenReturn(x * 10))
                .map(x -> "<" + x + ">")
                .wrap(x -> Task.delay(() -> x + "!"));
        assertThat(own.run(alt.sync())).isEqualTo("<20>!");
        Deferred<Integer> later = Deferred.create();
        Alt<String> waits = Alt.of(later.get())
                .map(x -> x + 1)
                .wrap(x -> Task.yieldNow().thenReturn(x * 10))
                .map(x -> "<" + x + ">");
        Fiber<String> fiber = own.runtime()
                .runAsync(Alt.choose(Alt.never(), waits).map(x -> x + "?").sync(), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        later.tryComplete(1);
        assertThat(own.run(fiber.joinOrFail())).isEqualTo("<20>?");
    }

    @Test
    void theErrorOfAFunctionIsTheError() throws Exception {
        Alt<Integer> throwing = Alt.<Integer>always(1).map(x -> {
            throw error;
        });
        assertThat(own.outcome(throwing.sync())).isEqualTo(new Outcome.Failed<>(error));
        assertThat(own.outcome(Alt.<Integer>always(1)
                        .<Integer>wrap(x -> Task.fail(error))
                        .sync()))
                .isEqualTo(new Outcome.Failed<>(error));
        Outcome<Integer> none =
                own.outcome(Alt.<Integer>always(1).<Integer>wrap(x -> null).sync());
        assertThat(((Outcome.Failed<?>) none).error())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("function of wrap");
    }

    @Test
    void anAlternativeThatHasFailedIsThereAndItsErrorIsTheError() throws Exception {
        Deferred<Integer> failed = Deferred.create();
        failed.tryFail(error);
        List<Alt<?>> nacks = new ArrayList<>();
        Alt<Integer> alt = Alt.choose(
                Alt.withNack(nack -> {
                    nacks.add(nack);
                    return Task.now(Alt.of(failed.get()));
                }),
                Alt.always(1));
        assertThat(own.outcome(alt.sync())).isEqualTo(new Outcome.Failed<>(error));
        assertThat(own.outcome(Alt.of(failed.get()).sync())).isEqualTo(new Outcome.Failed<>(error));
        Deferred<Integer> fails = Deferred.create();
        Fiber<Integer> fiber = own.runtime()
                .runAsync(
                        Alt.choose(Alt.<Integer>never(), Alt.of(fails.get()).map(x -> x + 1))
                                .sync(),
                        end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        fails.tryFail(error);
        assertThat(own.run(fiber.join())).isEqualTo(new Outcome.Failed<>(error));
        assertThat(own.run(Alt.<Object>choose(nacks.get(0), Alt.always("not given"))
                        .sync()))
                .isEqualTo("not given");
    }

    @Test
    void onceIsThereOnce() throws Exception {
        Alt<Integer> once = Alt.once(1);
        Task<Integer> take = once.tryElse(0).sync();
        assertThat(own.run(take)).isEqualTo(1);
        assertThat(own.run(take)).isEqualTo(0);
    }

    @Test
    void tryElseNeverWaits() throws Exception {
        Channel<Integer> channel = Channel.create();
        assertThat(own.run(channel.receive().tryElse(-1).sync())).isEqualTo(-1);
        assertThat(own.run(channel.send(1).map(x -> true).tryElse(false).sync()))
                .isFalse();
    }

    @Test
    void aTimeOutEndsAChoiceAndTheOthersKeepTheirTimers() throws Exception {
        assertThat(own.run(Alt.choose(
                                Alt.timeOut(LONG).map(x -> "late"),
                                Alt.timeOut(Duration.ofMillis(1)).map(x -> "soon"))
                        .sync()))
                .isEqualTo("soon");
        assertThat(own.run(Alt.choose(Alt.timeOut(Duration.ZERO).map(x -> "now"), Alt.always("other"))
                        .sync()))
                .isEqualTo("now");
    }

    @Test
    void theEndOfAFiberIsAnAlternative() throws Exception {
        Deferred<Integer> gate = Deferred.create();
        Task<Object> program = gate.get()
                .start()
                .flatMap(fiber -> gate.complete(5)
                        .start()
                        .then(Alt.<Object>choose(Alt.timeOut(LONG), Alt.of(fiber.join()))
                                .sync()));
        assertThat(own.run(program)).isEqualTo(new Outcome.Succeeded<>(5));
    }

    @Test
    void whatIsNoSingleWaitIsRefused() {
        assertThatThrownBy(() -> Alt.of(Task.sleep(LONG).map(x -> 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("single wait")
                .hasMessageContaining("MapNode")
                .hasMessageContaining("Alt.prepare");
        assertThatThrownBy(() -> Alt.of(Task.now(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Channel.create(-1)).hasMessageContaining("-1");
    }

    @Test
    void guardAndPrepareAreEvaluatedAtEachSynchronisation() throws Exception {
        AtomicInteger count = new AtomicInteger();
        Task<Integer> sync = Alt.choose(
                        Alt.guard(() -> Alt.always(count.incrementAndGet())),
                        Alt.<Integer>prepare(
                                Task.yieldNow().then(Task.delay(() -> Alt.always(100 * count.incrementAndGet())))))
                .sync();
        assertThat(count).hasValue(0);
        assertThat(own.run(sync)).isEqualTo(1);
        assertThat(own.run(sync)).isEqualTo(3);
        assertThat(count).hasValue(4);
        Outcome<Integer> none = own.outcome(Alt.<Integer>guard(() -> null).sync());
        assertThat(((Outcome.Failed<?>) none).error()).hasMessageContaining("Alt.never()");
    }

    /** An alternative that notes where it is not chosen. */
    private static <A> Alt<A> nacked(String name, List<String> log, Alt<A> alt) {
        return Alt.withNack(nack -> nack.sync()
                .tap(x -> Task.delay(() -> {
                    synchronized (log) {
                        return log.add(name);
                    }
                }))
                .start()
                .thenReturn(alt));
    }

    private void awaitNacks(List<String> log, String... names) throws Exception {
        OwnRuntime.await("nacks of " + List.of(names) + ", but there are " + log, () -> {
            synchronized (log) {
                return log.size() == names.length;
            }
        });
        assertThat(log).containsExactlyInAnyOrder(names);
    }

    /** The fibers that wait for nacks that are never given. */
    private void cancelTheRest() {
        own.thatCloses(Duration.ofSeconds(10));
    }

    @Test
    void nacksAreGivenToWhatIsNotChosenAlone() throws Exception {
        List<String> log = new ArrayList<>();
        Alt<Integer> alt = Alt.choose(
                nacked("a", log, Alt.never()),
                nacked("b", log, Alt.choose(nacked("b1", log, Alt.always(1)), nacked("b2", log, Alt.always(2)))),
                nacked("c", log, Alt.always(3)));
        cancelTheRest();
        assertThat(own.run(alt.sync())).isEqualTo(1);
        awaitNacks(log, "a", "b2", "c");
    }

    @Test
    void allNacksAreGivenWhereTheChoiceIsCancelled() throws Exception {
        List<String> log = new ArrayList<>();
        Alt<Integer> alt = Alt.choose(nacked("a", log, Alt.never()), nacked("b", log, Alt.never()));
        Fiber<Integer> fiber = own.runtime().runAsync(alt.sync(), end -> {});
        OwnRuntime.await("all wait", () -> own.runtime().metrics().fibersSuspendedNow() == 3);
        own.run(fiber.cancel());
        awaitNacks(log, "a", "b");
    }

    @Test
    void nacksAreGivenWhereALaterPreparationFailsOrIsCancelled() throws Exception {
        List<String> log = new ArrayList<>();
        Alt<Integer> fails = Alt.choose(nacked("a", log, Alt.always(1)), Alt.prepare(Task.fail(error)));
        assertThat(own.outcome(fails.sync())).isEqualTo(new Outcome.Failed<>(error));
        awaitNacks(log, "a");
        log.clear();
        Alt<Integer> hangs = Alt.choose(
                nacked("b", log, Alt.always(1)), Alt.prepare(Task.never().then(Task.now(Alt.always(2)))));
        Fiber<Integer> fiber = own.runtime().runAsync(hangs.sync(), end -> {});
        OwnRuntime.await("all wait", () -> own.runtime().metrics().fibersSuspendedNow() == 2);
        own.run(fiber.cancel());
        awaitNacks(log, "b");
        log.clear();
        Alt<Integer> own2 = Alt.withNack(nack ->
                nack.sync().tap(x -> Task.delay(() -> log.add("own"))).start().then(Task.fail(error)));
        assertThat(own.outcome(own2.sync())).isEqualTo(new Outcome.Failed<>(error));
        awaitNacks(log, "own");
    }

    @Test
    void aNackOfAChosenAlternativeIsNeverThere() throws Exception {
        List<Alt<?>> nacks = new ArrayList<>();
        Alt<Integer> alt = Alt.withNack(nack -> {
            nacks.add(nack);
            return Task.now(Alt.always(1));
        });
        assertThat(own.run(Alt.choose(alt, Alt.always(2)).sync())).isEqualTo(1);
        assertThat(own.run(Alt.<Object>choose(nacks.get(0), Alt.always("not given"))
                        .sync()))
                .isEqualTo("not given");
        assertThat(own.run(Alt.choose(Alt.always(2), alt).sync())).isEqualTo(2);
        assertThat(own.run(nacks.get(1).sync().thenReturn("given"))).isEqualTo("given");
    }

    @Test
    void chooserGivesEachTheSameChance() throws Exception {
        int[] counts = new int[4];
        Alt<Integer> alt =
                Alt.chooser(Alt.always(0), Alt.never(), Alt.always(1), Alt.choose(Alt.always(2), Alt.always(3)));
        Task<Integer> sync = alt.sync();
        own.run(Task.traverse(
                java.util.Collections.nCopies(9_000, sync), t -> t.tap(x -> Task.delay(() -> counts[x]++))));
        assertThat(counts[3]).isZero();
        // 3 000 each are to be expected; beyond 300 from that is six times the deviation
        assertThat(List.of(counts[0], counts[1], counts[2])).allMatch(n -> n > 2_700 && n < 3_300);
    }

    @Test
    void aLoopThroughWrapPilesUpNothing() throws Exception {
        Channel<Integer> channel = Channel.create();
        int rounds = 200_000;
        Task<Integer> client = count(channel, 0, rounds);
        Task<Integer> server = serve(channel, 0, rounds);
        assertThat(own.run(client.zipPar(server, Integer::sum))).isEqualTo(2 * rounds);
    }

    private static Task<Integer> count(Channel<Integer> channel, int i, int rounds) {
        return i == rounds
                ? Task.now(i)
                : Alt.choose(Alt.<Integer>never(), channel.send(i).wrap(x -> count(channel, i + 1, rounds)))
                        .sync();
    }

    private static Task<Integer> serve(Channel<Integer> channel, int i, int rounds) {
        return i == rounds
                ? Task.now(i)
                : Alt.choose(
                                Alt.<Integer>withNack(nack -> Task.now(Alt.never())),
                                channel.receive().wrap(x -> serve(channel, i + 1, rounds)))
                        .sync();
    }
}
