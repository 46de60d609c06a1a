package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.bench.arena.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns that measure nothing: in which order they come, and which of them are left out. */
class RoundsTest {
    private static final List<Scenario> SCENARIOS = Scenarios.of(
            Scenarios.named(List.of("forks/many", "forks/chained")), EnumSet.of(Peer.ZIO, Peer.CATS, Peer.GO));
    private static final Duration LONG = Duration.ofDays(1);

    private final List<String> turns = new ArrayList<>();
    private final StringWriter text = new StringWriter();
    private String failing = "";
    private Stored saved = Runs.of();

    private Stored measure(int forks, Stored kept, List<Scenario> scenarios, Duration lasts) {
        Settings settings = Settings.full(forks, "2g");
        Rounds rounds = new Rounds(settings, scenarios, kept);
        Progress progress = new Progress(rounds::left, line -> {});
        saved = kept;
        rounds.measure(
                new Interleaver(settings, this::turn, progress),
                new CurrentSitting("./clew bench", lasts, progress),
                run -> {
                    saved = run;
                    return true;
                },
                new TextReport(new PrintWriter(text, true)));
        return saved;
    }

    private ForkResult turn(Case work, Competitor competitor) throws BenchmarkFailure {
        turns.add(work.id().replace("forks/", "") + " " + competitor.peer().key());
        if (competitor.peer().key().equals(failing)) {
            throw new BenchmarkFailure("it fails", null);
        }
        double figure = turns.size();
        return new ForkResult(figure, List.of(figure), 8 * figure, 2, Map.of("forked", figure));
    }

    private static List<Integer> jvms(Stored run) {
        return run.cases().stream()
                .flatMap(work -> work.competitors().stream())
                .map(entry -> entry.jvms().size())
                .toList();
    }

    @Test
    void everyCaseHasItsFirstRoundBeforeAnyHasItsSecond() {
        measure(2, Runs.of(), SCENARIOS, LONG);
        List<String> first = List.of("many zio", "many cats", "many go", "chained zio", "chained cats", "chained go");
        assertThat(turns.subList(0, 6)).isEqualTo(first);
        assertThat(turns.subList(6, 12)).containsExactlyInAnyOrderElementsOf(first);
        assertThat(turns.subList(6, 9)).allMatch(turn -> turn.startsWith("many"));
        assertThat(jvms(saved)).containsOnly(2).hasSize(6);
        assertThat(text.toString()).containsOnlyOnce("forks/many: ").containsOnlyOnce("forks/chained: ");
    }

    @Test
    void whatIsKeptIsNotMeasuredAgain(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("all.json");
        measure(1, Runs.of(), SCENARIOS, LONG).write(file);
        turns.clear();
        measure(1, Stored.read(file), SCENARIOS, LONG);
        assertThat(turns).isEmpty();
        Stored three = measure(3, Stored.read(file), SCENARIOS, LONG);
        assertThat(turns).hasSize(12);
        assertThat(jvms(three)).containsOnly(3);
        assertThat(three.sittings()).hasSize(2);
    }

    @Test
    void theMeansAreThoseOfARunInOneSitting(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("all.json");
        List<Scenario> cats = Scenarios.of(SCENARIOS, EnumSet.of(Peer.CATS));
        measure(1, Runs.of(), cats, LONG).write(file);
        Stored.Entry entry = measure(2, Stored.read(file), cats, LONG)
                .cases()
                .get(0)
                .competitors()
                .get(0);
        // JVMs 1 and 3 are of this case.
        assertThat(entry.time()).isEqualTo(2);
        assertThat(entry.allocatedBytes()).isEqualTo(16);
        assertThat(entry.garbageCollections()).isEqualTo(4);
        assertThat(entry.counts()).containsEntry("forked", 2.0);
        assertThat(entry.jvms()).containsExactly(List.of(1.0), List.of(3.0));
    }

    @Test
    void casesAndCompetitorsThatAreNotPickedStayInTheFile() {
        Stored all = measure(1, Runs.of(), SCENARIOS, LONG);
        Stored more =
                measure(2, all, Scenarios.of(Scenarios.named(List.of("forks/chained")), EnumSet.of(Peer.ZIO)), LONG);
        assertThat(more.cases()).extracting(Stored.Work::id).containsExactly("forks/many", "forks/chained");
        assertThat(jvms(more)).containsExactly(1, 1, 1, 2, 1, 1);
    }

    @Test
    void aCompetitorThatFailedGetsNoMoreTurnsInLaterSittingsEither() {
        failing = "zio";
        Stored once = measure(2, Runs.of(), SCENARIOS, LONG);
        assertThat(turns.stream().filter(turn -> turn.equals("many zio"))).hasSize(1);
        turns.clear();
        measure(2, once, SCENARIOS, LONG);
        assertThat(turns).isEmpty();
        assertThat(text.toString()).contains("did not finish: it fails");
    }

    @Test
    void aSittingThatIsOverBeginsNoJvm() {
        Stored none = measure(2, Runs.of(), SCENARIOS, Duration.ZERO);
        assertThat(turns).isEmpty();
        assertThat(none.cases()).isEmpty();
        assertThat(new Rounds(Settings.full(2, "2g"), SCENARIOS, none).left().turns())
                .isEqualTo(12);
    }

    @Test
    void aCaseWithOtherParametersIsMeasuredAnew() {
        Stored all = measure(1, Runs.of(), SCENARIOS, LONG);
        turns.clear();
        List<Scenario> smaller = SCENARIOS.stream()
                .map(scenario -> scenario.only(
                        scenario.cases().stream().map(Case::smallest).toList()))
                .toList();
        measure(1, all, smaller, LONG);
        assertThat(turns).hasSize(6);
    }

    @Test
    void aRunOfAnotherMachineOrVersionDiffers() {
        Stored run = Runs.of();
        assertThat(run.differenceFrom(run)).isEmpty();
        Stored more = new Stored(
                run.date(),
                run.command(),
                run.machine(),
                Settings.full(9, "2g"),
                run.jvmArguments(),
                run.confidence(),
                Map.of("zio", "2.1", "go", "1"),
                List.of(),
                List.of(),
                List.of());
        assertThat(run.differenceFrom(more)).isEmpty();
        assertThat(run.goneOnWith(more).versions()).containsOnlyKeys("zio", "go");
        assertThat(run.goneOnWith(more).settings().forks()).isEqualTo(9);
        Stored newer = new Stored(
                run.date(),
                run.command(),
                run.machine(),
                run.settings(),
                run.jvmArguments(),
                run.confidence(),
                Map.of("zio", "2.2"),
                List.of(),
                List.of(),
                List.of());
        assertThat(run.differenceFrom(newer)).hasValue("its zio is 2.1, and this one is 2.2");
    }
}
