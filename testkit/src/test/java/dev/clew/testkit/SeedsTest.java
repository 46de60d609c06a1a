package dev.clew.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SeedsTest {
    @Test
    void withoutThePropertyTheSeedsAreTheSameEachTime() {
        assertThat(Seeds.of(3, null).toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void aNumberIsTheOneSeed() {
        assertThat(Seeds.of(3, "-42").toArray()).containsExactly(-42);
    }

    @Test
    void randomGivesFreshSeeds() {
        assertThat(Seeds.of(3, "random").toArray())
                .hasSize(3)
                .isNotEqualTo(Seeds.of(3, "random").toArray());
    }

    @Test
    void anythingElseIsRefused() {
        assertThatThrownBy(() -> Seeds.of(3, "x1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'x1'");
    }
}
