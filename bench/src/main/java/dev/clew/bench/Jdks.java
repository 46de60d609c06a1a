package dev.clew.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds other JDKs on this machine: where the launcher looks for its own. */
final class Jdks {
    private static final List<String> FOLDERS = List.of(
            "/usr/lib/jvm",
            "/usr/lib64/jvm",
            "/usr/java",
            "/opt/java",
            "/opt",
            "/Library/Java/JavaVirtualMachines",
            System.getProperty("user.home") + "/.sdkman/candidates/java",
            System.getProperty("user.home") + "/.jdks",
            System.getProperty("user.home") + "/.asdf/installs/java",
            System.getProperty("user.home") + "/.local/share/mise/installs/java");

    private Jdks() {}

    /**
     * A JDK.
     *
     * @param version in full, for instance 17.0.12
     */
    record Jdk(Path home, String version) {
        Path java() {
            return home.resolve("bin").resolve("java");
        }
    }

    /** One of this feature number, such as 17: what the variable {@code JAVA17_HOME} names, or the first in the usual folders. */
    static Optional<Jdk> find(int feature) {
        String named = System.getenv("JAVA" + feature + "_HOME");
        return Stream.concat(
                        Stream.ofNullable(named).map(Path::of),
                        FOLDERS.stream().map(Path::of).flatMap(Jdks::within))
                .flatMap(home -> Stream.of(home, home.resolve("Contents").resolve("Home")))
                .map(Jdks::at)
                .flatMap(Optional::stream)
                .filter(jdk -> jdk.version().matches(feature + "\\b.*"))
                .findFirst();
    }

    private static Stream<Path> within(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty(); // not on this machine
        }
    }

    /** The JDK in this folder, by the file {@code release} in it. */
    static Optional<Jdk> at(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin").resolve("java")) || !Files.isReadable(release)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.substring(line.indexOf('=') + 1)
                            .replace("\"", "")
                            .strip())
                    .findFirst()
                    .map(version -> new Jdk(home, version));
        } catch (IOException e) {
            return Optional.empty(); // as good as none
        }
    }
}
