package dev.clew.bench;

import static dev.clew.bench.Runs.jvms;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final StringWriter text = new StringWriter();

    private int compare(Stored before, Stored after) {
        return new Comparison(before, after, new PrintWriter(text)).print();
    }

    @Test
    void whatIsSlowerForCertainIsCounted() {
        int slower = compare(
                Runs.of("fib/30", "clew", "Clew", jvms(10, 10.1, 10.2), "zio", "ZIO", jvms(10, 10.1, 10.2)),
                Runs.of("fib/30", "clew", "Clew", jvms(12, 12.1, 12.2), "zio", "ZIO", jvms(12, 12.1, 12.2)));
        assertThat(slower).as("of Clew's").isEqualTo(1);
        assertThat(text.toString()).containsPattern("Clew +10.10 +12.10 +1\\.198 \\[1\\.17\\d, 1\\.22\\d] +SLOWER");
    }

    @Test
    void whatScattersIsTheSame() {
        assertThat(compare(
                        Runs.of("fib/30", "clew", "Clew", jvms(8, 10, 14)),
                        Runs.of("fib/30", "clew", "Clew", jvms(9, 11, 15))))
                .isZero();
        assertThat(text.toString()).contains("the same");
    }

    @Test
    void twoJvmsAreTooFew() {
        assertThat(compare(
                        Runs.of("fib/30", "clew", "Clew", jvms(8, 8)), Runs.of("fib/30", "clew", "Clew", jvms(16, 16))))
                .isZero();
        assertThat(text.toString()).contains("too few JVMs");
    }

    @Test
    void casesOfOneRunOnlyAreLeftOut() {
        compare(Runs.of("fib/20", "clew", "Clew", jvms(8)), Runs.of("fib/30", "clew", "Clew", jvms(8)));
        assertThat(text.toString()).contains("0 rows in both");
    }
}
