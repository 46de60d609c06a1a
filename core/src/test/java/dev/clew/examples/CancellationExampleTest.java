package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Outcome;
import dev.clew.RacePair;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import dev.clew.testkit.RunFailure;
import dev.clew.testkit.TestRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of {@code docs/guide/cancellation.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CancellationExampleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    // ---- where it is seen -------------------------------------------------------------------------------------

    static <A> Task<A> forever(Task<?> step) {
        return step.flatMap(done -> forever(step)); // stops between two steps
    }

    @Test
    void aLoopStopsBetweenTwoSteps() {
        AtomicLong steps = new AtomicLong();
        Task<Void> loop = forever(Task.delay(steps::incrementAndGet));
        assertThatThrownBy(() -> loop.runSync(Duration.ofMillis(20))).isInstanceOf(TimeoutException.class);
    }

    @Test
    void howItEnded() {
        Task<Outcome<Integer>> ended =
                Task.<Integer>never().start().flatMap(fiber -> fiber.cancel().then(fiber.join()));
        Task<Integer> orFail =
                Task.<Integer>never().start().flatMap(fiber -> fiber.cancel().then(fiber.joinOrFail()));

        assertThat(TestRuntime.fifo().run(ended)).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>()));
        assertThat(TestRuntime.fifo().run(orFail)).isInstanceOf(Outcome.Failed.class);
    }

    // ---- finalizers -------------------------------------------------------------------------------------------

    @Test
    void finalizers() {
        List<String> log = new ArrayList<>();
        Task<Integer> work = Task.never();

        Task<Integer> program = work.onCancel(Task.delay(() -> log.add("only after a cancel")))
                .guarantee(Task.sleep(SECOND).then(Task.delay(() -> log.add("whatever the end"))))
                .guaranteeCase(outcome -> Task.delay(() -> log.add("told how: " + outcome)));

        TestRuntime.fifo().run(program.timeout(SECOND));
        assertThat(log).containsExactly("only after a cancel", "whatever the end", "told how: Canceled[]");
    }

    private static final class Pool {
        private final List<String> log = new ArrayList<>();

        Task<String> take() {
            return Task.delay(() -> {
                log.add("take");
                return "connection";
            });
        }

        Task<Boolean> giveBack(String connection) {
            return Task.delay(() -> log.add("give back"));
        }

        Task<Boolean> discard(String connection) {
            return Task.delay(() -> log.add("discard"));
        }

        static Task<Integer> ask(String connection) {
            return Task.sleep(SECOND).thenReturn(connection.length());
        }
    }

    @Test
    void brackets() {
        Pool pool = new Pool();

        Task<Integer> length = Task.bracket(pool.take(), connection -> Pool.ask(connection), pool::giveBack);

        assertThat(TestRuntime.fifo().run(length)).isEqualTo(new Outcome.Succeeded<>(10));
        assertThat(pool.log).containsExactly("take", "give back");
    }

    @Test
    void bracketsThatWaitAndAreTold() {
        Pool pool = new Pool();
        Task<Void> turn = Task.sleep(SECOND);

        Task<Integer> length = Task.bracketFull(
                poll -> poll.apply(turn).then(pool.take()),
                connection -> Pool.ask(connection),
                (connection, outcome) ->
                        outcome instanceof Outcome.Succeeded ? pool.giveBack(connection) : pool.discard(connection));

        TestRuntime.fifo().run(length.timeout(Duration.ofMillis(500)));
        assertThat(pool.log).isEmpty();
        TestRuntime.fifo().run(length.timeout(Duration.ofMillis(1500)));
        assertThat(pool.log).containsExactly("take", "discard");
    }

    // ---- masks ------------------------------------------------------------------------------------------------

    static final class Desk {
        final Queue<String> inbox = new ArrayDeque<>(List.of("a letter"));
        final List<String> book = new ArrayList<>();

        Task<String> take() {
            return Task.sleep(SECOND).then(Task.delay(inbox::remove)); // waits, then takes in one step
        }

        Task<Boolean> record(String letter) {
            return Task.delay(() -> book.add(letter));
        }

        Task<Boolean> lossy() {
            return take().flatMap(this::record); // a cancel in between loses the letter
        }

        Task<Boolean> careful() {
            return Task.uncancelable(poll -> poll.apply(take()).flatMap(this::record));
        }
    }

    @Test
    void nothingIsLost() {
        Explore.program(Desk::new, Desk::careful)
                .cancelEverywhere()
                .expect(
                        "the letter is in the inbox or in the book",
                        (desk, outcome) -> desk.inbox.size() + desk.book.size() == 1)
                .check();
    }

    @Test
    void withoutTheMaskItIsFound() {
        assertThatThrownBy(() -> Explore.program(Desk::new, Desk::lossy)
                        .cancelEverywhere()
                        .expect(
                                "the letter is in the inbox or in the book",
                                (desk, outcome) -> desk.inbox.size() + desk.book.size() == 1)
                        .check())
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining("the letter is in the inbox or in the book");
    }

    @Test
    void aMaskIsWaitedFor() {
        Task<String> stubborn = Task.uncancelable(poll -> Task.sleep(SECOND).thenReturn("late"));
        Task<String> notInTime = stubborn.timeout(Duration.ofMillis(10)); // gives "late", after a second

        TestRuntime runtime = TestRuntime.fifo();
        assertThat(runtime.run(notInTime)).isEqualTo(new Outcome.Succeeded<>("late"));
        assertThat(runtime.now()).isEqualTo(SECOND);
    }

    // ---- limits -----------------------------------------------------------------------------------------------

    @Test
    void limits() {
        Duration limit = Duration.ofMillis(100);

        Task<String> slow = Task.<String>never().guarantee(Task.sleep(SECOND)); // takes a second to stop
        Task<String> failing = slow.timeout(limit); // fails after 1.1 s
        Task<String> other = slow.timeoutTo(limit, Task.now("from the cache")); // gives that after 1.1 s
        Task<String> forgetting = slow.timeoutAndForget(limit); // fails after 0.1 s

        TestRuntime first = TestRuntime.fifo();
        assertThat(first.run(failing)).isInstanceOf(Outcome.Failed.class);
        assertThat(first.now()).isEqualTo(Duration.ofMillis(1100));
        TestRuntime second = TestRuntime.fifo();
        assertThat(second.run(other)).isEqualTo(new Outcome.Succeeded<>("from the cache"));
        assertThat(second.now()).isEqualTo(Duration.ofMillis(1100));
        TestRuntime third = TestRuntime.builder().allowLeaks().build();
        assertThat(third.run(forgetting)).isInstanceOf(Outcome.Failed.class);
        assertThat(third.now()).isEqualTo(limit);
    }

    // ---- races ------------------------------------------------------------------------------------------------

    private static Task<String> mirror(String name, int millis) {
        Task<String> answer = name.equals("b") ? Task.fail(new IOException("b is down")) : Task.now(name);
        return Task.sleep(Duration.ofMillis(millis)).then(answer);
    }

    @Test
    void races() {
        Task<String> fetch = mirror("a", 80);

        Task<String> hedged = Task.race(fetch, fetch.delayBy(Duration.ofMillis(50))); // asks again if it takes long
        Task<String> any = Task.firstSuccess(List.of(mirror("a", 30), mirror("b", 20), mirror("c", 40)));

        assertThat(TestRuntime.fifo().run(hedged)).isEqualTo(new Outcome.Succeeded<>("a"));
        assertThat(TestRuntime.fifo().run(any)).isEqualTo(new Outcome.Succeeded<>("a"));
    }

    @Test
    void theSlowerOneGoesOn() {
        Task<String> quick = mirror("a", 30);
        Task<String> good = mirror("c", 40);

        Duration patience = Duration.ofMillis(20);

        Task<String> preferred =
                Task.uncancelable(poll -> poll.apply(Task.racePair(quick, good)).flatMap(first -> {
                    if (first instanceof RacePair.LeftFirst<String, String> left) {
                        Task<String> better =
                                left.other().joinOrFail().timeoutTo(patience, Task.delay(left.outcome()::get));
                        return poll.apply(better).guarantee(left.other().cancel());
                    }
                    RacePair.RightFirst<String, String> right = (RacePair.RightFirst<String, String>) first;
                    return right.other().cancel().then(Task.delay(right.outcome()::get));
                }));

        assertThat(TestRuntime.fifo().run(preferred)).isEqualTo(new Outcome.Succeeded<>("c"));
        Explore.program(() -> preferred).cancelEverywhere().check(); // leaves no fiber behind
    }

    @Test
    void aSideThatMustNotLoseWhatItTook() {
        Explore.program(
                        Desk::new,
                        desk -> Task.race(desk.careful(), Task.sleep(SECOND).thenReturn(false)))
                .cancelEverywhere()
                .expect(
                        "the letter is in the inbox or in the book",
                        (desk, outcome) -> desk.inbox.size() + desk.book.size() == 1)
                .check();
    }
}
