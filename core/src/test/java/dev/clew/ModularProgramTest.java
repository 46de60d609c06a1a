package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module that requires {@code dev.clew} compiles with nothing else on its module path, and without a warning. */
class ModularProgramTest {

    @TempDir
    Path folder;

    @Test
    void compilesAgainstTheLibraryAlone() throws IOException, URISyntaxException {
        Path module = Files.writeString(folder.resolve("module-info.java"), "module app { requires dev.clew; }");
        Path program =
                Files.writeString(Files.createDirectory(folder.resolve("app")).resolve("Main.java"), """
                        package app;

                        import dev.clew.Task;

                        final class Main {
                            public static void main(String[] arguments) throws Exception {
                                System.out.println(Task.delay(() -> 6 * 7).zipPar(Task.now(1), Integer::sum).runSync());
                            }
                        }
                        """);
        Path library = Path.of(
                Task.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-Xlint:all",
                    "-Werror",
                    "-proc:none",
                    "-p",
                    library.toString(),
                    "-d",
                    folder.resolve("out").toString());
            boolean compiled = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjects(module, program))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
        assertThat(messages.toString()).isEmpty();
    }
}
