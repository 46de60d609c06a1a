package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.clew.bench.arena.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Instant DATE = Instant.parse("2025-01-02T03:04:05.678Z");
    private static final Scenario SCENARIO = Scenarios.named(List.of("fib/20")).get(0);
    private static final Case WORK = SCENARIO.cases().get(0);
    private static final Competitor CLEW = new Competitor(Peer.CLEW, "Clew", "clew");
    private static final Competitor JOINS =
            new Competitor(Peer.FORK_JOIN, "ForkJoinPool, RecursiveTask", "forkJoinPool");
    private static final Competitor ZIO = new Competitor(Peer.ZIO, "ZIO, fork and join", "zio");
    private static final Settings SETTINGS = Settings.full(3, "2g");

    private static List<Row> rows() {
        Map<Competitor, Attempts> results = new LinkedHashMap<>();
        Map<String, Double> counts = Map.of("forked", 10.0, "inlined", 9.5, "stolen", 0.5, "fibers", 1.0);
        results.put(CLEW, new Attempts(jvms(100.0, 4096, counts), 0, null, false));
        results.put(JOINS, new Attempts(jvms(200.0, Double.NaN, Map.of()), 0, null, false));
        results.put(ZIO, Attempts.NONE.failed("no end within 60 s", true));
        return Row.of(results);
    }

    private static Stored run() {
        return new Stored(
                DATE.toString(),
                List.of("./clew", "bench", "--only", "fib/20"),
                Machine.here(),
                SETTINGS,
                SETTINGS.jvmArguments(),
                0.95,
                Map.of("zio", "2.1"),
                List.of("Go is left out: it is not here."),
                List.of(new Stored.Sitting(DATE.toString(), "./clew bench", 1.5, 9)),
                List.of(Stored.Work.of(SCENARIO, WORK, rows())));
    }

    /** Three, each a thousandth slower than the one before. */
    private static List<ForkResult> jvms(double fastest, double allocated, Map<String, Double> counts) {
        return Stream.of(1.0, 1.001, 1.002)
                .map(slower -> slower * fastest)
                .map(score -> new ForkResult(score, List.of(score), allocated, 2, counts))
                .toList();
    }

    @Test
    void aTableHasTimeErrorUnitRatioAllocationAndCounts() {
        StringWriter text = new StringWriter();
        new TextReport(new PrintWriter(text)).rows(WORK, rows());
        assertThat(text.toString())
                .contains("time, µs", "÷ Clew", "allocated, B")
                .containsPattern("Clew +100\\.1 ± 0\\.2 +1 +4096\n")
                .containsPattern("ForkJoinPool, RecursiveTask +200\\.2 ± 0\\.5 +2\\.000 \\[2\\.000, 2\\.000] +–\n")
                .containsPattern("ZIO, fork and join +did not finish: no end within 60 s\n")
                .contains("1 fibers, 10 forked, 9.50 inlined, 0.50 stolen; 6 garbage collections");
    }

    @Test
    void theHeadSaysWhereAndHow() {
        StringWriter text = new StringWriter();
        new TextReport(new PrintWriter(text, true)).begin(run());
        assertThat(text.toString())
                .contains(
                        "2025-01-02T03:04:05Z", "processors", "-Xms2g -Xmx2g -XX:+AlwaysPreTouch", "3 JVMs", "zio 2.1")
                .contains("./clew bench --only fib/20", "Go is left out")
                .contains(System.getProperty("java.runtime.version"));
    }

    @Test
    void theFileHoldsEveryFigureAndNullForWhatIsNotKnown(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("out.json");
        run().write(file);
        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.at("/date").asText()).isEqualTo("2025-01-02T03:04:05.678Z");
        assertThat(json.at("/jvmArguments")).hasSize(3);
        JsonNode competitors = json.at("/cases/0/competitors");
        assertThat(json.at("/cases/0/case").asText()).isEqualTo("fib/20");
        assertThat(competitors.at("/0/counts/inlined").asDouble()).isEqualTo(9.5);
        assertThat(competitors.at("/1/jvms/1/0").asDouble()).isCloseTo(200.2, within(1e-9));
        assertThat(competitors.at("/1/allocatedBytes").isNull()).isTrue();
        assertThat(competitors.at("/2/time").isNull()).isTrue();
        assertThat(competitors.at("/2/failure").asText()).contains("no end");
        assertThat(Stored.read(file)).isEqualTo(run());
        assertThat(folder).isDirectoryContaining(path -> path.endsWith("out.json"));
        assertThat(folder.toFile().list()).containsExactly("out.json");
    }
}
