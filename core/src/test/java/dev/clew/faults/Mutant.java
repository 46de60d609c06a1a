package dev.clew.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A fault planted in one of Clew's own classes: its source with one passage replaced.
 *
 * <p>The passage must occur exactly once. So a mutant whose class has changed under it fails loudly, instead of planting
 * nothing.
 *
 * @param name what the mutant is called in tables and failures
 * @param kind the kind of fault, in words
 * @param file the source, as a path beneath {@code dev/clew}
 * @param original the passage
 * @param replacement what stands there instead
 */
public record Mutant(String name, String kind, String file, String original, String replacement) {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "clew");

    /** The name of the file's top-level class. */
    String className() {
        return "dev.clew." + file.substring(0, file.length() - ".java".length()).replace('/', '.');
    }

    /** The source with the fault in it. */
    String source() {
        String source = read(SOURCES.resolve(file));
        int at = source.indexOf(original);
        if (at < 0 || source.indexOf(original, at + 1) >= 0) {
            throw new IllegalStateException("a mutant replaces a passage that occurs once, but that of '" + name
                    + "' occurs " + (at < 0 ? "nowhere" : "more than once") + " in " + file
                    + "; the class has changed, so write the mutant anew. The passage: " + original);
        }
        return source.substring(0, at) + replacement + source.substring(at + original.length());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "the source of a mutant is read from " + file.toAbsolutePath()
                            + "; run the tests in the folder of the module core",
                    unreadable);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
