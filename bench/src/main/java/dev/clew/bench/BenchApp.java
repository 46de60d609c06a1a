package dev.clew.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the benchmarks. */
@Command(
        name = "clew bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 100,
        version = "clew bench 0.1.0-SNAPSHOT",
        description = {
            "Measures Clew, beside its peers where a scenario has them.",
            "",
            "Each competitor of a case runs in JVMs of its own, in turn with the others. The table has its time an"
                    + " operation, that time divided by the first competitor's (more than 1 is slower), and the bytes"
                    + " it allocates. Without --only everything is measured, which takes hours.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  clew bench --only fib --quick           see the size of things in a few minutes",
            "  clew bench --only fib/30 --forks 10     one case, well enough for a claim",
            "  clew bench --json all.json              everything, with every figure in a file",
            "",
            "A measured JVM gets the options of CLEW_JAVA_OPTS too: CLEW_JAVA_OPTS=-XX:+UseZGC measures with ZGC.",
            "Progress and warnings go to standard error, tables to standard output."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all was measured", "1:a benchmark or the writing of a file failed", "2:wrong usage"})
final class BenchApp implements Callable<Integer> {
    private static final int FULL_FORKS = 5;
    private static final int MOST_FORKS = 1000;
    private static final Pattern HEAP = Pattern.compile("(\\d{1,6})([mMgG])");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "measure this scenario (fib) or case (fib/30); several are parted by commas")
    private List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "show the scenarios and their cases, and measure nothing")
    private boolean list;

    @Option(
            names = "--quick",
            description = "one JVM for each competitor and short iterations: shows sizes, proves nothing")
    private boolean quick;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "JVMs for each competitor (default: " + FULL_FORKS + ", or 1 with --quick)")
    private @Nullable Integer forks;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "2g",
            description = "heap of a measured JVM, fixed and touched in advance (default: ${DEFAULT-VALUE})")
    private String heap = "2g";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "write machine, settings and all figures there, after each case")
    private @Nullable Path json;

    @Option(names = "--verbose", description = "show what JMH prints, on standard error")
    private boolean verbose;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new BenchApp());
        line.setParameterExceptionHandler((error, arguments) -> {
            PrintWriter err = error.getCommandLine().getErr();
            err.println("clew bench: " + error.getMessage());
            err.println("`clew bench --help` lists the options.");
            return error.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
        });
        return line;
    }

    @Override
    public Integer call() {
        List<Scenario> scenarios = picked();
        if (list) {
            print(scenarios);
            return 0;
        }
        Settings settings = settings();
        checkJson();
        return measure(scenarios, settings);
    }

    private List<Scenario> picked() {
        try {
            return only.isEmpty() ? Scenarios.ALL : Scenarios.named(only);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void print(List<Scenario> scenarios) {
        PrintWriter out = spec.commandLine().getOut();
        for (Scenario scenario : scenarios) {
            out.printf("%-32s %s%n", scenario.name(), scenario.purpose());
            for (Case work : scenario.cases()) {
                out.printf("  %-30s %s%n", work.id(), work.title());
            }
        }
        out.flush();
    }

    private Settings settings() {
        int count = forks != null ? forks : quick ? 1 : FULL_FORKS;
        if (count < 1 || count > MOST_FORKS) {
            throw usage("--forks is the number of JVMs for each competitor, between 1 and " + MOST_FORKS + ", not "
                    + count + "; leave it out for " + FULL_FORKS);
        }
        var size = HEAP.matcher(heap);
        if (!size.matches()) {
            throw usage("--heap is a whole number with m or g behind it, for instance 2g, not '" + heap + "'");
        }
        long mebibytes = Long.parseLong(size.group(1))
                * (size.group(2).toLowerCase(Locale.ROOT).equals("g") ? 1024 : 1);
        long machine = Machine.here().memory() >> 20;
        if (mebibytes < 64 || mebibytes > machine * 8 / 10) {
            throw usage("--heap is touched in advance, so it must fit: at least 64m and at most eight tenths of this"
                    + " machine's " + machine + "m, not " + heap + "; name another size with --heap");
        }
        return quick ? Settings.quick(count, heap) : Settings.full(count, heap);
    }

    /** Before hours of measuring, not after. */
    private void checkJson() {
        if (json == null) {
            return;
        }
        Path folder = json.toAbsolutePath().getParent();
        if (Files.isDirectory(json)) {
            throw usage("--json names a file to write, but " + json + " is a folder; name a file in it");
        }
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw usage("--json names a file in a folder that can be written to, but " + folder
                    + " is none; make that folder, or name another file");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int measure(List<Scenario> scenarios, Settings settings) {
        PrintWriter err = spec.commandLine().getErr();
        warn(err, scenarios, settings);
        Machine machine = Machine.here();
        Instant date = Instant.now();
        TextReport text = new TextReport(spec.commandLine().getOut());
        JsonReport file = json == null ? null : new JsonReport(json, machine, settings, date);
        Interleaver interleaver = new Interleaver(settings, verbose, err::println);
        text.begin(machine, settings, date);
        int exit = 0;
        for (Scenario scenario : scenarios) {
            text.scenario(scenario);
            for (Case work : scenario.cases()) {
                try {
                    List<Row> rows = Row.of(interleaver.run(work));
                    text.rows(work, rows);
                    if (file != null) {
                        file.add(scenario, work, rows);
                    }
                } catch (BenchmarkFailure e) {
                    err.println("clew bench: " + e.getMessage());
                    exit = 1;
                } catch (IOException e) {
                    err.println("clew bench: every case's figures go to " + json + ", but writing there failed: " + e);
                    return 1;
                }
            }
        }
        return exit;
    }

    private static void warn(PrintWriter err, List<Scenario> scenarios, Settings settings) {
        err.printf(
                "clew bench: this takes about %d minutes; Ctrl-C ends it, and what is printed stays%n",
                Math.max(1, settings.seconds(scenarios) / 60));
        double load = Machine.load();
        int processors = Runtime.getRuntime().availableProcessors();
        if (load > processors * 0.5) {
            err.printf(
                    Locale.ROOT,
                    "clew bench: the machine is busy (load %.1f on %d processors), so the figures will be too high and will"
                            + " scatter; end the other programs and start again%n",
                    load,
                    processors);
        }
        err.flush();
    }
}
