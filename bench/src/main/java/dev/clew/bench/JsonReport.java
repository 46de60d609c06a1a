package dev.clew.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures as a file for programs: all that {@link TextReport} prints, and the figure of each JVM and iteration. It is
 * written anew after each case, so a run that is broken off leaves what was done.
 */
final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path file;
    private final Map<String, Object> report = new LinkedHashMap<>();
    private final List<Object> cases = new ArrayList<>();

    JsonReport(Path file, Machine machine, Settings settings, Instant date) {
        this.file = file;
        report.put("date", date.toString());
        report.put("machine", machine);
        report.put("settings", settings);
        report.put("jvmArguments", settings.jvmArguments());
        report.put("confidence", 0.95);
        report.put("cases", cases);
    }

    void add(Scenario scenario, Case work, List<Row> rows) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scenario", scenario.name());
        json.put("case", work.id());
        json.put("title", work.title());
        json.put("parameters", work.parameters());
        json.put("unit", work.unit().name().toLowerCase(Locale.ROOT));
        json.put("competitors", rows.stream().map(row -> row(work, row)).toList());
        cases.add(json);
        write();
    }

    /** The old file stays whole until the new one is. */
    private void write() throws IOException {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        MAPPER.writeValue(part.toFile(), report);
        Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Map<String, @Nullable Object> row(Case work, Row row) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", row.competitor().name());
        json.put("benchmark", work.type().getName() + "." + row.competitor().method());
        json.put("time", number(row.time().mean()));
        json.put("error", number(row.time().error()));
        json.put("ratioToFirst", number(row.ratio().mean()));
        json.put("ratioLow", number(row.ratio().low()));
        json.put("ratioHigh", number(row.ratio().high()));
        json.put("allocatedBytes", number(row.allocatedBytes()));
        json.put("garbageCollections", row.collections());
        json.put("counts", row.counts());
        json.put("jvms", row.forks().stream().map(ForkResult::iterations).toList());
        return json;
    }

    /** JSON has no NaN: what is not known is null. */
    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
