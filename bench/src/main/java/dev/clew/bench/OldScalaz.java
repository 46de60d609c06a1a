package dev.clew.bench;

import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scalaz 7.2.0, which the chapter used whose backtester is measured: for Scala 2.11, so in JVMs with a class path of their
 * own, a folder beside this jar.
 */
final class OldScalaz {
    private static final String FOLDER = "lib-scalaz-7.2.0";

    private OldScalaz() {}

    static Outside.Start command(List<String> jvmArguments) {
        Path folder = folder();
        if (folder == null || !Files.isDirectory(folder)) {
            return new Outside.Start(
                    List.of(),
                    "its jars are not beside this jar, in " + FOLDER + "; start it by `clew bench`, which builds them");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", folder + "/*", "dev.clew.peers.scalaz720.OldTasks"));
        return new Outside.Start(List.copyOf(command), "7.2.0 (Scala 2.11.7)");
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
