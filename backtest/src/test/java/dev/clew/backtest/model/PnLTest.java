package dev.clew.backtest.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Profits are exact decimals and merge in any order. */
class PnLTest {

    private static final long SEED = 20240102;

    private static PnL random(Random random) {
        return new PnL(BigDecimal.valueOf(random.nextInt(), random.nextInt(12)));
    }

    @Test
    void mergeHasZeroAndIsAssociativeAndCommutative() {
        var random = new Random(SEED);
        for (int i = 0; i < 1_000; i++) {
            PnL a = random(random);
            PnL b = random(random);
            PnL c = random(random);
            assertThat(a.merge(PnL.zero())).isEqualTo(a);
            assertThat(PnL.zero().merge(a)).isEqualTo(a);
            assertThat(a.merge(b)).isEqualTo(b.merge(a));
            assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
        }
    }

    @Test
    void theOrderOfMergingChangesNoDigit() {
        var random = new Random(SEED);
        List<PnL> days = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            days.add(random(random));
        }
        PnL inOrder = days.stream().reduce(PnL.zero(), PnL::merge);
        Collections.shuffle(days, random);
        assertThat(days.stream().reduce(PnL.zero(), PnL::merge)).isEqualTo(inOrder);
    }

    @Test
    void tenthsAreExact() {
        PnL tenth = new PnL(new BigDecimal("0.1"));
        assertThat(tenth.merge(tenth).merge(tenth)).isEqualTo(new PnL(new BigDecimal("0.3")));
    }

    @Test
    void equalNumbersAreEqualValues() {
        assertThat(new PnL(new BigDecimal("1.500"))).isEqualTo(new PnL(new BigDecimal("1.5")));
        assertThat(new PnL(new BigDecimal("0.00"))).isEqualTo(PnL.zero());
        assertThat(new PnL(new BigDecimal("100"))).isEqualTo(PnL.of(100)).hasToString("100");
    }

    @Test
    void summariesMergeAsTheirProfits() {
        var ten = new BacktestPerformanceSummary(PnL.of(10));
        assertThat(ten.merge(BacktestPerformanceSummary.zero())).isEqualTo(ten);
        assertThat(ten.merge(ten).pnl()).isEqualTo(PnL.of(20));
    }
}
