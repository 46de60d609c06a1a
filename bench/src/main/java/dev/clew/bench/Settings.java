package dev.clew.bench;

import java.time.Duration;
import java.util.List;

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
    private static final int JVM_START_MILLIS = 700;
    private static final int TOUCH_MILLIS_EACH_GIBIBYTE = 700;

    static Settings full(int forks, String heap) {
        return new Settings(forks, false, 5, 5, 500, 5, heap);
    }

    /** Enough to see sizes; too short for claims. */
    static Settings quick(int forks, String heap) {
        return new Settings(forks, false, 3, 3, 200, 3, heap);
    }

    /** The same with iterations of another length. */
    Settings iterationsOf(int length) {
        return new Settings(forks, sameJvm, warmups, iterations, length, shots, heap);
    }

    /** In a line. */
    String words() {
        return "%d %s for each competitor, the competitors in turn; %d warm-ups and %d iterations of %d ms (where operations are measured singly, %d and %d)"
                .formatted(forks, forks == 1 ? "JVM" : "JVMs", warmups, iterations, millis, warmupShots(), shots);
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

    int warmupShots() {
        return Math.min(WARMUP_SHOTS, warmups);
    }

    /** Roughly: how long one JVM takes for {@code work}. */
    long millis(Case work) {
        long pollution = Long.parseLong(work.parameters().getOrDefault("pollutionMillis", "0"));
        long heapMillis = Math.max(work.heapMegabytes(), heapMegabytes()) * TOUCH_MILLIS_EACH_GIBIBYTE / 1024;
        long measured = work.singleShot()
                ? (long) work.shotMillis() * (warmupShots() + shots)
                : (long) (warmups + iterations) * Math.max(millis, work.shotMillis());
        return JVM_START_MILLIS + heapMillis + pollution + measured;
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

    /** JVMs in all. */
    int turns(List<Scenario> scenarios) {
        return scenarios.stream()
                .flatMap(s -> s.cases().stream())
                .mapToInt(c -> forks * c.competitors().size())
                .sum();
    }
}
