package dev.clew.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A run as a file keeps it: all figures, and all that a reader must know to judge them. What is not known is null.
 *
 * @param command how to repeat it
 * @param confidence of all errors and bounds
 * @param versions of the peers, by their keys
 * @param notes what was left out, and why
 * @param sittings in which it was measured, the first of them first
 */
record Stored(
        String date,
        List<String> command,
        Machine machine,
        Settings settings,
        List<String> jvmArguments,
        double confidence,
        Map<String, String> versions,
        List<String> notes,
        List<Sitting> sittings,
        List<Work> cases) {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    Stored {
        sittings = Objects.requireNonNullElse(sittings, List.of()); // older files have none
    }

    /**
     * A part of the run that was measured in one go.
     *
     * @param jvms that it took
     */
    record Sitting(String began, String command, double minutes, int jvms) {}

    /** A case and its rows. */
    record Work(
            String scenario,
            String system,
            @JsonProperty("case") String id,
            String title,
            Map<String, String> parameters,
            String unit,
            List<Entry> competitors) {
        static Work of(Scenario scenario, Case work, List<Row> rows) {
            return new Work(
                    scenario.name(),
                    scenario.system(),
                    work.id(),
                    work.title(),
                    work.parameters(),
                    work.unit().name().toLowerCase(Locale.ROOT),
                    rows.stream().map(row -> Entry.of(work, row)).toList());
        }

        /** Nanoseconds in one of its units. */
        long unitNanos() {
            return TimeUnit.valueOf(unit.toUpperCase(Locale.ROOT)).toNanos(1);
        }

        /** What the competitor of that name has come to; {@link Attempts#NONE} where it is not there. */
        Attempts attempts(String name) {
            return competitors.stream()
                    .filter(entry -> entry.name.equals(name))
                    .findFirst()
                    .map(entry -> new Attempts(
                            entry.forks(),
                            Objects.requireNonNullElse(entry.seconds, 0.0),
                            entry.failure,
                            entry.overTime))
                    .orElse(Attempts.NONE);
        }

        /** The row of that name, if it is there and finished. */
        @Nullable
        Entry named(String name) {
            return competitors.stream()
                    .filter(entry -> entry.name.equals(name) && entry.time != null)
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * A row.
     *
     * @param peer its key
     * @param jvms the figure of each iteration of each JVM
     * @param seconds that all its JVMs took, from their starts to their ends
     * @param failure why it did not finish, or null
     * @param overTime whether that is for passing its time limit
     */
    record Entry(
            String peer,
            String name,
            String benchmark,
            @Nullable Double time,
            @Nullable Double error,
            @Nullable Double ratioToFirst,
            @Nullable Double ratioLow,
            @Nullable Double ratioHigh,
            @Nullable Double allocatedBytes,
            @Nullable Double garbageCollections,
            Map<String, Double> counts,
            List<List<Double>> jvms,
            @Nullable Double seconds,
            @Nullable String failure,
            boolean overTime) {
        static Entry of(Case work, Row row) {
            return new Entry(
                    row.competitor().peer().key(),
                    row.competitor().name(),
                    row.competitor().peer().outside()
                            ? row.competitor().method()
                            : work.type().getName() + "." + row.competitor().method(),
                    number(row.time().mean()),
                    number(row.time().error()),
                    number(row.ratio().mean()),
                    number(row.ratio().low()),
                    number(row.ratio().high()),
                    number(row.allocatedBytes()),
                    number(row.collections()),
                    row.counts(),
                    row.forks().stream().map(ForkResult::iterations).toList(),
                    Math.round(10 * row.seconds()) / 10.0,
                    row.failure(),
                    row.overTime());
        }

        /** What each JVM gave. Of bytes, collections and counts only the mean is kept, so each has that. */
        List<ForkResult> forks() {
            return jvms.stream()
                    .map(iterations -> new ForkResult(
                            iterations.stream().mapToDouble(d -> d).average().orElse(Double.NaN),
                            iterations,
                            Objects.requireNonNullElse(allocatedBytes, Double.NaN),
                            Objects.requireNonNullElse(garbageCollections, Double.NaN) / jvms.size(),
                            counts))
                    .toList();
        }

        /** JSON has no NaN. */
        private static @Nullable Double number(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }

    static Stored read(Path file) throws IOException {
        return MAPPER.readValue(file.toFile(), Stored.class);
    }

    /** The old file stays whole until the new one is. */
    void write(Path file) throws IOException {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        MAPPER.writeValue(part.toFile(), this);
        Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The same with this case, in its place among the others, as this sitting has it now. */
    Stored with(Work more, Sitting sitting) {
        List<Work> all = new ArrayList<>(cases);
        all.removeIf(work -> work.id.equals(more.id));
        all.add(more);
        all.sort(Comparator.comparingInt(work -> Scenarios.place(work.id)));
        List<Sitting> sat = new ArrayList<>(sittings);
        sat.removeIf(other -> other.began.equals(sitting.began));
        sat.add(sitting);
        return new Stored(
                date,
                command,
                machine,
                settings,
                jvmArguments,
                confidence,
                versions,
                notes,
                List.copyOf(sat),
                List.copyOf(all));
    }

    /** What keeps the figures of {@code other} from standing beside these, in a few words. */
    Optional<String> differenceFrom(Stored other) {
        if (!machine.equals(other.machine)) {
            return Optional.of("its machine is " + machine + ", and this one is " + other.machine);
        }
        if (!settings.matches(other.settings)) {
            return Optional.of("its settings are " + settings + ", and these are " + other.settings);
        }
        return versions.entrySet().stream()
                .filter(entry -> !other.versions
                        .getOrDefault(entry.getKey(), entry.getValue())
                        .equals(entry.getValue()))
                .findFirst()
                .map(entry -> "its " + entry.getKey() + " is " + entry.getValue() + ", and this one is "
                        + other.versions.get(entry.getKey()));
    }

    /** The same with the versions of {@code next} besides, its notes, and the larger number of JVMs. */
    Stored goneOnWith(Stored next) {
        Map<String, String> all = new LinkedHashMap<>(versions);
        all.putAll(next.versions);
        return new Stored(
                date,
                command,
                machine,
                next.settings.forks() > settings.forks() ? next.settings : settings,
                jvmArguments,
                confidence,
                all,
                next.notes,
                sittings,
                cases);
    }

    @Nullable
    Work work(String id) {
        return cases.stream().filter(work -> work.id.equals(id)).findFirst().orElse(null);
    }
}
