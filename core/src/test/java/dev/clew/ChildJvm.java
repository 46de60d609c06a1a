package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A program of this test source, run in a JVM of its own: what it prints, and how it ends. Every wait has a deadline. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final Output out;
    private final Output err;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = new Output(process.getInputStream());
        this.err = new Output(process.getErrorStream());
    }

    /** Starts the {@code main} of {@code program} on the JDK that runs this test. */
    static ChildJvm start(Class<?> program, List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData"));
        command.addAll(options);
        command.addAll(List.of("-cp", folder(Task.class) + System.getProperty("path.separator") + folder(program)));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command).start());
    }

    private static String folder(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the classes of the test lie in a folder or a jar", e);
        }
    }

    /** Waits until the program has printed {@code line}. */
    ChildJvm awaitLine(String line) {
        OwnRuntime.await(
                "the child prints " + line + "; so far " + this,
                () -> out.text().contains(line) || !process.isAlive());
        assertThat(out.text()).as(toString()).contains(line);
        return this;
    }

    /** Sends the signal that Ctrl-C sends. */
    void interrupt() throws IOException, InterruptedException {
        signal("-INT");
    }

    /** Sends SIGTERM; {@code Process.destroy} would close the streams that are read here. */
    void terminate() throws IOException, InterruptedException {
        signal("-TERM");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(OwnRuntime.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** Waits for the end and gives the exit code. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(OwnRuntime.DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError("the child did not end within " + OwnRuntime.DEADLINE + "; " + this);
        }
        out.await();
        err.await();
        return process.exitValue();
    }

    String out() {
        return out.text();
    }

    String err() {
        return err.text();
    }

    /**
     * {@link #err()} without what a busy machine or a JVM adds: that the runtime is starved, each with the line of the logger
     * before it, and remarks of the JVM on its options.
     */
    String errOfTheProgram() {
        List<String> kept = new ArrayList<>();
        for (String line : err.text().lines().toList()) {
            if (line.contains(" is starved: ")) {
                kept.remove(kept.size() - 1);
            } else if (!line.startsWith("Picked up ") && !line.contains(" VM warning: ")) {
                kept.add(line);
            }
        }
        return String.join("\n", kept);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return "its output:\n" + out.text() + "\nits errors:\n" + err.text();
    }

    /** What comes out of one of the streams, read by a thread so that the child never waits for room. */
    private static final class Output {
        private final StringBuilder text = new StringBuilder();
        private final CountDownLatch ended = new CountDownLatch(1);

        Output(InputStream stream) {
            Thread reader = new Thread(() -> read(stream), "child-output");
            reader.setDaemon(true);
            reader.start();
        }

        private void read(InputStream stream) {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    add(line);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the output of a child could not be read", e);
            } finally {
                ended.countDown();
            }
        }

        private synchronized void add(String line) {
            text.append(line).append('\n');
        }

        synchronized String text() {
            return text.toString();
        }

        void await() throws InterruptedException {
            OwnRuntime.await(ended);
        }
    }
}
