package dev.clew.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.clew.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    private static RunFailure failing(TestRuntime runtime, Task<?> task) {
        RunFailure failure = catchThrowableOfType(RunFailure.class, () -> runtime.run(task));
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Task<Integer> busy(Task<?> end) {
        return Task.parTraverse(
                        List.of(1, 2, 3, 4),
                        i -> Task.delay(() -> i).then(Task.yieldNow()).then(Task.delay(() -> i)))
                .then(end)
                .thenReturn(1);
    }

    private static Task<Integer> forEver() {
        return Task.yieldNow().flatMap(x -> forEver());
    }

    private record Case(RunFailure.Kind kind, Callable<Task<Integer>> program) {}

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(new Case(RunFailure.Kind.DEADLOCK, () -> busy(Task.never())));
        cases.add(new Case(RunFailure.Kind.LIVELOCK, () -> busy(forEver().both(forEver()))));
        cases.add(new Case(RunFailure.Kind.LEAK, () -> busy(Task.never().start())));
        cases.add(new Case(
                RunFailure.Kind.UNFINALIZED,
                () -> busy(Task.never().guarantee(Task.unit()).start().then(Task.yieldNow()))));
        cases.add(new Case(
                RunFailure.Kind.REPORTED,
                () -> busy(Task.fail(new Exception("unheard")).start())));
        cases.add(new Case(RunFailure.Kind.INVARIANT, () -> {
            int[] n = {0};
            return busy(Task.delay(() -> ++n[0]));
        }));
        return cases;
    }

    private static TestRuntime.Builder builder(Case c) {
        TestRuntime.Builder builder = TestRuntime.builder().stepLimit(500);
        if (c.kind == RunFailure.Kind.INVARIANT) {
            int[] steps = {0};
            builder.invariant("there are less than six steps", () -> ++steps[0] < 6);
        }
        return builder;
    }

    @Test
    void eachKindOfFailureIsTheSameAgain() throws Exception {
        for (Case c : cases()) {
            for (Strategy strategy : List.of(
                    Strategy.random(3), Strategy.pct(3, 30, 4), Strategy.roundRobin(2), Strategy.fifo(), unnamed())) {
                RunFailure first =
                        failing(builder(c).strategy(strategy).cancelling(0).build(), c.program.call());
                assertThat(first.kind()).isEqualTo(c.kind);
                RunFailure again = failing(builder(c).replay(first.replay()).build(), c.program.call());
                assertThat(again.kind()).isEqualTo(c.kind);
                assertThat(again.trace()).isEqualTo(first.trace()).isNotEmpty();
                assertThat(again.replay()).isEqualTo(first.replay());
                assertThat(again.getMessage()).isEqualTo(first.getMessage());
            }
        }
    }

    /** A strategy without words of its own: its decisions are what is printed. */
    private static Strategy unnamed() {
        Strategy random = Strategy.random(5);
        return (choice, n) -> random.choose(choice, n);
    }

    @Test
    void finalizersThatNeverRunAreCountedByFiber() {
        Task<Integer> program = Task.never()
                .guarantee(Task.unit())
                .onCancel(Task.unit())
                .start()
                .then(Task.yieldNow())
                .thenReturn(1);
        RunFailure failure = failing(TestRuntime.fifo(), program);
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.UNFINALIZED);
        assertThat(failure).hasMessageContaining("#2 waits for nothing: it is never, with 2 finalizers not run");
    }

    @Test
    void aProgramThatIsAbandonedIsToldOfWithItsFinalizers() {
        TestRuntime runtime = TestRuntime.fifo();
        runtime.start(Task.sleep(Duration.ofHours(1)).guarantee(Task.unit()));
        runtime.tickFor(Duration.ofMinutes(1));
        assertThatThrownBy(runtime::checkNothingLeft)
                .isInstanceOfSatisfying(
                        RunFailure.class, f -> assertThat(f.kind()).isEqualTo(RunFailure.Kind.UNFINALIZED))
                .hasMessageContaining("1 tasks have not ended")
                .hasMessageContaining("#1 waits for the end of a sleep, in PT59M, with 1 finalizer not run");
    }

    @Test
    void waitsSayWhatTheyAreFor() {
        Task<?> program = Task.parTraverse(List.of(1, 2), i -> i == 1 ? Task.never() : Task.async(callback -> {}))
                .both(Task.never().start().flatMap(fiber -> fiber.join()));
        RunFailure failure = failing(
                TestRuntime.builder().strategy(Strategy.fifo().promoted()).build(), program);
        assertThat(failure)
                .hasMessageContaining("waits for nothing: it is never")
                .hasMessageContaining("waits for the callback of an async")
                .hasMessageMatching("(?s).*waits for the end of #\\d+.*");
    }

    // ---- texts ----------------------------------------------------------------------------------------------

    @Test
    void decisionsAreShortAndReadBack() {
        Decisions.Builder all = new Decisions.Builder();
        all.add(5, Choice.NEXT_JOB, 2);
        for (int i = 6; i < 46; i++) {
            all.add(i, Choice.YIELD, 1);
        }
        all.add(1000, Choice.TIMER_TIE, 40);
        String text = all.build().encode();
        assertThat(text).isEqualTo("5J2.Y*14.qiT14");
        assertThat(Decisions.parse(text).encode()).isEqualTo(text);
        assertThat(Decisions.parse("").size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "random:-42", "pct(3,120):17", "roundrobin:2", "do:", "do:5J2.Y*3/c2!17", "fifo!9"})
    void replayStringsReadBack(String text) {
        assertThat(Replay.parse(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fofo",
                "random",
                "random:x",
                "random:99999999999999999999",
                "pct(3):1",
                "pct(0,1):1",
                "roundrobin:0",
                "do:5",
                "do:5Q2",
                "do:J0",
                "do:J*0",
                "do:J..Y",
                "do:J-1",
                "do:Jzzzzzzzzz",
                "fifo/c",
                "fifo!x",
                "fifo!1/c1"
            })
    void aTextThatIsNoReplayIsRefusedWithTheWayOut(String text) {
        assertThatThrownBy(() -> TestRuntime.replay(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no replay string")
                .hasMessageContaining("as a failure prints it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"do:C", "do:J9", "do:zzY"})
    void decisionsThatDoNotFitTheProgramAreToldOf(String text) {
        RunFailure failure = failing(TestRuntime.replay(text), busy(Task.unit()));
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.DIVERGED);
        assertThat(failure).hasMessageContaining("do not fit the run").hasMessageContaining("explore again");
    }

    @Test
    void aStrategyThatAnswersBeyondNIsToldOf() {
        RunFailure failure =
                failing(TestRuntime.builder().strategy((choice, n) -> n).build(), busy(Task.unit()));
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.DIVERGED);
        assertThat(failure).hasMessageContaining("but chose");
    }
}
