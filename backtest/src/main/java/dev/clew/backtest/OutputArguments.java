package dev.clew.backtest;

import dev.clew.backtest.report.TerminalProgress;
import dev.clew.backtest.strategy.UsageProblem;
import dev.clew.backtest.sweep.ExecutionMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how work is run and where the results go. */
final class OutputArguments {

    private static final int MOST_WORKERS = 1024;

    @Option(
            names = "--execution",
            paramLabel = "MODE",
            defaultValue = "adaptive",
            description = {
                "How independent pieces are run: sequential (a loop), gathered (tasks on one thread), forked (a fork for"
                        + " each), batched:N (a fork for N), adaptive (split as workers become free). The results are"
                        + " the same in each. Default: ${DEFAULT-VALUE}."
            })
    String execution = "adaptive";

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads that compute. Default: the number of processors.")
    @Nullable
    Integer workers;

    @Option(names = "--out", paramLabel = "FILE.html", description = "Write a report with charts, all in one file.")
    @Nullable
    Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "Write everything that happened as JSON.")
    @Nullable
    Path json;

    @Option(
            names = "--progress",
            paramLabel = "auto|always|never",
            defaultValue = "auto",
            description = "Show a progress bar; auto does on a terminal. Default: ${DEFAULT-VALUE}.")
    String progress = "auto";

    ExecutionMode mode() {
        return ExecutionMode.parse(execution);
    }

    int workers() {
        int number = workers == null ? Runtime.getRuntime().availableProcessors() : workers;
        if (number < 1 || number > MOST_WORKERS) {
            throw new UsageProblem("--workers must lie between 1 and " + MOST_WORKERS + ", but is " + number);
        }
        return number;
    }

    boolean showProgress() {
        return switch (progress) {
            case "auto" -> TerminalProgress.onTerminal();
            case "always" -> true;
            case "never" -> false;
            default -> throw new UsageProblem("--progress must be auto, always or never, but is \"" + progress + "\"");
        };
    }

    /** Finds out before a long run that its results could not be written. */
    void checkWritable() throws IOException {
        checkWritable("--out", html);
        checkWritable("--json", json);
    }

    private static void checkWritable(String option, @Nullable Path file) throws IOException {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new IOException(option + " " + file + ": a directory, where a file is needed");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException(option + " " + file + ": there is no folder " + folder + "; make it first");
        }
        if (Files.exists(file) ? !Files.isWritable(file) : !Files.isWritable(folder)) {
            throw new IOException(option + " " + file + ": may not be written");
        }
    }
}
