package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that is a task: how it ends, whatever ends it. */
class TaskAppTest {

    private static ChildJvm start(String... arguments) throws IOException {
        return ChildJvm.start(TaskAppPrograms.class, List.of(), arguments);
    }

    @Test
    void itsValueIsTheExitCodeAndNothingIsLeftInABufferOrKeepsTheJvm() throws Exception {
        try (ChildJvm child = start("value", "one", "two")) {
            assertThat(child.exitCode()).as(child.toString()).isEqualTo(7);
            assertThat(child.out()).isEqualTo("[one, two] on mine-worker-0, closed\n");
            assertThat(child.errOfTheProgram()).isEmpty();
        }
    }

    @Test
    void eachKindOfEndHasItsCodeAndAnErrorItsStackTrace() throws Exception {
        try (ChildJvm child = start("codes")) {
            assertThat(child.exitCode()).as(child.toString()).isZero();
            assertThat(child.out()).isEqualTo("""
                            unit: 0
                            fails: 1
                            throws: 1
                            gives null: 1
                            gives a null code: 1
                            cancels itself: 130
                            fatal: 1
                            interrupted: 130
                            flag kept: true
                            threads left: []
                            """);
            assertThat(child.err())
                    .contains("The program failed: dev.clew.Steps$Boom: it failed")
                    .contains("The program failed: dev.clew.Steps$Boom: it threw")
                    .contains("at dev.clew.TaskAppPrograms.")
                    .contains("wanted; give Task.unit()")
                    .contains("wanted; give 0 for success")
                    .contains("The program failed: java.lang.InternalError: a fatal error");
        }
    }

    @Test
    void ctrlCCancelsAndWaitsForFinalizers() throws Exception {
        assumeFalse(ignoresInterrupts(), "whoever started this test has its children ignore Ctrl-C");
        try (ChildJvm child = start("signal").awaitLine("ready")) {
            child.interrupt();
            assertThat(child.exitCode()).as(child.toString()).isEqualTo(130);
            assertThat(child.out()).contains("\nfinalized\n");
            assertThat(child.errOfTheProgram()).isEmpty();
        }
    }

    /** A process that ignores a signal hands that on, and a JVM that inherits it for SIGINT installs no handler. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
        }
    }

    @Test
    void aTerminationDoesNotWaitLongerThanAllowed() throws Exception {
        try (ChildJvm polite = start("signal").awaitLine("ready");
                ChildJvm slow = start("slow finalizer").awaitLine("ready")) {
            polite.terminate();
            slow.terminate();
            assertThat(polite.exitCode()).as(polite.toString()).isEqualTo(143);
            assertThat(polite.out()).contains("\nfinalized\n");
            assertThat(slow.exitCode()).as(slow.toString()).isEqualTo(143);
            assertThat(slow.err()).contains("did not end within PT0.3S").contains("shutdownTimeout");
        }
    }

    @Test
    void exitInsideATaskEndsTheJvmAtOnceWithItsCode() throws Exception {
        try (ChildJvm step = start("exit in a step");
                ChildJvm blocking = start("exit in blocking code");
                ChildJvm another = start("exit in another fiber");
                ChildJvm finalizer = start("exit in a finalizer").awaitLine("ready")) {
            finalizer.terminate();
            assertThat(step.exitCode()).as(step.toString()).isEqualTo(5);
            assertThat(step.out()).isEqualTo("ready\n");
            assertThat(blocking.exitCode()).as(blocking.toString()).isEqualTo(5);
            assertThat(another.exitCode()).as(another.toString()).isEqualTo(5);
            assertThat(another.out()).isEqualTo("finalized\n");
            // the signal came first, so the code is its
            assertThat(finalizer.exitCode()).as(finalizer.toString()).isEqualTo(143);
            assertThat(finalizer.out()).isEqualTo("ready\nfinalizing\n");
        }
    }

    @ParameterizedTest
    @Tag("deep")
    @ValueSource(strings = {"exit in a branch", "exit in the finalizer of another fiber", "exit in a foreign thread"})
    void exitFromOtherPlacesDoesNotHangEither(String program) throws Exception {
        try (ChildJvm child = start(program)) {
            assertThat(child.exitCode()).as(child.toString()).isEqualTo(5);
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> TaskApp.of(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("program");
        assertThatThrownBy(() -> TaskApp.withExitCode(null)).isInstanceOf(NullPointerException.class);
        TaskApp app = TaskApp.of(none -> Task.unit());
        assertThatThrownBy(() -> app.runtime(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("builder");
        assertThatThrownBy(() -> app.shutdownTimeout(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
