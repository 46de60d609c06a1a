package dev.clew.bench;

import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scalaz 7.2.0, which the chapter used whose backtester is measured: for Scala 2.11, so in JVMs with a class path of their
 * own, a folder beside this jar; of JDK 17 where there is one, since the library is older than all that came after.
 */
final class OldScalaz {
    private static final String FOLDER = "lib-scalaz-7.2.0";
    private static final String VERSION = "7.2.0 (Scala 2.11.7)";
    private static final int JDK = 17;

    private OldScalaz() {}

    static Outside.Start command(List<String> jvmArguments) {
        Path folder = folder();
        if (folder == null || !Files.isDirectory(folder)) {
            return new Outside.Start(
                    List.of(),
                    "its jars are not beside this jar, in " + FOLDER + "; start it by `clew bench`, which builds them");
        }
        return command(folder, Jdks.find(JDK), jvmArguments);
    }

    private static Outside.Start command(Path folder, Optional<Jdks.Jdk> jdk, List<String> jvmArguments) {
        List<String> command = new ArrayList<>();
        command.add(jdk.map(Jdks.Jdk::java)
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java"))
                .toString());
        List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (jdk.isPresent()) {
            command.add("-XX:+IgnoreUnrecognizedVMOptions"); // those of a newer JDK
            given.stream().filter(OldScalaz::forEveryJdk).forEach(command::add);
        } else {
            command.addAll(given);
        }
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", folder + "/*", "dev.clew.peers.scalaz720.OldTasks"));
        return new Outside.Start(
                List.copyOf(command),
                VERSION
                        + jdk.map(found -> " on JDK " + found.version())
                                .orElse(" on the JDK of the others, since no JDK " + JDK + " was found"));
    }

    /** Whether an option is one of the JVM, not of a launcher that may not know it yet. */
    static boolean forEveryJdk(String option) {
        return option.startsWith("-X") || option.startsWith("-D");
    }

    private static @Nullable Path folder() {
        CodeSource source = OldScalaz.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI()).resolveSibling(FOLDER);
        } catch (URISyntaxException e) {
            return null; // not started from a file
        }
    }
}
