package dev.clew.bench;

import java.time.Duration;
import java.util.List;

/**
 * How long and where it is measured: the same for every competitor.
 *
 * @param forks JVMs for each competitor, one after another, the competitors in turn
 * @param sameJvm measure in this JVM instead: to see that everything works, not for figures
 * @param warmups iterations whose figures are thrown away
 * @param warmupMillis length of each of these
 * @param iterations iterations that count
 * @param millis length of each of these
 * @param shots measured operations of a JVM where each is measured singly
 * @param heap size of the heap, fixed and touched in advance, as the JVM writes it
 */
record Settings(
        int forks, boolean sameJvm, int warmups, int warmupMillis, int iterations, int millis, int shots, String heap) {
    private static final int WARMUP_SHOTS = 2;

    /** From here on a single operation is as long as a warm-up, and one of them is enough. */
    private static final int LONG_SHOT_MILLIS = 2000;

    /**
     * What a JVM takes besides its iterations: to start, load its libraries, make its pools, compile, report and end. It is
     * the mean over the 211 JVMs of a kept quick run on two processors; of a competitor of plain Java, 0.6 s.
     */
    private static final int OVERHEAD_MILLIS = 900;

    private static final int TOUCH_MILLIS_EACH_GIBIBYTE = 150;

    static Settings full(int forks, String heap) {
        return new Settings(forks, false, 2, 1000, 3, 300, 3, heap);
    }

    /** Enough to see sizes; too short for claims. */
    static Settings quick(int forks, String heap) {
        return new Settings(forks, false, 2, 300, 3, 200, 3, heap);
    }

    /** The same with measured iterations of another length. */
    Settings iterationsOf(int length) {
        return new Settings(forks, sameJvm, warmups, warmupMillis, iterations, length, shots, heap);
    }

    /** Whether figures of both can stand in one table: all is the same but the number of JVMs. */
    boolean matches(Settings other) {
        return equals(new Settings(
                forks,
                other.sameJvm,
                other.warmups,
                other.warmupMillis,
                other.iterations,
                other.millis,
                other.shots,
                other.heap));
    }

    /** In a line. */
    String words() {
        return "%d %s for each competitor, the competitors in turn; each warmed up for %d × %d ms and measured for %d × %d ms (where operations are measured singly, %d or 1 and %d)"
                .formatted(
                        forks,
                        forks == 1 ? "JVM" : "JVMs",
                        warmups,
                        warmupMillis,
                        iterations,
                        millis,
                        Math.min(WARMUP_SHOTS, warmups),
                        shots);
    }

    /** What each measured JVM is given, besides the options that this one was started with. */
    List<String> jvmArguments() {
        return jvmArguments(0);
    }

    /** The same for a case that needs at least {@code megabytes} of heap. */
    List<String> jvmArguments(int megabytes) {
        String size = megabytes > heapMegabytes() ? megabytes + "m" : heap;
        return List.of("-Xms" + size, "-Xmx" + size, "-XX:+AlwaysPreTouch");
    }

    private long heapMegabytes() {
        long number = Long.parseLong(heap.substring(0, heap.length() - 1));
        return Character.toLowerCase(heap.charAt(heap.length() - 1)) == 'g' ? number * 1024 : number;
    }

    /** Operations of {@code work} that are thrown away, where each is measured singly. */
    int warmupShots(Case work) {
        return Math.min(work.shotMillis() >= LONG_SHOT_MILLIS ? 1 : WARMUP_SHOTS, warmups);
    }

    /** Roughly: how long one JVM takes for {@code work}. */
    long millis(Case work) {
        long pollution = Long.parseLong(work.parameters().getOrDefault("pollutionMillis", "0"));
        long heapMillis = Math.max(work.heapMegabytes(), heapMegabytes()) * TOUCH_MILLIS_EACH_GIBIBYTE / 1024;
        long measured = work.singleShot()
                ? (long) work.shotMillis() * (warmupShots(work) + shots)
                : (long) warmups * Math.max(warmupMillis, work.shotMillis())
                        + (long) iterations * Math.max(millis, work.shotMillis());
        return OVERHEAD_MILLIS + heapMillis + pollution + measured;
    }

    /** How long the next JVM takes for it: by those before, where there are any. */
    long millis(Case work, Attempts before) {
        return before.forks().isEmpty() || before.seconds() == 0
                ? millis(work)
                : Math.round(1000 * before.seconds() / before.forks().size());
    }

    /** How long it may take at most, before its competitor counts as not finished. */
    Duration limit(Case work) {
        return Duration.ofMillis(30_000 + 6 * millis(work));
    }

    /** Roughly: how long everything takes. */
    long millis(List<Scenario> scenarios) {
        return scenarios.stream()
                .flatMap(s -> s.cases().stream())
                .mapToLong(c -> (long) forks * c.competitors().size() * millis(c))
                .sum();
    }
}
