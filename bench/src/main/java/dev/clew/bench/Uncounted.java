package dev.clew.bench;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The class path of a JVM in which Clew does not count: another class {@code Counting} comes first on it, whose constant is
 * false. The compiler then leaves out all that is counted for metrics alone, and the looks at the clock around a park. What
 * the scheduler itself counts by stays.
 */
final class Uncounted {
    private static final String SWITCH = """
            package dev.clew.internal.sched;

            final class Counting {
                static final boolean ON = off();

                private Counting() {}

                private static boolean off() {
                    return false;
                }
            }
            """;

    private static @Nullable Path folder;

    private Uncounted() {}

    /** {@code counted} with that class before it. */
    static synchronized String classPath(String counted) throws IOException {
        if (folder == null) {
            folder = compiled(Files.createTempDirectory("clew-uncounted"));
        }
        return folder + File.pathSeparator + counted;
    }

    private static Path compiled(Path target) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException(
                    "the class that does not count is compiled when it is needed, and what runs this is no JDK;"
                            + " start it with one");
        }
        Path source = Files.writeString(target.resolve("Counting.java"), SWITCH);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int exit = compiler.run(
                null, said, said, "-proc:none", "--release", "17", "-d", target.toString(), source.toString());
        if (exit != 0) {
            throw new IOException("the class that does not count could not be compiled; javac said: "
                    + said.toString(StandardCharsets.UTF_8).strip());
        }
        return target;
    }
}
