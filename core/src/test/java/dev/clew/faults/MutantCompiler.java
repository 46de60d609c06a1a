package dev.clew.faults;

import dev.clew.Task;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the source of a {@link Mutant} in this JVM, against the classes of core and the annotations, without the
 * checks of the build. One compiler compiles many mutants and keeps its class path open.
 */
final class MutantCompiler implements AutoCloseable {
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;

    MutantCompiler() {
        compiler = Objects.requireNonNull(
                ToolProvider.getSystemJavaCompiler(),
                "mutants are compiled by the JVM that runs the tests, which has no compiler; run them on a JDK");
        files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        try {
            files.setLocation(StandardLocation.CLASS_PATH, List.of(home(Task.class), home(Nullable.class)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the classes of core cannot be read", unreadable);
        }
    }

    private static File home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toFile();
        } catch (URISyntaxException noPath) {
            throw new IllegalStateException("the place of " + type + " is no path", noPath);
        }
    }

    /**
     * The class files that each of {@code mutants} replaces, by the names of the classes. Mutants of different files are
     * compiled together, which takes a fraction of the time; no mutant changes what another one sees of its class.
     */
    Map<Mutant, Map<String, byte[]>> compile(List<Mutant> mutants) {
        Map<Mutant, Map<String, byte[]>> all = new HashMap<>();
        List<Mutant> left = new ArrayList<>(mutants);
        while (!left.isEmpty()) {
            Map<String, Mutant> batch = new LinkedHashMap<>();
            left.removeIf(mutant -> batch.putIfAbsent(mutant.className(), mutant) == null);
            compileBatch(batch.values()).forEach((name, bytes) -> {
                int nested = name.indexOf('$');
                Mutant mutant = Objects.requireNonNull(
                        batch.get(nested < 0 ? name : name.substring(0, nested)), "a class of one of these mutants");
                all.computeIfAbsent(mutant, first -> new TreeMap<>()).put(name, bytes);
            });
        }
        return all;
    }

    private Map<String, byte[]> compileBatch(Collection<Mutant> mutants) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Output output = new Output(files);
        boolean compiled = compiler.getTask(
                        null,
                        output,
                        said,
                        List.of("-proc:none", "-Xlint:none", "-g"),
                        null,
                        mutants.stream().map(Source::new).toList())
                .call();
        if (!compiled) {
            StringBuilder errors = new StringBuilder();
            for (Diagnostic<?> d : said.getDiagnostics()) {
                errors.append(d).append('\n');
            }
            throw new IllegalStateException("one of the mutants " + mutants + " does not compile: " + errors);
        }
        Map<String, byte[]> classes = new TreeMap<>();
        output.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException stuck) {
            throw new UncheckedIOException("the class path of the mutants cannot be closed", stuck);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Mutant mutant) {
            super(URI.create("string:///dev/clew/" + mutant.file()), Kind.SOURCE);
            this.text = mutant.source();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps what is written in memory. */
    private static final class Output extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        Output(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.put(className, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
