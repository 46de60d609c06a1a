package dev.clew.peers.scalaz720;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OldTasksTest {
    private static void run(String form, String days) {
        OldTasks.main(new String[] {
            form, "warmups=0", "warmupMillis=0", "iterations=1", "millis=0", days, "delayMillis=0", "workers=2"
        });
    }

    /** It ends with an exception where the result is wrong. */
    @ParameterizedTest
    @ValueSource(strings = {"gathered", "forked", "batched"})
    void eachFormOfABacktestGivesItsProfit(String form) {
        run(form, "days=70");
    }

    @Test
    void aFormThatThereIsNotIsNamed() {
        assertThatThrownBy(() -> run("adaptive", "days=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'adaptive'");
    }

    @Test
    void aParameterThatIsMissingIsNamed() {
        assertThatThrownBy(() -> OldTasks.main(new String[] {"forked", "warmups=0"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("workers");
    }
}
