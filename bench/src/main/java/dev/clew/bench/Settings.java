package dev.clew.bench;

import java.util.List;
import java.util.stream.Stream;

/**
 * How long and where it is measured.
 *
 * @param forks JVMs for each competitor, one after another, the competitors in turn
 * @param sameJvm measure in this JVM instead: to see that everything works, not for figures
 * @param warmups iterations whose figures are thrown away
 * @param iterations iterations that count
 * @param millis length of an iteration
 * @param shots measured operations of a JVM where each is measured singly
 * @param heap size of the heap, fixed and touched in advance, as the JVM writes it
 */
record Settings(int forks, boolean sameJvm, int warmups, int iterations, int millis, int shots, String heap) {
    private static final int WARMUP_SHOTS = 2;

    static Settings full(int forks, String heap) {
        return new Settings(forks, false, 5, 5, 1000, 5, heap);
    }

    /** Enough to see sizes; too short for claims. */
    static Settings quick(int forks, String heap) {
        return new Settings(forks, false, 3, 3, 300, 3, heap);
    }

    /** What each measured JVM is given, besides the options that this one was started with. */
    List<String> jvmArguments() {
        return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch");
    }

    int warmupShots() {
        return Math.min(WARMUP_SHOTS, warmups);
    }

    /** Roughly, without the start of the JVMs: for the notice at the beginning. */
    long seconds(List<Scenario> scenarios) {
        long millisInAll = scenarios.stream()
                .flatMap(s -> s.cases().stream())
                .flatMap(c -> Stream.generate(() -> c).limit(c.competitors().size()))
                .mapToLong(this::millis)
                .sum();
        return forks * millisInAll / 1000;
    }

    private long millis(Case work) {
        long pollution = Long.parseLong(work.parameters().getOrDefault("pollutionMillis", "0"));
        return 3000 + pollution + (work.singleShot() ? 3000 : (long) (warmups + iterations) * millis);
    }
}
