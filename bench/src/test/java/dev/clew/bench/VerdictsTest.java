package dev.clew.bench;

import static dev.clew.bench.Runs.jvms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.bench.Verdicts.Duel;
import dev.clew.bench.Verdicts.Verdict;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    private static Map<String, Verdict> verdicts(Stored run) {
        return new Verdicts(run)
                .all().stream().collect(Collectors.toMap(duel -> duel.peer().name(), Duel::verdict));
    }

    @Test
    void aDifferenceCountsOnlyWhenItsIntervalLeavesOutOne() {
        assertThat(verdicts(Runs.of(
                        "fib/30",
                        "clew",
                        "Clew",
                        jvms(10, 10.1, 10.2),
                        "zio",
                        "ZIO",
                        jvms(20, 20.1, 20.3),
                        "cats",
                        "Cats Effect",
                        jvms(5, 5, 5.1),
                        "kotlin",
                        "Kotlin",
                        jvms(6, 12, 14))))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("ZIO", Verdict.WIN, "Cats Effect", Verdict.LOSS, "Kotlin", Verdict.TIE));
    }

    @Test
    void oneJvmHasNoIntervalSoADifferenceMustBeLarge() {
        assertThat(verdicts(Runs.of(
                        "fib/30", "clew", "Clew", jvms(10), "zio", "ZIO", jvms(10.5), "cats", "Cats Effect", jvms(12))))
                .containsExactlyInAnyOrderEntriesOf(Map.of("ZIO", Verdict.TIE, "Cats Effect", Verdict.WIN));
    }

    @Test
    void thePeersFastestFormMeetsClewsFastestAndInsideFormsMeetNobody() {
        Verdicts verdicts = new Verdicts(Runs.of(
                "fib/30",
                "clew",
                "Clew, slow",
                jvms(10),
                "clew",
                "Clew, fast",
                jvms(5),
                "clew",
                "Clew, inside",
                jvms(1),
                "zio",
                "ZIO, slow",
                jvms(9),
                "zio",
                "ZIO, fast",
                jvms(4)));
        assertThat(verdicts.losses()).singleElement().satisfies(duel -> {
            assertThat(duel.clew().name()).isEqualTo("Clew, fast");
            assertThat(duel.peer().name()).isEqualTo("ZIO, fast");
        });
    }

    @Test
    void whoDidNotFinishIsListedAndDoesNotCount() {
        Verdicts verdicts = new Verdicts(Runs.of("fib/30", "clew", "Clew", jvms(10), "zio", "ZIO", jvms()));
        assertThat(verdicts.all()).isEmpty();
        assertThat(verdicts.unfinished()).containsExactly("ZIO in fib/30");
    }

    @Test
    void guardsAreNoContest() {
        Stored.Work guard = new Stored.Work(
                "worker-queues",
                "",
                "worker-queues/alone",
                "jobs in and out",
                Map.of(),
                "microseconds",
                Runs.entries("clew", "ring", jvms(10), "java", "ArrayDeque", jvms(1)));
        assertThat(new Verdicts(Runs.of(guard)).all()).isEmpty();
    }
}
