package dev.clew.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs for tests, made of a few figures. */
final class Runs {
    private Runs() {}

    /** Of one case in milliseconds, whose rows are peer, name and the figure of each JVM. */
    static Stored of(String id, Object... rows) {
        return of(new Stored.Work(
                "fib", "S4", id, "a <title> & more", Map.of("level", "0"), "milliseconds", entries(rows)));
    }

    static Stored of(Stored.Work... works) {
        Settings settings = Settings.full(3, "2g");
        return new Stored(
                "2025-01-02T03:04:05Z",
                List.of("./clew", "bench"),
                Machine.here(),
                settings,
                settings.jvmArguments(),
                0.95,
                Map.of("zio", "2.1"),
                List.of("Go is left out: it is not here."),
                List.of(),
                List.of(works));
    }

    static List<Stored.Entry> entries(Object... rows) {
        return IntStream.range(0, rows.length / 3)
                .mapToObj(i -> entry((String) rows[3 * i], (String) rows[3 * i + 1], (double[]) rows[3 * i + 2]))
                .toList();
    }

    /** No figures: it did not finish. */
    static Stored.Entry entry(String peer, String name, double... figures) {
        List<List<Double>> jvms = Arrays.stream(figures).mapToObj(List::of).toList();
        boolean finished = figures.length > 0;
        double mean = Arrays.stream(figures).average().orElse(Double.NaN);
        return new Stored.Entry(
                peer,
                name,
                "X.y",
                finished ? mean : null,
                finished ? mean / 100 : null,
                finished ? 1.0 : null,
                null,
                null,
                finished ? 100.0 : null,
                0.0,
                Map.of(),
                jvms,
                2.5 * figures.length,
                finished ? null : "no end within 60 s",
                !finished);
    }

    static double[] jvms(double... figures) {
        return figures;
    }
}
