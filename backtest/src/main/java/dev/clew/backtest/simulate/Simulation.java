package dev.clew.backtest.simulate;

import dev.clew.backtest.model.BacktestPerformanceSummary;
import dev.clew.backtest.sweep.Execution;
import dev.clew.backtest.sweep.ExecutionCounts;
import dev.clew.backtest.sweep.Progress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Months of simulated days under one execution. */
public final class Simulation {

    /**
     * What happened.
     *
     * @param days how many days
     * @param summary what they earned together
     * @param counts what the runtime did
     * @param wallNanos how long it took
     */
    public record Report(int days, BacktestPerformanceSummary summary, ExecutionCounts counts, long wallNanos) {}

    private final SimulatedBacktester backtester;
    private final int days;
    private final AtomicInteger done = new AtomicInteger();

    public Simulation(SimulatedBacktester backtester, int months) {
        this.backtester = backtester;
        this.days = Math.multiplyExact(months, SimulatedBacktester.DAYS_PER_MONTH);
    }

    public int days() {
        return days;
    }

    /** How many days have ended; may be read at any time. */
    public int done() {
        return done.get();
    }

    /** Runs all days. */
    public Report run(Execution execution, Progress progress) throws Exception {
        List<Integer> items = IntStream.range(0, days).boxed().toList();
        long begin = System.nanoTime();
        List<BacktestPerformanceSummary> summaries = execution.<Integer, BacktestPerformanceSummary>run(items, day -> {
            BacktestPerformanceSummary summary = backtester.runDay();
            done.incrementAndGet();
            progress.step();
            return summary;
        });
        long wallNanos = System.nanoTime() - begin;
        var total = BacktestPerformanceSummary.zero();
        for (BacktestPerformanceSummary summary : summaries) {
            total = total.merge(summary);
        }
        return new Report(summaries.size(), total, execution.counts(), wallNanos);
    }
}
