package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.clew.bench.arena.Fib;
import dev.clew.bench.arena.Peer;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Every benchmark runs, in this JVM and for a moment only, and gives the right result: it fails otherwise by itself. */
class SmokeTest {
    private static final Set<Peer> INSIDE = Arrays.stream(Peer.values())
            .filter(peer -> !peer.outside())
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Peer.class)));
    private static final Settings A_MOMENT = new Settings(1, true, 0, 1, 1, 1, 1, "64m");

    private final Interleaver interleaver = new Interleaver(
            A_MOMENT,
            new JmhTurn(A_MOMENT, false, Outside.nowhere()),
            new Progress(() -> Progress.Left.NOTHING, text -> {}));

    @BeforeAll
    static void letOthersMeasureOnThisMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    static Stream<Case> cases() {
        return Scenarios.ALL.stream().flatMap(s -> s.cases().stream());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyCompetitorGivesTheRightResult(Case work) {
        Case small = work.smallest().only(INSIDE);
        List<Row> rows = Row.of(interleaver.run(small));
        assertThat(rows).extracting(Row::competitor).containsExactlyElementsOf(small.competitors());
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.failure()).as(row.competitor().name()).isNull();
            assertThat(row.time().mean()).isPositive();
        });
    }

    @Test
    void everyPeerCompetesSomewhere() {
        assertThat(cases().flatMap(c -> c.competitors().stream())
                        .map(Competitor::peer)
                        .distinct())
                .containsExactlyInAnyOrder(Peer.values());
    }

    /** By what a JVM was measured to take besides its iterations: {@code Settings.OVERHEAD_MILLIS}. */
    @Test
    void theMainCasesTakeLessThanTenMinutes() {
        assertThat(Settings.quick(1, "1g").millis(Scenarios.main(Scenarios.ALL)))
                .isLessThan(600_000);
    }

    @Test
    void everyBenchmarkIsInACase() {
        Map<Class<?>, Set<String>> named = cases().collect(Collectors.groupingBy(
                Case::type,
                Collectors.flatMapping(
                        c -> c.competitors().stream()
                                .filter(competitor -> !competitor.peer().outside())
                                .map(Competitor::method),
                        Collectors.toCollection(TreeSet::new))));
        named.forEach((type, methods) -> assertThat(methods)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(type.getDeclaredMethods())
                        .filter(m -> m.isAnnotationPresent(Benchmark.class))
                        .map(Method::getName)
                        .toList()));
    }

    @Test
    void forksAreCounted() {
        Case fib = Scenarios.named(List.of("fib/20")).get(0).cases().get(0).only(EnumSet.of(Peer.CLEW));
        Row clew = Row.of(interleaver.run(fib)).get(0);
        assertThat(clew.counts()).containsEntry("forked", 10_945.0);
        double ended = Stream.of("inlined", "stolen", "promoted")
                .mapToDouble(name -> clew.counts().getOrDefault(name, 0.0))
                .sum();
        assertThat(ended).isCloseTo(10_945, within(1e-3));
    }

    @Test
    void aBenchmarkThatFailsIsNamedWithItsErrorAndTheOthersGoOn() {
        Case wrong = Case.of("fib/wrong", "a form that has no cut-off, with one", Fib.class)
                .with("n", 20)
                .with("level", 9)
                .with("pollutionMillis", 0)
                .build()
                .only(EnumSet.of(Peer.FORK_JOIN, Peer.JAVA));
        List<Row> rows = Row.of(interleaver.run(wrong));
        Row failed = rows.stream()
                .filter(row -> row.competitor().method().equals("forkJoinPoolUnboxed"))
                .findFirst()
                .orElseThrow();
        assertThat(failed.failure())
                .contains("ForkJoinPool, RecursiveAction of fib/wrong")
                .contains("but level is 9");
        assertThat(failed.overTime()).isFalse();
        assertThat(failed.time().mean()).isNaN();
        assertThat(rows.stream().filter(row -> row.failure() == null)).hasSize(rows.size() - 1);
    }
}
