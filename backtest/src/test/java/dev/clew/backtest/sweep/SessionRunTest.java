package dev.clew.backtest.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.clew.backtest.data.CsvFile;
import dev.clew.backtest.data.DataLoader;
import dev.clew.backtest.data.DataOptions;
import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.data.Session;
import dev.clew.backtest.model.PnL;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.strategy.ParameterRange;
import dev.clew.backtest.strategy.Strategies;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ta4j.core.BaseTradingRecord;
import org.ta4j.core.Position;
import org.ta4j.core.analysis.CumulativePnL;
import org.ta4j.core.criteria.drawdown.MaximumAbsoluteDrawdownCriterion;
import org.ta4j.core.criteria.pnl.NetProfitLossCriterion;

/** What one evaluation does, and that its figures are ta4j's. */
class SessionRunTest {

    @TempDir
    Path folder;

    private static Configuration configuration(Instrument instrument, String strategy, String... params) {
        ParameterGrid grid = ParameterGrid.of(
                        Strategies.named(List.of(strategy)),
                        Arrays.stream(params).map(ParameterRange::parse).toList())
                .get(0);
        return new Configuration(0, grid.strategy(), grid.combinations().get(0), instrument);
    }

    /** Five-minute bars that open at the given prices and close at the next one's open. */
    private Instrument bars(String... opens) {
        var csv = new StringBuilder("time,open,high,low,close\n");
        for (int i = 0; i + 1 < opens.length; i++) {
            csv.append(String.format(
                    "2024-01-02 %02d:%02d,%s,1000,0.1,%s%n", 9 + i / 12, i % 12 * 5, opens[i], opens[i + 1]));
        }
        return CsvFile.of(folder, "p.csv", csv.toString()).load(DataOptions.defaults());
    }

    @Test
    void aSignalIsFilledAtTheNextOpenAndTheLastPositionAtTheLastClose() {
        Instrument instrument = bars("10", "9", "8", "9", "12.3", "13", "13.7");
        Session session = instrument.sessions().get(0);
        SessionRun run = SessionRun.of(configuration(instrument, "sma", "fast=1", "slow=2"), session, BigDecimal.ZERO);
        ClosedPosition position = run.positions().get(0);
        assertThat(run.positions()).hasSize(1);
        assertThat(position.buyPrice()).isEqualByComparingTo("9");
        assertThat(position.sellPrice()).isEqualByComparingTo("13.7");
        assertThat(run.summary().pnl()).isEqualTo(new PnL(new BigDecimal("4.7")));
        assertThat(run.result().positions()).isEqualTo(1);
        assertThat(run.result().winners()).isEqualTo(1);
    }

    @Test
    void feesAreExactPartsOfBothPrices() {
        Instrument instrument = bars("10", "9", "8", "9", "12.3", "13", "13.7");
        SessionRun run = SessionRun.of(
                configuration(instrument, "sma", "fast=1", "slow=2"),
                instrument.sessions().get(0),
                new BigDecimal("0.001"));
        assertThat(run.summary().pnl()).isEqualTo(new PnL(new BigDecimal("4.6773")));
    }

    @Test
    void noPositionIsCarriedIntoTheNextDay() {
        for (Instrument instrument :
                new DataLoader(DataOptions.defaults()).load(List.of("bundled:btc", "bundled:eth"))) {
            for (Session session : instrument.sessions()) {
                SessionRun run = SessionRun.of(configuration(instrument, "bollinger"), session, BigDecimal.ZERO);
                assertThat(session.days()).hasSize(1);
                assertThat(run.positions()).allSatisfy(position -> {
                    assertThat(position.entry()).isPositive();
                    assertThat(position.exit()).isLessThan(session.bars());
                });
            }
        }
    }

    @Test
    void profitsWinnersDaysCurveAndDrawdownAgreeWithTa4j() {
        BigDecimal fee = new BigDecimal("0.002");
        List<Instrument> instruments = new ArrayList<>(new DataLoader(DataOptions.defaults()).loadDefault());
        instruments.addAll(new DataLoader(DataOptions.defaults().withOvernight(true)).load(List.of("bundled:eth")));
        for (Instrument instrument : instruments) {
            for (String strategy : List.of("sma", "rsi2", "bollinger", "orb")) {
                if (strategy.equals("orb") && instrument.daily()) {
                    continue;
                }
                Configuration configuration = configuration(instrument, strategy);
                for (Session session : instrument.sessions()) {
                    agrees(SessionRun.of(configuration, session, fee));
                }
            }
        }
    }

    private static void agrees(SessionRun run) {
        if (run.positions().isEmpty()) {
            assertThat(run.summary().pnl()).isEqualTo(PnL.zero());
            return;
        }
        var series = run.session().series();
        List<Position> traded = run.tradedPositions();
        var record = new BaseTradingRecord(
                traded.get(0).getTransactionCostModel(),
                traded.get(0).getHoldingCostModel(),
                traded.stream()
                        .flatMap(position -> java.util.stream.Stream.of(position.getEntry(), position.getExit()))
                        .toArray(org.ta4j.core.Trade[]::new));
        assertThat(run.summary().pnl().amount().doubleValue())
                .isCloseTo(
                        new NetProfitLossCriterion().calculate(series, record).doubleValue(), within(1e-6));
        assertThat(run.result().winners()).isEqualTo((int) run.positions().stream()
                .filter(position -> position.pnl().compareTo(PnL.zero()) > 0)
                .count());
        assertThat(DailyPnl.of(run).stream().reduce(PnL.zero(), PnL::merge))
                .isEqualTo(run.summary().pnl());
        EquityCurve curve = EquityCurve.of(List.of(run));
        var whole = new CumulativePnL(series, record);
        for (int bar = 0; bar < series.getBarCount(); bar++) {
            assertThat(curve.getValue(bar).doubleValue())
                    .as("equity at bar %s", bar)
                    .isCloseTo(whole.getValue(bar).doubleValue(), within(1e-6));
        }
        assertThat(org.ta4j.core.criteria.drawdown.Drawdown.amount(curve.getBarSeries(), null, curve, false)
                        .doubleValue())
                .isCloseTo(
                        new MaximumAbsoluteDrawdownCriterion()
                                .calculate(series, record)
                                .doubleValue(),
                        within(1e-6));
    }
}
