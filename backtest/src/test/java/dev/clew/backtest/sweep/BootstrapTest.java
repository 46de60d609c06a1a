package dev.clew.backtest.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.backtest.model.PnL;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interval depends on the days and the seed, and on nothing else. */
@Timeout(60)
class BootstrapTest {

    private static final List<PnL> DAYS = days();

    private static List<PnL> days() {
        var random = new Random(42);
        return IntStream.range(0, 60)
                .mapToObj(day -> new PnL(BigDecimal.valueOf(random.nextInt(2_000_001) - 900_000, 7)))
                .toList();
    }

    private static Bootstrap.Interval interval(String mode, int workers, long seed) throws Exception {
        try (var execution = new Execution(ExecutionMode.parse(mode), workers)) {
            return new Bootstrap(2_000, seed, 95).interval(DAYS, execution, Progress.NONE);
        }
    }

    @ParameterizedTest
    @CsvSource({"gathered, 1", "forked, 2", "batched:30, 3", "adaptive, 1", "adaptive, 2", "adaptive, 5"})
    void isTheSameToTheLastDigitInEveryExecution(String mode, int workers) throws Exception {
        assertThat(interval(mode, workers, 7)).isEqualTo(interval("sequential", 1, 7));
    }

    @Test
    void anotherSeedGivesAnotherInterval() throws Exception {
        assertThat(interval("sequential", 1, 7)).isNotEqualTo(interval("sequential", 1, 8));
    }

    @Test
    void theFirstResamplesOfALongerRunAreThoseOfAShorter() {
        var shorter = new Bootstrap(10, 7, 95);
        var longer = new Bootstrap(1_000, 7, 95);
        for (int i = 0; i < 10; i++) {
            assertThat(longer.resample(DAYS, i)).isEqualTo(shorter.resample(DAYS, i));
        }
    }

    @Test
    void resamplesDiffer() {
        var bootstrap = new Bootstrap(1_000, 7, 95);
        assertThat(IntStream.range(0, 1_000)
                        .mapToObj(i -> bootstrap.resample(DAYS, i))
                        .distinct()
                        .count())
                .isGreaterThan(950);
    }

    @Test
    void surroundsTheTotalOfTheDays() throws Exception {
        PnL total = DAYS.stream().reduce(PnL.zero(), PnL::merge);
        Bootstrap.Interval interval = interval("sequential", 1, 1);
        assertThat(interval.low()).isLessThan(total);
        assertThat(interval.high()).isGreaterThan(total);
        assertThat(interval.median()).isBetween(interval.low(), interval.high());
        assertThat(interval.lossPart()).isBetween(0.0, 1.0);
    }

    @Test
    void percentilesAreTheNearestRank() {
        List<PnL> sorted = IntStream.rangeClosed(1, 10).mapToObj(PnL::of).toList();
        assertThat(Bootstrap.percentile(sorted, 0.025)).isEqualTo(PnL.of(1));
        assertThat(Bootstrap.percentile(sorted, 0.5)).isEqualTo(PnL.of(5));
        assertThat(Bootstrap.percentile(sorted, 0.91)).isEqualTo(PnL.of(10));
        assertThat(Bootstrap.percentile(sorted, 0)).isEqualTo(PnL.of(1));
        assertThat(Bootstrap.percentile(sorted, 1)).isEqualTo(PnL.of(10));
    }
}
