package dev.clew.backtest.report;

import dev.clew.backtest.sweep.Progress;
import java.io.Console;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.time.temporal.ChronoUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar with rate and time left, on the error stream of a terminal. */
public final class TerminalProgress implements Progress, AutoCloseable {

    private final ProgressBar bar;

    public TerminalProgress(String task, String unit, long pieces, PrintStream terminal) {
        bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(pieces)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .setUnit(unit, 1)
                .showSpeed(new java.text.DecimalFormat("#,##0"))
                .setSpeedUnit(ChronoUnit.SECONDS)
                .setConsumer(new ConsoleProgressBarConsumer(terminal, 100))
                .build();
    }

    /** Whether somebody looks on: neither input nor output is a pipe or a file. */
    @SuppressWarnings("SystemConsoleNull") // null on 21, and asked whether it is a terminal from 22 on
    public static boolean onTerminal() {
        Console console = System.console();
        if (console == null || "dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException before22) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException unknown) {
            return false;
        }
    }

    @Override
    public void step() {
        bar.step();
    }

    @Override
    public void close() {
        bar.close();
    }
}
