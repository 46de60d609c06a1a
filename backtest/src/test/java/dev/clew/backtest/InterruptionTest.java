package dev.clew.backtest;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C in a JVM of its own: it reports what is done and ends with 130. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class InterruptionTest {

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "sequential", "gathered", "forked", "batched:1000"})
    void ofASweep(String mode) throws Exception {
        String rest = interrupted(
                "configurations, ",
                "--execution",
                mode,
                "--strategy",
                "sma",
                "--param",
                "fast=1..200",
                "--param",
                "slow=201..2000:3");
        assertThat(rest).containsPattern("Interrupted: [\\d,]+ of 960,000 evaluations done in ");
        assertThat(rest).containsPattern("[\\d,]+ of 240,000 configurations complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "sequential", "forked"})
    void ofASimulation(String mode) throws Exception {
        String rest = interrupted(
                "Simulating", "--simulate", "--months", "100", "--decision-delay", "1h", "--execution", mode);
        assertThat(rest).contains("Interrupted: 0 of 3,000 simulated days done");
    }

    /** Starts the application, waits for the line, sends SIGINT, and returns what follows. */
    private static String interrupted(String line, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        if (new ProcessBuilder("env", "--default-signal=INT", "true").start().waitFor() == 0) {
            // A build in the background ignores SIGINT, and so would its children.
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                BacktestApp.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            String read = reader.readLine();
            var all = new StringBuilder();
            while (read != null && !read.contains(line)) {
                all.append(read).append('\n');
                read = reader.readLine();
            }
            assertThat(read).as(all.toString()).isNotNull();
            assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            String rest = rest(reader);
            assertThat(process.waitFor(60, SECONDS)).isTrue();
            assertThat(process.exitValue()).as(rest).isEqualTo(130);
            return rest;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String rest(BufferedReader reader) throws IOException {
        var rest = new StringBuilder();
        for (String read = reader.readLine(); read != null; read = reader.readLine()) {
            rest.append(read).append('\n');
        }
        return rest.toString();
    }
}
