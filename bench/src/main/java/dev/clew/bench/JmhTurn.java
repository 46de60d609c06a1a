package dev.clew.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A turn by JMH, in a JVM that it starts; those who compete outside it have their own way. */
final class JmhTurn implements Turn {
    private static final String CLASS_PATH = "java.class.path";

    private final Settings settings;
    private final boolean verbose;
    private final Outside outside;

    JmhTurn(Settings settings, boolean verbose, Outside outside) {
        this.settings = settings;
        this.verbose = verbose;
        this.outside = outside;
    }

    @Override
    public ForkResult run(Case work, Competitor competitor) throws BenchmarkFailure {
        if (competitor.peer().outside()) {
            return outside.run(work, competitor, settings);
        }
        return competitor.counting() || settings.sameJvm() ? once(work, competitor) : uncounted(work, competitor);
    }

    /** JMH gives its JVMs the class path that this one says it has. */
    private ForkResult uncounted(Case work, Competitor competitor) throws BenchmarkFailure {
        String before = System.getProperty(CLASS_PATH);
        try {
            System.setProperty(CLASS_PATH, Uncounted.classPath(before));
            return once(work, competitor);
        } catch (IOException e) {
            throw new BenchmarkFailure(
                    "a JVM that does not count needs a class of its own, for " + competitor.name() + " of " + work.id()
                            + ", and has none: " + e.getMessage(),
                    e);
        } finally {
            System.setProperty(CLASS_PATH, before);
        }
    }

    private ForkResult once(Case work, Competitor competitor) throws BenchmarkFailure {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        PrintStream log = verbose ? System.err : new PrintStream(kept, true, StandardCharsets.UTF_8);
        try {
            Runner runner = new Runner(
                    options(work, competitor).build(),
                    OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL));
            Collection<RunResult> results = runner.run();
            if (results.size() != 1) {
                throw new BenchmarkFailure(
                        work.type().getSimpleName() + "." + competitor.method() + " with " + work.parameters()
                                + " must be one benchmark, but JMH ran " + results.size()
                                + "; the catalogue of scenarios does not fit the class",
                        null);
            }
            return result(results.iterator().next());
        } catch (RunnerException e) {
            String text = kept.toString(StandardCharsets.UTF_8).strip();
            throw new BenchmarkFailure(
                    "a competitor is given up when its benchmark fails, and " + competitor.name() + " of " + work.id()
                            + " did: " + cause(text).orElse(String.valueOf(e.getMessage())),
                    e,
                    text);
        }
    }

    /** The line that names the exception, in what JMH printed. */
    private static Optional<String> cause(String log) {
        return log.lines()
                .dropWhile(line -> !line.contains("<failure>"))
                .skip(1)
                .filter(line -> !line.isBlank())
                .findFirst();
    }

    private ChainedOptionsBuilder options(Case work, Competitor competitor) {
        boolean single = work.singleShot();
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(work.type().getName() + "." + competitor.method()) + "$")
                .mode(single ? Mode.SingleShotTime : Mode.AverageTime)
                .timeUnit(work.unit())
                .warmupIterations(single ? settings.warmupShots(work) : settings.warmups())
                .measurementIterations(single ? settings.shots() : settings.iterations())
                .warmupTime(TimeValue.milliseconds(settings.warmupMillis()))
                .measurementTime(TimeValue.milliseconds(settings.millis()))
                .forks(settings.sameJvm() ? 0 : 1)
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class);
        if (!settings.sameJvm()) {
            options.jvmArgsAppend(settings.jvmArguments(work.heapMegabytes()).toArray(String[]::new));
        }
        work.parameters().forEach(options::param);
        return options;
    }

    private static ForkResult result(RunResult run) {
        BenchmarkResult fork = run.getBenchmarkResults().iterator().next();
        List<Double> scores = new ArrayList<>();
        Map<String, Double> sums = new TreeMap<>();
        for (IterationResult iteration : fork.getIterationResults()) {
            scores.add(iteration.getPrimaryResult().getScore());
            iteration
                    .getSecondaryResults()
                    .forEach((label, secondary) -> sums.merge(label, secondary.getScore(), Double::sum));
        }
        double allocated = sums.getOrDefault("gc.alloc.rate.norm", Double.NaN) / scores.size();
        double collections = sums.getOrDefault("gc.count", 0.0);
        sums.keySet().removeIf(key -> key.startsWith("gc."));
        double operations = sums.getOrDefault("operations", 0.0);
        sums.remove("operations");
        sums.replaceAll((key, sum) -> sum / Math.max(1, operations));
        double mean = fork.getPrimaryResult().getScore();
        return new ForkResult(mean, List.copyOf(scores), allocated, collections, sums);
    }
}
