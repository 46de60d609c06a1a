package dev.clew.backtest.data;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** A price file in a folder of the test. */
public final class CsvFile {

    private final Path path;

    private CsvFile(Path path) {
        this.path = path;
    }

    public static CsvFile of(Path folder, String name, String content) {
        try {
            return new CsvFile(Files.writeString(folder.resolve(name), content));
        } catch (IOException e) {
            throw new IllegalStateException("cannot write the test's file: " + e.getMessage(), e);
        }
    }

    static CsvFile zipped(Path folder, String name, String content) {
        Path path = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("cannot write the test's file: " + e.getMessage(), e);
        }
        return new CsvFile(path);
    }

    public Path path() {
        return path;
    }

    public Instrument load(DataOptions options) {
        return new DataLoader(options).load(List.of(path.toString())).get(0);
    }

    Instrument load() {
        return load(DataOptions.defaults());
    }

    /** The message with which the file is refused, its folder left out. */
    String refusal(DataOptions options) {
        DataProblem problem = catchThrowableOfType(DataProblem.class, () -> load(options));
        if (problem == null) {
            throw new AssertionError(path + " was accepted");
        }
        return String.valueOf(problem.getMessage()).replace(path.getParent() + "/", "");
    }

    String refusal() {
        return refusal(DataOptions.defaults());
    }
}
