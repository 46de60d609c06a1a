package dev.clew.bench.micro;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What it costs to know call sites, and to carry a thread-local: the same work in JVMs of each kind, which take turns, so
 * that what changes in the machine meanwhile meets all. Prints a table of processor times, and of ratios to the first kind.
 *
 * <pre>
 * java -cp bench/target/clew-bench.jar dev.clew.bench.micro.TracingCost [rounds of JVMs] [kinds, by commas] [work …]
 * </pre>
 *
 * <p>The kinds are {@code off}, {@code cached} and {@code full}, the modes of {@code clew.tracing}, and {@code carry}, which is
 * {@code off} in a runtime that carries one thread-local. A sample is the processor time of the Java threads over some
 * milliseconds of work, on one worker; of a JVM the least of its samples counts, since what is added to one is somebody
 * else's, and of a kind the median of its JVMs.
 */
public final class TracingCost {
    private static final int STEPS = 10_000;
    private static final int SAMPLES = 30;
    private static final long WARM_UP_NANOS = 700_000_000L;
    private static final long SAMPLE_NANOS = 12_000_000L;
    private static final int ROUNDS = 5;
    private static final String KINDS = "off,cached,full";

    @SuppressWarnings("StaticAssignmentOfThrowable") // to make one is not what is measured, and it has no stack
    private static final Error ONE_ERROR = new Stackless();

    private final TaskRuntime runtime;
    private final Map<String, Runnable> works = new LinkedHashMap<>();

