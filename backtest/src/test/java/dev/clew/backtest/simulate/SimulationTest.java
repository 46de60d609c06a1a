package dev.clew.backtest.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.backtest.model.DecisionDelayMillis;
import dev.clew.backtest.model.PnL;
import dev.clew.backtest.sweep.Execution;
import dev.clew.backtest.sweep.ExecutionMode;
import dev.clew.backtest.sweep.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 24 months of simulated days: what each execution forks. */
@Timeout(120)
class SimulationTest {

    private static Simulation.Report run(String mode, int months) throws Exception {
        var simulation = new Simulation(new SimulatedBacktester(new DecisionDelayMillis(1)), months);
        try (var execution = new Execution(ExecutionMode.parse(mode), 2)) {
            Simulation.Report report = simulation.run(execution, Progress.NONE);
            assertThat(simulation.done()).isEqualTo(simulation.days());
            return report;
        }
    }

    @ParameterizedTest
    @CsvSource({"sequential, 0", "gathered, 0", "forked, 720", "batched:30, 24", "adaptive, 0"})
    void forksOf720Days(String mode, long forks) throws Exception {
        Simulation.Report report = run(mode, 24);
        assertThat(report.days()).isEqualTo(720);
        assertThat(report.summary().pnl()).isEqualTo(PnL.of(7_200));
        assertThat(report.counts().forks()).isEqualTo(forks);
    }

    @ParameterizedTest
    @CsvSource({"sequential", "gathered"})
    void withoutConcurrencyNothingIsStolen(String mode) throws Exception {
        assertThat(run(mode, 1).counts().branchesStolen()).isZero();
    }

    @Test
    void adaptiveWorkIsStolen() throws Exception {
        Simulation.Report report = run("adaptive", 24);
        assertThat(report.counts().branchesStolen()).isPositive();
        assertThat(report.counts().branchesStolen()).isLessThan(report.days());
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "12, 12", "24, 24"})
    void batchesOfAMonth(int months, long forks) throws Exception {
        assertThat(run("batched:30", months).counts().forks()).isEqualTo(forks);
    }
}
