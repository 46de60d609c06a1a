package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
                    + " it allocates. Without --only or --quick everything is measured, which takes hours: --resume and"
                    + " --minutes part it into several sittings.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  clew bench --quick --html page.html            the main scenarios, as a page",
            "  clew bench --only fib/30 --forks 10            one case, well enough for a claim",
            "  clew bench --only queues --peers clew,zio      two of the competitors",
            "  clew bench --full --json all.json              everything, with every figure in a file",
            "  clew bench --resume all.json --minutes 60      the next hour of it; again, until all is measured",
            "  clew bench --compare before.json after.json    what became slower between two files",
            "  clew bench --from all.json --html page.html    the page of a file; measures nothing",
            "",
            "A measured JVM gets the options of CLEW_JAVA_OPTS too: CLEW_JAVA_OPTS=-XX:+UseZGC measures with ZGC.",
            "Progress and warnings go to standard error, tables to standard output."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all was measured", "1:a benchmark or the writing of a file failed", "2:wrong usage"})
final class BenchApp implements Callable<Integer> {
    private static final int FULL_FORKS = 5;
    private static final int MOST_FORKS = 1000;
    private static final int MOST_MILLIS = 60_000;
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

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "PEER",
            description = "only these competitors: clew, zio, cats and so on; several are parted by commas")
    private List<String> peers = new ArrayList<>();

    @Option(names = "--list", description = "show the scenarios and their cases, and measure nothing")
    private boolean list;

    @Option(
            names = "--quick",
            description = "one JVM for each competitor and short iterations, and without --only the main cases alone:"
                    + " less than ten minutes; shows sizes, proves nothing")
    private boolean quick;

    @Option(names = "--full", description = "everything, in " + FULL_FORKS + " JVMs for each competitor (the default)")
    private boolean full;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "JVMs for each competitor (default: " + FULL_FORKS + ", or 1 with --quick)")
    private @Nullable Integer forks;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description =
                    "heap of a measured JVM, fixed and touched in advance (default: 2g, or 1g with --quick); a case"
                            + " that needs more gets more")
    private @Nullable String heap;

    @Option(
            names = "--millis",
            paramLabel = "N",
            description = "length of a measured iteration (default: 300, or 200 with --quick)")
    private @Nullable Integer millis;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "write machine, settings and all figures there, after each case")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "write a page with tables and charts there, after each case")
    private @Nullable Path html;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "go on with the run in this file of --json: what it has is not measured again, the rest is added"
                            + " to it; a file that is not there yet is begun")
    private @Nullable Path resume;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "begin no JVM any more after so many minutes; --resume goes on where it ended")
    private @Nullable Integer minutes;

    @Option(names = "--from", paramLabel = "FILE", description = "measure nothing: make --html of this file of --json")
    private @Nullable Path from;

    @Option(
            names = "--compare",
            arity = "2",
            paramLabel = "FILE",
            description =
                    "measure nothing: compare two files of --json; exit code 1 where Clew became slower for certain")
    private List<Path> compare = new ArrayList<>();

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
        checkTogether();
        if (!compare.isEmpty()) {
            return new Comparison(
                                            read(compare.get(0)),
                                            read(compare.get(1)),
                                            spec.commandLine().getOut())
                                    .print()
                            == 0
                    ? 0
                    : 1;
        }
        checkTarget("--json", json);
        checkTarget("--html", html);
        checkTarget("--resume", resume);
        if (from != null) {
            return page(read(from));
        }
        List<Scenario> scenarios = picked();
        if (list) {
            print(scenarios);
            return 0;
        }
        return measure(scenarios, settings());
    }

    private void checkTogether() {
        if (quick && full) {
            throw usage("--quick and --full exclude each other; leave one out");
        }
        if (compare.size() > 2) {
            throw usage("--compare takes two files, the one before and the one after, not " + compare.size());
        }
        if (from != null && html == null) {
            throw usage("--from makes a page of a file, and --html says where to; add --html page.html");
        }
        if (resume != null && json != null) {
            throw usage("--resume writes to the file that it goes on with; leave --json out");
        }
        if (minutes != null && minutes < 1) {
            throw usage("--minutes is how long a sitting lasts, 1 or more, not " + minutes + "; leave it out for all");
        }
        if (millis != null && (millis < 1 || millis > MOST_MILLIS)) {
            throw usage("--millis is the length of an iteration, between 1 and " + MOST_MILLIS + ", not " + millis);
        }
    }

    private Stored read(Path file) {
        if (!Files.exists(file)) {
            throw usage("a file of --json is needed, but there is no " + file + "; name one that --json has written");
        }
        try {
            return Stored.read(file);
        } catch (IOException e) {
            throw usage("a file of --json is needed, but " + file + " is none: " + e.getMessage());
        }
    }

    private int page(Stored run) {
        if (html == null) {
            return 0;
        }
        try {
            HtmlReport.write(run, html);
            return 0;
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .println("clew bench: the page goes to " + html + ", but writing there failed: " + e);
            return 1;
        }
    }

    private List<Scenario> picked() {
        try {
            List<Scenario> scenarios =
                    !only.isEmpty() ? Scenarios.named(only) : quick ? Scenarios.main(Scenarios.ALL) : Scenarios.ALL;
            List<Scenario> left = Scenarios.of(scenarios, wanted());
            if (left.isEmpty()) {
                throw usage("--peers leaves nothing to measure: none of " + String.join(", ", peers)
                        + " competes in what is picked; name another peer, or pick other scenarios");
            }
            return left;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private Set<Peer> wanted() {
        return peers.isEmpty()
                ? EnumSet.allOf(Peer.class)
                : peers.stream().map(Peer::of).collect(Collectors.toCollection(() -> EnumSet.noneOf(Peer.class)));
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
        String size = heap != null ? heap : quick ? "1g" : "2g";
        checkHeap(size);
        Settings settings = quick ? Settings.quick(count, size) : Settings.full(count, size);
        return millis == null ? settings : settings.iterationsOf(millis);
    }

    private void checkHeap(String heap) {
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
    }

    /** Before hours of measuring, not after. */
    private void checkTarget(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw usage(option + " names a file to write, but " + file + " is a folder; name a file in it");
        }
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw usage(option + " names a file in a folder that can be written to, but " + folder
                    + " is none; make that folder, or name another file");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int measure(List<Scenario> picked, Settings settings) {
        Outside outside = Outside.here(wanted(), settings.jvmArguments());
        List<Scenario> scenarios = Scenarios.of(
                picked,
                Arrays.stream(Peer.values())
                        .filter(peer -> wanted().contains(peer) && outside.has(peer))
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Peer.class))));
        Stored run = begun(settings, outside);
        Rounds rounds = new Rounds(settings, scenarios, run);
        PrintWriter err = spec.commandLine().getErr();
        warn(err, rounds.left());
        TextReport text = new TextReport(spec.commandLine().getOut());
        text.begin(run);
        Progress progress = new Progress(rounds::left, line -> err.println("clew bench: " + line));
        Duration lasts = minutes == null ? Duration.ofDays(365) : Duration.ofMinutes(minutes);
        boolean saved = rounds.measure(
                new Interleaver(settings, new JmhTurn(settings, verbose, outside), progress),
                new CurrentSitting(String.join(" ", command()), lasts, progress),
                this::save,
                text);
        Progress.Left left = rounds.left();
        if (left.turns() > 0) {
            err.printf(
                    "clew bench: %d JVMs are left, about %s; --resume goes on%n",
                    left.turns(), Progress.words(left.millis()));
        }
        boolean ended = scenarios.stream()
                .flatMap(scenario -> scenario.cases().stream())
                .map(work -> complain(err, rounds.rows(work)))
                .reduce(true, Boolean::logicalAnd);
        return saved && ended ? 0 : 1;
    }

    /** The run without its figures, or with those of the file that is gone on with. */
    private Stored begun(Settings settings, Outside outside) {
        Map<String, String> versions = new LinkedHashMap<>(Versions.all());
        versions.putAll(outside.versions());
        Stored run = new Stored(
                Instant.now().toString(),
                command(),
                Machine.here(),
                settings,
                settings.jvmArguments(),
                0.95,
                versions,
                outside.notes(),
                List.of(),
                List.of());
        if (resume == null || !Files.exists(resume)) {
            return run;
        }
        Stored kept = read(resume);
        Optional<String> difference = kept.differenceFrom(run);
        if (difference.isPresent()) {
            throw usage(
                    "--resume adds figures to those of the same machine, settings and versions, but " + difference.get()
                            + "; name another file, or start it as that one was: " + String.join(" ", kept.command()));
        }
        return kept.goneOnWith(run);
    }

    /**
     * A peer that passes its time limit is a result; anything else that fails, and Clew that does not finish, is an error.
     *
     * @return whether there is none
     */
    private static boolean complain(PrintWriter err, List<Row> rows) {
        boolean ended = true;
        for (Row row : rows) {
            if (row.failure() != null && (!row.overTime() || row.competitor().peer() == Peer.CLEW)) {
                err.println("clew bench: " + row.competitor().name() + ": " + row.failure());
                ended = false;
            }
        }
        return ended;
    }

    /** Whether the file and the page, where they are wanted, could be written. */
    private boolean save(Stored run) {
        Path file = resume != null ? resume : json;
        if (file != null) {
            try {
                run.write(file);
            } catch (IOException e) {
                spec.commandLine()
                        .getErr()
                        .println("clew bench: every case's figures go to " + file + ", but writing there failed: " + e);
                return false;
            }
        }
        return page(run) == 0;
    }

    /** How to repeat the run. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("./clew", "bench"));
        command.addAll(spec.commandLine().getParseResult().originalArgs());
        return command;
    }

    private static void warn(PrintWriter err, Progress.Left left) {
        err.printf(
                "clew bench: %d JVMs, about %s; Ctrl-C ends it, and what is in a file or printed stays%n",
                left.turns(), Progress.words(left.millis()));
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
