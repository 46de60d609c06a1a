package dev.clew.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Go's programs: built from the sources in this jar, where Go is installed. */
final class GoPrograms {
    private static final List<String> SOURCES = List.of("main.go", "forks.go", "waits.go", "go.mod");

    private GoPrograms() {}

    static Outside.Start build() {
        try {
            String version = output(Path.of("."), "go", "version");
            Path folder = Files.createTempDirectory("clew-bench-go");
            for (String source : SOURCES) {
                try (InputStream in = GoPrograms.class.getResourceAsStream("go/" + source)) {
                    if (in == null) {
                        return missing("its source " + source + " is missing from this jar; build it again");
                    }
                    Files.copy(in, folder.resolve(source));
                }
            }
            output(folder, "go", "build", "-o", "arena", ".");
            return new Outside.Start(List.of(folder.resolve("arena").toString()), version.replace("go version go", ""));
        } catch (IOException e) {
            return missing("`go` does not work here (" + e.getMessage() + "); Debian has it as golang-go");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return missing("its build was interrupted");
        }
    }

    private static Outside.Start missing(String why) {
        return new Outside.Start(List.of(), why);
    }

    private static String output(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + text);
        }
        return text;
    }
}
