package dev.clew.backtest.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which combinations are tried, and which are errors. */
class ParameterGridTest {

    private static List<ParameterGrid> grids(String strategies, String... params) {
        return ParameterGrid.of(
                Strategies.named(List.of(strategies.split(","))),
                Arrays.stream(params).map(ParameterRange::parse).toList());
    }

    private static void refused(String message, String strategies, String... params) {
        assertThatThrownBy(() -> grids(strategies, params))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContaining(message);
    }

    @Test
    void allCombinationsTheLastParameterFastest() {
        ParameterGrid grid = grids("sma", "fast=1,2", "slow=10,20").get(0);
        assertThat(grid.combinations())
                .extracting(ParameterValues::toString)
                .containsExactly("fast=1 slow=10", "fast=1 slow=20", "fast=2 slow=10", "fast=2 slow=20");
    }

    @Test
    void combinationsThatMakeNoSenseAreLeftOutAndCounted() {
        ParameterGrid grid = grids("sma", "fast=5..25:10", "slow=10,20").get(0);
        assertThat(grid.combinations())
                .extracting(ParameterValues::toString)
                .containsExactly("fast=5 slow=10", "fast=5 slow=20", "fast=15 slow=20");
        assertThat(grid.leftOut()).isEqualTo(3);
    }

    @Test
    void parametersNotGivenKeepTheirDefaults() {
        ParameterGrid grid = grids("bollinger", "period=30").get(0);
        assertThat(grid.combinations()).singleElement().hasToString("period=30 width=2");
        assertThat(grid.builtIn()).isFalse();
    }

    @Test
    void withoutAnyParameterTheBuiltInRangesAreTried() {
        for (ParameterGrid grid : grids("all")) {
            assertThat(grid.builtIn()).isTrue();
            assertThat(grid.combinations()).hasSizeGreaterThan(50);
        }
    }

    @Test
    void aNameMeansEveryStrategyThatHasItUnlessOneIsNamed() {
        assertThat(grids("rsi2,bollinger", "period=3,4"))
                .allSatisfy(grid -> assertThat(grid.combinations()).hasSize(2));
        List<ParameterGrid> one = grids("rsi2,bollinger", "rsi2.period=3,4,5");
        assertThat(one.get(0).combinations()).hasSize(3);
        assertThat(one.get(1).combinations()).hasSize(1);
    }

    @Test
    void errors() {
        refused("unknown strategy \"macd\"; there is sma, rsi2, bollinger, orb, and all", "macd");
        refused("unknown parameter \"speed\"; there is sma.fast, sma.slow", "sma", "speed=5");
        refused("strategy orb is not among those run", "sma", "orb.range=5");
        refused("fast must be less than slow, but 50 is not less than 20", "sma", "fast=50", "slow=20");
        refused("and so in all 2 combinations", "sma", "fast=50", "slow=20,50");
        refused("parameter fast of strategy sma must be a whole number, but is 2.5", "sma", "fast=2.5");
        refused("must lie between 1 and 10000, but is 0", "sma", "fast=0");
        refused("must lie between 0 and 100, but is 101", "rsi2", "lower=101");
        refused("parameter fast of strategy sma is given twice", "sma", "fast=5", "fast=6");
        refused("more than 5000000 combinations", "rsi2", "period=2..1000", "exit=1..1000", "trend=1..1000");
    }
}
