package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clew.bench.arena.Peer;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Go's programs, each once, where Go is installed. */
class OutsideTest {
    private static final Settings A_MOMENT = new Settings(1, true, 0, 1, 2, 1, 1, "64m");
    private static Outside go = Outside.nowhere();

    @BeforeAll
    static void build() {
        go = Outside.here(EnumSet.of(Peer.GO), List.of());
    }

    static Stream<Case> cases() {
        return Scenarios.of(Scenarios.ALL, EnumSet.of(Peer.GO)).stream()
                .flatMap(s -> s.cases().stream())
                .map(Case::smallest);
    }

    @Test
    void aPeerThatIsNotHereIsLeftOutWithANote() {
        assertThat(go.has(Peer.GO) ? go.versions() : go.notes().size()).isNotEqualTo(0);
        assertThat(go.notes()).allSatisfy(note -> assertThat(note).contains("Go is left out", "golang-go"));
        assertThat(Outside.nowhere().has(Peer.GO)).isFalse();
        assertThat(Outside.nowhere().has(Peer.ZIO)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyProgramGivesTheRightResult(Case work) throws BenchmarkFailure {
        assumeTrue(go.has(Peer.GO), "Go is not installed");
        for (Competitor competitor : work.competitors()) {
            assertThat(go.run(work, competitor, A_MOMENT).iterations())
                    .hasSize(work.singleShot() ? 1 : 2)
                    .allSatisfy(figure -> assertThat(figure).isPositive());
        }
    }

    @Test
    void aProgramThatFailsSaysWhy() {
        assumeTrue(go.has(Peer.GO), "Go is not installed");
        Case work = Scenarios.named(List.of("fib/20")).get(0).cases().get(0);
        Competitor none = new Competitor(Peer.GO, "Go", "no-such-program");
        assertThatThrownBy(() -> go.run(work, none, A_MOMENT))
                .isInstanceOf(BenchmarkFailure.class)
                .hasMessageContaining("Go of fib/20")
                .hasMessageContaining("no program no-such-program");
    }
}
