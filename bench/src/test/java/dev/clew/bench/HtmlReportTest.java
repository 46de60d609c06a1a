package dev.clew.bench;

import static dev.clew.bench.Runs.jvms;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    @TempDir
    private Path folder;

    private String page(Stored run) throws IOException {
        Path file = folder.resolve("page.html");
        HtmlReport.write(run, file);
        return Files.readString(file);
    }

    @Test
    void thePageNeedsNoOtherFileAndEscapesWhatItShows() throws IOException {
        assertThat(page(Runs.of("fib/30", "clew", "Clew", jvms(10), "zio", "ZIO", jvms(20))))
                .startsWith("<!DOCTYPE html>")
                .contains("a &lt;title&gt; &amp; more", "<style>", "./clew bench", "Go is left out")
                .doesNotContain("<title> & more", "<script", "http://", "https://", "<link");
    }

    @Test
    void aLossIsListedWithItsFactorAndATimeLimitWithItsReason() throws IOException {
        assertThat(page(Runs.of(
                        "fib/30", "clew", "Clew", jvms(10), "zio", "ZIO", jvms(4), "cats", "Cats Effect", jvms())))
                .contains(
                        "Every loss to a peer",
                        "2.50 ×",
                        "did not finish: no end within 60 s",
                        "Cats Effect in fib/30");
    }

    @Test
    void threeLevelsMakeACurveInTwoWidths() throws IOException {
        Stored.Work[] works = IntStream.of(0, 15, 30)
                .mapToObj(level -> new Stored.Work(
                        "fib",
                        "S4",
                        level == 0 ? "fib/30" : "fib/30-level-" + level,
                        "fib",
                        Map.of("level", "" + level),
                        "milliseconds",
                        Runs.entries("clew", "Clew", jvms(3 + level), "java", "plain Java, sequential", jvms(4))))
                .toArray(Stored.Work[]::new);
        assertThat(page(Runs.of(works)))
                .contains(
                        "Time over level, fib(30)",
                        "svg class=\"wide\"",
                        "svg class=\"narrow\"",
                        "Clew, level 15: 18.0 ms");
        assertThat(page(Runs.of(works[0]))).doesNotContain("Time over level");
    }

    @Test
    void figuresAreRoundedToWhatCounts() {
        assertThat(Html.time(1234)).isEqualTo("1.23 µs");
        assertThat(Html.time(2.5e9)).isEqualTo("2.50 s");
        assertThat(Html.number(1_346_268)).isEqualTo("1\u202f346\u202f268");
        assertThat(Html.number(Double.NaN)).isEqualTo("–");
    }

    @Test
    void whatCountingCostsIsAPairedRatioWithItsInterval() throws IOException {
        Stored.Work work = new Stored.Work(
                "metrics",
                "S3",
                "metrics/runnables",
                "runnableScheduling",
                Map.of(),
                "milliseconds",
                Runs.entries(
                        "clew",
                        "Clew, counting",
                        jvms(10.2, 20.4, 30.6),
                        "clew",
                        "Clew, not counting",
                        jvms(10, 20, 30)));
        assertThat(page(Runs.of(work))).contains("what counting costs", "+2.0 % [+2.0 %, +2.0 %]", "700.4 → 626.6");
        assertThat(MetricsTable.cost(new Estimate.Ratio(0.99, Double.NaN, Double.NaN)))
                .isEqualTo("−1.0 %");
    }

    @Test
    void eachCaseSaysOnHowManyJvmsItsFiguresRest() throws IOException {
        assertThat(page(Runs.of("fib/30", "clew", "Clew", jvms(10, 10, 10), "zio", "ZIO", jvms(20))))
                .contains("1 to 3 JVMs each", "of 1 JVM");
        assertThat(page(Runs.of("fib/30", "clew", "Clew", jvms(10, 10), "zio", "ZIO", jvms(20, 30))))
                .contains("2 JVMs each")
                .doesNotContain("of 2 JVMs");
    }
}
