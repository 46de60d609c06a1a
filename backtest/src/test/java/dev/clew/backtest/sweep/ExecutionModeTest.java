package dev.clew.backtest.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.backtest.strategy.UsageProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionModeTest {

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "gathered", "forked", "batched:30", "adaptive"})
    void isWrittenAsItIsRead(String text) {
        assertThat(ExecutionMode.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "parallel", "batched", "batched:", "batched:0", "batched:-1", "batched:x", "Adaptive"})
    void nonsense(String text) {
        assertThatThrownBy(() -> ExecutionMode.parse(text))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContaining("--execution must be")
                .hasMessageContaining("\"" + text + "\"");
    }
}
