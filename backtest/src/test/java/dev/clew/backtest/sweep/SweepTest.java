package dev.clew.backtest.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.backtest.data.DataLoader;
import dev.clew.backtest.data.DataOptions;
import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.data.Session;
import dev.clew.backtest.model.BacktestPerformanceSummary;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.strategy.ParameterRange;
import dev.clew.backtest.strategy.Strategies;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sweep in parallel equals ta4j run in a loop, exactly, for every configuration. */
@Timeout(120)
class SweepTest {

    private static final BigDecimal FEE = new BigDecimal("0.0005");
    private static List<Instrument> bundled = List.of();
    private static List<BacktestPerformanceSummary> reference = List.of();

    private static Sweep sweep(String strategies, BigDecimal fee, String... params) {
        List<ParameterGrid> grids = ParameterGrid.of(
                Strategies.named(List.of(strategies.split(","))),
                Arrays.stream(params).map(ParameterRange::parse).toList());
        return new Sweep(grids, bundled, fee);
    }

    @BeforeAll
    static void runEveryConfigurationInALoop() {
        bundled = new DataLoader(DataOptions.defaults()).loadDefault();
        List<BacktestPerformanceSummary> sums = new ArrayList<>();
        for (Configuration configuration : sweep("all", FEE).configurations()) {
            var sum = BacktestPerformanceSummary.zero();
            for (Session session : configuration.instrument().sessions()) {
                sum = sum.merge(SessionRun.of(configuration, session, FEE).summary());
            }
            sums.add(sum);
        }
        reference = sums;
    }

    @ParameterizedTest
    @CsvSource({
        "sequential, 1",
        "gathered, 2",
        "forked, 2",
        "batched:30, 2",
        "adaptive, 1",
        "adaptive, 2",
        "adaptive, 7"
    })
    void equalsTheReferenceInEveryExecution(String mode, int workers) throws Exception {
        Sweep sweep = sweep("all", FEE);
        var steps = new AtomicInteger();
        try (var execution = new Execution(ExecutionMode.parse(mode), workers)) {
            List<ConfigurationResult> results = sweep.run(execution, steps::incrementAndGet);
            assertThat(results).extracting(ConfigurationResult::summary).isEqualTo(reference);
            assertThat(results).extracting(ConfigurationResult::configuration).isEqualTo(sweep.configurations());
        }
        assertThat(steps.get()).isEqualTo(sweep.evaluations()).isEqualTo(sweep.done());
    }

    @Test
    void manyTradesAreMadeSoThatTheComparisonMeansSomething() {
        assertThat(reference).hasSizeGreaterThan(600);
        assertThat(reference.stream().distinct().count()).isGreaterThan(500);
    }

    @Test
    void tenThousandEvaluationsInOneRun() throws Exception {
        Sweep sweep = sweep("sma", BigDecimal.ZERO, "fast=2..40", "slow=42..200:4");
        assertThat(sweep.evaluations()).isEqualTo(39 * 40 * 8);
        try (var execution = new Execution(ExecutionMode.parse("adaptive"), 2)) {
            assertThat(sweep.run(execution, Progress.NONE)).hasSize(39 * 40 * 2);
            assertThat(execution.counts().branchesStolen()).isPositive();
            assertThat(execution.counts().forks()).isZero();
        }
    }

    @Test
    void aStrategyThatNeedsDaysIsLeftOutForDailyBars() {
        Sweep sweep = sweep("orb", BigDecimal.ZERO);
        assertThat(sweep.leftOut()).singleElement().asString().startsWith("orb is left out for AAPL");
        assertThat(sweep.configurations())
                .allSatisfy(configuration ->
                        assertThat(configuration.instrument().name()).isEqualTo("BTC/USD"));
    }

    @Test
    void configurationsThatAreNotCompleteAreNotReported() {
        Sweep sweep = sweep("all", BigDecimal.ZERO);
        assertThat(sweep.completed()).isEmpty();
        assertThat(sweep.done()).isZero();
    }

    @Test
    void theBestComesFirstAndTiesKeepTheirOrder() throws Exception {
        Sweep sweep = sweep("all", FEE);
        try (var execution = new Execution(ExecutionMode.parse("sequential"), 1)) {
            List<ConfigurationResult> best = sweep.run(execution, Progress.NONE).stream()
                    .sorted(ConfigurationResult.BEST_FIRST)
                    .toList();
            for (int i = 1; i < best.size(); i++) {
                int order = best.get(i - 1).pnl().compareTo(best.get(i).pnl());
                assertThat(order).isGreaterThanOrEqualTo(0);
                if (order == 0) {
                    assertThat(best.get(i - 1).configuration().index())
                            .isLessThan(best.get(i).configuration().index());
                }
            }
        }
    }
}