    /** Keeps what was only built from being left out. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Object kept;

    private TracingCost(TaskRuntime runtime) {
        this.runtime = runtime;
        works.put("map, built", () -> built(TracingCost::maps));
        works.put("flatMap, built", () -> built(TracingCost::flatMaps));
        works.put("map, built and run", () -> builtAndRun(TracingCost::maps));
        works.put("flatMap, built and run", () -> builtAndRun(TracingCost::flatMaps));
        works.put("recursion over now", () -> run(recursion(STEPS)));
        works.put("recursion over delay", () -> run(recursionOverDelay(STEPS)));
        works.put("fail, attempt", () -> run(attempts(STEPS)));
        works.put("fail, map, attempt", () -> run(mapAttempts(STEPS)));
        works.put("fail, map, recover", () -> run(recovers(STEPS)));
        works.put("new error, map, recover", () -> run(newErrors(STEPS)));
        works.put("start, join", () -> run(joins(STEPS / 10)));
        works.put("both, a tree", () -> run(tree(10)));
        works.put("gather", () -> run(gathers()));
        works.put("yieldNow", () -> run(yields(STEPS / 10)));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("measure")) {
            measure(arguments[1].equals("carry"), List.of(arguments).subList(2, arguments.length));
            return;
        }
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ROUNDS;
        List<String> kinds = List.of((arguments.length > 1 ? arguments[1] : KINDS).split(",", -1));
        List<String> chosen = arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : List.of();
        Map<String, Map<String, List<Double>>> all = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < kinds.size(); i++) {
                // The one that is first changes from round to round.
                String kind = kinds.get((i + round) % kinds.size());
                for (Map.Entry<String, Double> figure : child(kind, chosen).entrySet()) {
                    all.computeIfAbsent(figure.getKey(), work -> new LinkedHashMap<>())
                            .computeIfAbsent(kind, k -> new ArrayList<>())
                            .add(figure.getValue());
                }
            }
        }
        print(kinds, all);
    }

    private static Map<String, Double> child(String kind, List<String> chosen)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xms512m",
                "-Xmx512m",
                "-XX:+AlwaysPreTouch",
                "-Dclew.tracing=" + (kind.equals("carry") ? "off" : kind),
                "-cp",
                System.getProperty("java.class.path"),
                TracingCost.class.getName(),
                "measure",
                kind));
        command.addAll(chosen);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("a JVM of the kind " + kind + " ended with " + process.exitValue()
                    + "; what went wrong stands above");
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        said.lines().forEach(line -> {
            int end = line.lastIndexOf('=');
            figures.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
        });
        return figures;
    }

    private static void print(List<String> kinds, Map<String, Map<String, List<Double>>> all) {
        StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-26s", "µs of processor time"));
        kinds.forEach(kind -> head.append(String.format(Locale.ROOT, "%10s", kind)));
        kinds.subList(1, kinds.size())
                .forEach(kind -> head.append(String.format(Locale.ROOT, "%16s", kind + " ÷ " + kinds.get(0))));
        System.out.println(head);
        all.forEach((work, figures) -> {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-26s", work));
            List<Double> first = figures.getOrDefault(kinds.get(0), List.of());
            kinds.forEach(kind ->
                    line.append(String.format(Locale.ROOT, "%10.1f", median(figures.getOrDefault(kind, List.of())))));
            for (String kind : kinds.subList(1, kinds.size())) {
                List<Double> ratios = new ArrayList<>();
                List<Double> those = figures.getOrDefault(kind, List.of());
                for (int i = 0; i < those.size(); i++) {
                    ratios.add(those.get(i) / first.get(i));
                }
                line.append(String.format(Locale.ROOT, "%16.3f", median(ratios)));
            }
            System.out.println(line);
        });
    }

    private static double median(List<Double> figures) {
        double[] sorted =
                figures.stream().mapToDouble(figure -> figure).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    // ---- in a JVM of one kind ---------------------------------------------------------------------

    private static void measure(boolean carry, List<String> chosen) {
        TaskRuntime.Builder builder = TaskRuntime.builder().workers(1);
        try (TaskRuntime runtime = (carry ? builder.carry(new ThreadLocal<Object>()) : builder).build()) {
            TracingCost cost = new TracingCost(runtime);
            cost.works.forEach((name, work) -> {
                if (chosen.isEmpty() || chosen.contains(name)) {
                    System.out.println(name + "=" + least(work));
                }
            });
        }
    }

    /** The least processor time of one run of {@code work}, in microseconds. */
    private static double least(Runnable work) {
        long runs = 0;
        long end = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < end) {
            work.run();
            runs++;
        }
        long inASample = Math.max(1, runs * SAMPLE_NANOS / WARM_UP_NANOS);
        double[] samples = new double[SAMPLES];
        for (int s = 0; s < SAMPLES; s++) {
            long before = processorNanos();
            for (long i = 0; i < inASample; i++) {
                work.run();
            }
            samples[s] = (processorNanos() - before) / 1e3 / inASample;
        }
        Arrays.sort(samples);
        return samples[0];
    }

    /** Of the Java threads alone: the JVM's own, which compile and collect, are not what is asked. */
    private static long processorNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (long id : threads.getAllThreadIds()) {
            nanos += Math.max(0, threads.getThreadCpuTime(id));
        }
        return nanos;
    }

    // ---- the works --------------------------------------------------------------------------------

    private interface Chain {
        Task<Integer> of(int length);
    }

    private void built(Chain chain) {
        for (int i = 0; i < STEPS / 100; i++) {
            kept = chain.of(100);
        }
    }

    private void builtAndRun(Chain chain) {
        for (int i = 0; i < STEPS / 100; i++) {
            run(chain.of(100));
        }
    }

    private void run(Task<?> task) {
        try {
            kept = runtime.runSync(task);
        } catch (Exception unexpected) {
            throw new IllegalStateException("a work that is measured failed: " + unexpected, unexpected);
        }
    }

    private static Task<Integer> maps(int length) {
        Task<Integer> task = Task.now(0);
        for (int i = 0; i < length; i++) {
            task = task.map(v -> v + 1);
        }
        return task;
    }

    private static Task<Integer> flatMaps(int length) {
        Task<Integer> task = Task.now(0);
        for (int i = 0; i < length; i++) {
            task = task.flatMap(v -> Task.now(v + 1));
        }
        return task;
    }

    private static Task<Integer> recursion(int n) {
        return n == 0 ? Task.now(0) : Task.now(n - 1).flatMap(TracingCost::recursion);
    }

    private static Task<Integer> recursionOverDelay(int n) {
        return n == 0 ? Task.now(0) : Task.delay(() -> n - 1).flatMap(TracingCost::recursionOverDelay);
    }

    private static Task<Integer> attempts(int n) {
        return n == 0 ? Task.now(0) : Task.<Integer>fail(ONE_ERROR).attempt().flatMap(end -> attempts(n - 1));
    }

    private static Task<Integer> mapAttempts(int n) {
        return n == 0
                ? Task.now(0)
                : Task.<Integer>fail(ONE_ERROR).map(v -> v + 1).attempt().flatMap(end -> mapAttempts(n - 1));
    }

    private static Task<Integer> recovers(int n) {
        return n == 0
                ? Task.now(0)
                : Task.<Integer>fail(ONE_ERROR).map(v -> v + 1).recover(e -> n).flatMap(v -> recovers(n - 1));
    }

    private static Task<Integer> newErrors(int n) {
        return n == 0
                ? Task.now(0)
                : Task.<Integer>fail(new Stackless())
                        .map(v -> v + 1)
                        .recover(e -> n)
                        .flatMap(v -> newErrors(n - 1));
    }

    private static Task<Integer> joins(int n) {
        return n == 0
                ? Task.now(0)
                : Task.now(n).map(v -> v + 1).start().flatMap(Fiber::joinOrFail).flatMap(v -> joins(n - 1));
    }

    private static Task<Integer> tree(int depth) {
        return depth == 0
                ? Task.now(1)
                : Task.defer(() -> tree(depth - 1)).zipPar(Task.defer(() -> tree(depth - 1)), Integer::sum);
    }

    private static Task<Integer> gathers() {
        List<Task<Integer>> tasks = new ArrayList<>(1000);
        for (int i = 0; i < 1000; i++) {
            int number = i;
            tasks.add(Task.now(number).map(v -> v + number));
        }
        return Task.gather(tasks).map(List::size);
    }

    private static Task<Integer> yields(int n) {
        return n == 0 ? Task.now(0) : Task.yieldNow().flatMap(x -> yields(n - 1));
    }

    /** Costs nothing to make, so that what is measured is the way of the error. */
    private static final class Stackless extends Error {
        private static final long serialVersionUID = 1;

        Stackless() {
            super("an error that is measured", null, false, false);
        }
    }
}
