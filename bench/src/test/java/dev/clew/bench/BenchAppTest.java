package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchAppTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new BenchApp())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void helpSaysHowToCallIt() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: clew bench");
    }

    @Test
    void anUnknownOptionIsNamedAndEndsWithTheUsageCode() {
        assertThat(run("--no-such-option")).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option");
    }
}
