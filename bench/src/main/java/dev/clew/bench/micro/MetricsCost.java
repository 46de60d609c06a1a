package dev.clew.bench.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What counting costs: each of the scheduling benchmarks in JVMs that count and in JVMs that do not, in turn, so that what
 * changes in the machine meanwhile meets both. Prints a table.
 *
 * <pre>
 * java -cp bench/target/clew-bench.jar dev.clew.bench.micro.MetricsCost [pairs of JVMs] [benchmark …]
 * </pre>
 *
 * <p>A JVM that does not count has another class {@code Counting} first on its class path, whose constant is false: the
 * compiler then leaves out all that is counted for metrics alone, and the looks at the clock around a park. What the scheduler
 * itself counts by stays.
 */
public final class MetricsCost {
    private static final String SWITCH = "dev.clew.internal.sched.Counting";

    private static final String OFF = """
            package dev.clew.internal.sched;

            final class Counting {
                static final boolean ON = off();

                private Counting() {}

                private static boolean off() {
                    return false;
                }
            }
            """;

    private static final List<String> BENCHMARKS = List.of("runnables", "runnablesOnCommonPool", "outside", "fibers");
    private static final int PAIRS = 10;
    private static final double CONFIDENCE = 0.95;

    private MetricsCost() {}

    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : PAIRS;
        List<String> names = arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : BENCHMARKS;
        Path folder = Files.createTempDirectory("clew-uncounted");
        compileInto(folder);
        String counted = System.getProperty("java.class.path");
        String uncounted = folder + System.getProperty("path.separator") + counted;
        System.out.printf("%-24s %20s %20s %24s%n", "ms an operation", "counting", "not counting", "difference");
        for (String name : names) {
            List<Double> with = new ArrayList<>();
            List<Double> without = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                // The one that is first changes from pair to pair.
                if (i % 2 == 0) {
                    with.add(score(name, counted));
                    without.add(score(name, uncounted));
                } else {
                    without.add(score(name, uncounted));
                    with.add(score(name, counted));
                }
            }
            print(name, with, without);
        }
    }

    private static void compileInto(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("the class that does not count is compiled here, and this is no JDK: "
                    + System.getProperty("java.home") + "; start it with one");
        }
        Path source = Files.writeString(
                Files.createDirectories(folder.resolve("source")).resolve("Counting.java"), OFF);
        int exit = compiler.run(
                null, null, null, "-proc:none", "--release", "17", "-d", folder.toString(), source.toString());
        if (exit != 0) {
            throw new IllegalStateException(SWITCH + " could not be compiled; javac said why, above");
        }
    }

    /** JMH gives its JVMs the class path that this one says it has. */
    private static double score(String name, String classPath) throws RunnerException {
        String before = System.getProperty("java.class.path");
        System.setProperty("java.class.path", classPath);
        try {
            return new Runner(options(name).build())
                    .run()
                    .iterator()
                    .next()
                    .getPrimaryResult()
                    .getScore();
        } finally {
            System.setProperty("java.class.path", before);
        }
    }

    private static ChainedOptionsBuilder options(String name) {
        return new OptionsBuilder()
                .include("^" + Pattern.quote(Scheduling.class.getName() + "." + name) + "$")
                .param("pollutionMillis", "0")
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(6)
                .measurementTime(TimeValue.milliseconds(500))
                .forks(1)
                .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch")
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
    }

    private static void print(String name, List<Double> with, List<Double> without) {
        double[] percent = new double[with.size()];
        for (int i = 0; i < percent.length; i++) {
            percent[i] = 100 * (with.get(i) / without.get(i) - 1);
        }
        System.out.printf(
                "%-24s %20s %20s %24s%n", name, words(with), words(without), words(new ListStatistics(percent)) + " %");
    }

    private static String words(List<Double> figures) {
        return words(new ListStatistics(figures.stream().mapToDouble(d -> d).toArray()));
    }

    private static String words(ListStatistics figures) {
        return String.format(Locale.ROOT, "%.1f ± %.1f", figures.getMean(), figures.getMeanErrorAt(CONFIDENCE));
    }
}
