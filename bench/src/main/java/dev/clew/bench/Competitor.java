package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import dev.clew.bench.arena.Rival;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * One row of a case.
 *
 * @param name what the table calls it
 * @param method the benchmark method in the class of the case; of a peer outside the JVM, its program's name for the work
 * @param counting whether Clew counts in its JVM, as it always does but where the cost of that is measured
 */
record Competitor(Peer peer, String name, String method, boolean counting) {
    /** One in whose JVM Clew counts. */
    Competitor(Peer peer, String name, String method) {
        this(peer, name, method, true);
    }

    /** The methods of {@code type} that belong to {@code group}, peer by peer in the order of {@link Peer}. */
    static List<Competitor> of(Class<?> type, String group) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(m -> m.isAnnotationPresent(Benchmark.class)
                        && rival(m).group().equals(group))
                .sorted(Comparator.comparing((Method m) -> rival(m).value())
                        .thenComparing(m -> !rival(m).first())
                        .thenComparing(m -> rival(m).form()))
                .map(Competitor::of)
                .toList();
    }

    private static Competitor of(Method method) {
        Rival rival = rival(method);
        return new Competitor(rival.value(), name(rival.value(), rival.form()), method.getName());
    }

    static String name(Peer peer, String form) {
        return form.isEmpty() ? peer.title() : peer.title() + ", " + form;
    }

    private static Rival rival(Method method) {
        return Objects.requireNonNull(
                method.getAnnotation(Rival.class),
                () -> "a benchmark method says with @Rival whose it is, and " + method + " does not; annotate it");
    }
}
