package dev.clew.backtest.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the values of {@code --param} are written. */
class ParameterRangeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fast=5; 5",
                "fast=5,10,20; 5 10 20",
                "fast=5..8; 5 6 7 8",
                "fast=5..50:15; 5 20 35 50",
                "fast=5..52:15; 5 20 35 50",
                "fast=1,3..5,4,10..20:5; 1 3 4 5 10 15 20",
                "fast=0.5..2:0.5; 0.5 1 1.5 2",
                "fast=7..7; 7",
                "fast = 5 , 10; 5 10",
                "fast=1.50; 1.5",
                "fast=-2..0; -2 -1 0"
            })
    void valuesListsAndRanges(String text, String values) {
        ParameterRange range = ParameterRange.parse(text);
        assertThat(range.name()).isEqualTo("fast");
        assertThat(range.strategy()).isNull();
        assertThat(range.values().stream().map(BigDecimal::toPlainString).toList())
                .isEqualTo(List.of(values.strip().split(" ")));
    }

    @Test
    void aStrategyInFront() {
        ParameterRange range = ParameterRange.parse("rsi2.period=2..4");
        assertThat(range.strategy()).isEqualTo("rsi2");
        assertThat(range.name()).isEqualTo("period");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fast",
                "=5",
                "fast=",
                "fast=x",
                "fast=5..",
                "fast=..5",
                "fast=5..10:",
                "fast=5,,6",
                "fast=5..x",
                "fast=1e9",
                "a.b.c=5",
                "fast=5..10:2:3",
                "fast=NaN"
            })
    void nonsense(String text) {
        assertThatThrownBy(() -> ParameterRange.parse(text))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContaining(text);
    }

    @Test
    void rangesThatMakeNoSense() {
        assertThatThrownBy(() -> ParameterRange.parse("fast=10..5"))
                .hasMessageContaining("must begin at its lesser end, but goes from 10 to 5");
        assertThatThrownBy(() -> ParameterRange.parse("fast=5..10:0"))
                .hasMessageContaining("step of a range must be greater than 0, but is 0");
        assertThatThrownBy(() -> ParameterRange.parse("fast=5..10:-1")).hasMessageContaining("but is -1");
        assertThatThrownBy(() -> ParameterRange.parse("fast=0..1:0.000000000001"))
                .hasMessageContaining("at most 100000 values");
    }
}
