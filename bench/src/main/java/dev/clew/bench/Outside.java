package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Competitors that are processes without JMH: Go's programs, and the Scalaz whose Scala cannot share a class path with the
 * newer one. Each is given the work's name and parameters and prints the nanoseconds of an operation, a line for each
 * iteration, after as many iterations that it does not print; it checks its results itself.
 *
 * <p>One that cannot be had here is left out, with a note that says why.
 */
final class Outside {
    private final Map<Peer, List<String>> commands = new LinkedHashMap<>();
    private final Map<String, String> versions = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    private Outside() {}

    /** None of them, as where everything runs in this JVM. */
    static Outside nowhere() {
        return new Outside();
    }

    /** Those of {@code wanted} that are to be had on this machine. */
    static Outside here(Set<Peer> wanted, List<String> jvmArguments) {
        Outside outside = new Outside();
        if (wanted.contains(Peer.GO)) {
            outside.add(Peer.GO, GoPrograms.build());
        }
        if (wanted.contains(Peer.SCALAZ_OLD)) {
            outside.add(Peer.SCALAZ_OLD, OldScalaz.command(jvmArguments));
        }
        return outside;
    }

    /**
     * How to start a peer, or why not.
     *
     * @param command empty where it cannot be had
     * @param text its version, or why it is left out
     */
    record Start(List<String> command, String text) {}

    private void add(Peer peer, Start start) {
        if (start.command().isEmpty()) {
            notes.add(peer.title() + " is left out: " + start.text() + ".");
        } else {
            commands.put(peer, start.command());
            versions.put(peer.key(), start.text());
        }
    }

    boolean has(Peer peer) {
        return !peer.outside() || commands.containsKey(peer);
    }

    Map<String, String> versions() {
        return versions;
    }

    List<String> notes() {
        return notes;
    }

    ForkResult run(Case work, Competitor competitor, Settings settings) throws BenchmarkFailure {
        List<String> command = new ArrayList<>(commands.getOrDefault(competitor.peer(), List.of()));
        command.add(competitor.method());
        boolean single = work.singleShot();
        command.add("warmups=" + (single ? settings.warmupShots(work) : settings.warmups()));
        command.add("warmupMillis=" + (single ? 0 : settings.warmupMillis()));
        command.add("iterations=" + (single ? settings.shots() : settings.iterations()));
        command.add("millis=" + (single ? 0 : settings.millis()));
        work.parameters().forEach((name, value) -> command.add(name + "=" + value));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw failure(work, competitor, "it ended with exit code " + exit + ": " + text.strip(), null);
            }
            return result(text, work.unit());
        } catch (IOException | NumberFormatException e) {
            throw failure(work, competitor, e.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(work, competitor, "the benchmarks were interrupted", e);
        }
    }

    private static BenchmarkFailure failure(Case work, Competitor competitor, String why, @Nullable Exception cause) {
        return new BenchmarkFailure(
                "a competitor is given up when its program fails, and " + competitor.name() + " of " + work.id()
                        + " did: " + why,
                cause);
    }

    private static ForkResult result(String text, TimeUnit unit) {
        List<Double> scores = text.lines()
                .map(line -> Double.parseDouble(line.strip()) / unit.toNanos(1))
                .toList();
        double mean = scores.stream().mapToDouble(d -> d).average().orElse(Double.NaN);
        return new ForkResult(mean, scores, Double.NaN, Double.NaN, Map.of());
    }
}
