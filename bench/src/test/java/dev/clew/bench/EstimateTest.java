package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static ForkResult jvm(double... iterations) {
        double mean = DoubleStream.of(iterations).average().orElseThrow();
        return new ForkResult(mean, DoubleStream.of(iterations).boxed().toList(), 0, 0, Map.of());
    }

    @Test
    void severalJvmsCountAsOneFigureEach() {
        Estimate estimate = Estimate.of(List.of(jvm(1, 3), jvm(4, 4), jvm(5, 7)));
        assertThat(estimate.mean()).isEqualTo(4);
        // Student's t for 2 degrees of freedom and 95 % is 4.303; the means 2, 4, 6 have a standard error of 2 ÷ √3
        assertThat(estimate.error()).isCloseTo(4.303 * 2 / Math.sqrt(3), within(0.01));
    }

    @Test
    void theIterationsOfTheOnlyJvmCountByThemselves() {
        assertThat(Estimate.of(List.of(jvm(2, 4, 6))).error()).isCloseTo(4.303 * 2 / Math.sqrt(3), within(0.01));
    }

    @Test
    void fewerThanThreeFiguresHaveNoError() {
        assertThat(Estimate.of(List.of(jvm(2))).error()).isNaN();
        assertThat(Estimate.of(List.of(jvm(2), jvm(3))).error()).isNaN();
    }

    @Test
    void aRatioIsTakenPairByPairSoThatASlowerMachineFallsOut() {
        Estimate.Ratio ratio =
                Estimate.ratio(List.of(jvm(20), jvm(200), jvm(2000)), List.of(jvm(10), jvm(100), jvm(1000)));
        assertThat(ratio.mean()).isCloseTo(2, within(1e-9));
        assertThat(ratio.low()).isCloseTo(2, within(1e-9));
        assertThat(ratio.high()).isCloseTo(2, within(1e-9));
    }

    @Test
    void theBoundsOfARatioAreBoundsOfItsLogarithm() {
        Estimate.Ratio ratio = Estimate.ratio(List.of(jvm(1), jvm(1), jvm(8)), List.of(jvm(1), jvm(1), jvm(1)));
        assertThat(ratio.mean()).isCloseTo(2, within(1e-9));
        assertThat(ratio.low() * ratio.high()).isCloseTo(4, within(1e-6));
        assertThat(ratio.low()).isLessThan(2);
    }

    @Test
    void oneJvmHasARatioWithoutBounds() {
        Estimate.Ratio ratio = Estimate.ratio(List.of(jvm(3)), List.of(jvm(2)));
        assertThat(ratio.mean()).isCloseTo(1.5, within(1e-9));
        assertThat(ratio.low()).isNaN();
    }
}
