package dev.clew.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Task;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine works with the oldest JUnit it is for, in a JVM of its own. */
class OlderJUnitTest {
    @TempDir
    Path folder;

    @Test
    void aClewTestRunsOnJUnit5() throws Exception {
        Path output = folder.resolve("output.txt");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(File.pathSeparator, classPath()),
                        "dev.clew.testkit.junit.OlderJUnit")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).as("the child ends").isTrue();
        assertThat(Files.readString(output)).contains("foundByScanning() TestExecutionResult [status = SUCCESSFUL");
    }

    private static List<String> classPath() throws Exception {
        List<String> path = new ArrayList<>();
        path.add(place(Task.class));
        path.add(place(ClewTest.class));
        path.add(place(OlderJUnitTest.class));
        try (Stream<Path> jars = Files.list(Path.of("target", "junit5"))) {
            jars.filter(jar -> jar.toString().endsWith(".jar"))
                    .map(Path::toString)
                    .forEach(path::add);
        }
        assertThat(path).as("with the jars of JUnit 5").hasSizeGreaterThan(6);
        return path;
    }

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
