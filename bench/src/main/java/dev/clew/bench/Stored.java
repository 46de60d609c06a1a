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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A run as a file keeps it: all figures, and all that a reader must know to judge them. What is not known is null.
 *
 * @param command how to repeat it
 * @param confidence of all errors and bounds
 * @param versions of the peers, by their keys
 * @param notes what was left out, and why
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
        List<Work> cases) {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

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
     * @param failure why it did not finish, or null
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
            @Nullable String failure) {
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
                    row.failure());
        }

        /** The mean of each JVM, as far as an estimate needs it. */
        List<ForkResult> forks() {
            return jvms.stream()
                    .map(iterations -> new ForkResult(
                            iterations.stream().mapToDouble(d -> d).average().orElse(Double.NaN),
                            iterations,
                            Double.NaN,
                            Double.NaN,
                            Map.of()))
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

    /** The same with one case more. */
    Stored with(Work more) {
        List<Work> all = new ArrayList<>(cases);
        all.add(more);
        return new Stored(
                date, command, machine, settings, jvmArguments, confidence, versions, notes, List.copyOf(all));
    }

    @Nullable
    Work work(String id) {
        return cases.stream().filter(work -> work.id.equals(id)).findFirst().orElse(null);
    }
}
