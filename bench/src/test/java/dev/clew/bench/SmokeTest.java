package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.clew.bench.arena.Fib;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Every benchmark runs, in this JVM and for a moment only, and gives the right result: it fails otherwise by itself. */
class SmokeTest {
    private static final Settings A_MOMENT = new Settings(1, true, 0, 1, 1, 1, "64m");

    private final Interleaver interleaver = new Interleaver(A_MOMENT, false, text -> {});

    @BeforeAll
    static void letOthersMeasureOnThisMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    static Stream<Case> cases() {
        return Scenarios.ALL.stream().flatMap(s -> s.cases().stream());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyCompetitorGivesTheRightResult(Case work) throws BenchmarkFailure {
        Map<Competitor, List<ForkResult>> results = interleaver.run(shortened(work));
        assertThat(results.keySet()).containsExactlyElementsOf(work.competitors());
        assertThat(Row.of(results))
                .allSatisfy(row -> assertThat(row.time().mean()).isPositive());
    }

    /** The same work with less around it: less pollution, no sleeping. */
    private static Case shortened(Case work) {
        Map<String, String> parameters = new HashMap<>(work.parameters());
        parameters.computeIfPresent("pollutionMillis", (name, value) -> value.equals("0") ? "0" : "1");
        parameters.computeIfPresent("delayMillis", (name, value) -> "0");
        parameters.computeIfPresent("rounds", (name, value) -> "100");
        parameters.computeIfPresent("tokens", (name, value) -> value.equals("0") ? "0" : "10");
        return new Case(
                work.id(), work.title(), work.type(), parameters, work.singleShot(), work.unit(), work.competitors());
    }

    @Test
    void everyBenchmarkIsInACase() {
        Map<Class<?>, Set<String>> named = cases().collect(Collectors.groupingBy(
                Case::type,
                Collectors.flatMapping(
                        c -> c.competitors().stream().map(Competitor::method), Collectors.toCollection(TreeSet::new))));
        named.forEach((type, methods) -> assertThat(methods)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(type.getDeclaredMethods())
                        .filter(m -> m.isAnnotationPresent(Benchmark.class))
                        .map(Method::getName)
                        .toList()));
    }

    @Test
    void forksAreCounted() throws BenchmarkFailure {
        Case fib = Scenarios.named(List.of("fib/20")).get(0).cases().get(0);
        Row clew = Row.of(interleaver.run(fib)).get(0);
        assertThat(clew.counts()).containsEntry("forked", 10_945.0);
        double ended = Stream.of("inlined", "stolen", "promoted")
                .mapToDouble(name -> clew.counts().getOrDefault(name, 0.0))
                .sum();
        assertThat(ended).isCloseTo(10_945, within(1e-3));
    }

    @Test
    void aBenchmarkThatFailsIsNamedWithItsError() {
        Map<String, String> parameters = Map.of("n", "20", "level", "9", "pollutionMillis", "0");
        Case wrong = new Case(
                "fib/wrong",
                "a form that has no cut-off, with one",
                Fib.class,
                parameters,
                false,
                TimeUnit.MICROSECONDS,
                List.of(new Competitor("without a cut-off", "forkJoinPoolUnboxed")));
        assertThatThrownBy(() -> interleaver.run(wrong))
                .isInstanceOf(BenchmarkFailure.class)
                .hasMessageContaining("without a cut-off of fib/wrong")
                .hasMessageContaining("but level is 9");
    }
}
