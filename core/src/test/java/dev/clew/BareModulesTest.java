package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.observe.Jmx;
import dev.clew.observe.QueueMetrics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In a JVM that has {@code java.base} alone a runtime works, and whoever asks for more is told what is missing. */
class BareModulesTest {
    @Test
    void aRuntimeNeedsNeitherManagementNorTheFlightRecorder() throws Exception {
        try (ChildJvm child = ChildJvm.start(Program.class, List.of("--limit-modules", "java.base"))) {
            child.awaitLine("ran: 42");
            child.awaitLine("told: management beans need the module java.management");
            child.awaitLine("logged");
            assertThat(child.exitCode()).isZero();
        }
    }

    /** What the other JVM runs. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try (TaskRuntime runtime = TaskRuntime.builder().workers(2).build()) {
                System.out.println("ran: " + runtime.runSync(Task.fork(Task.delay(() -> 42))));
                try {
                    TaskRuntime.builder().observe(Jmx.named("bare")).build();
                } catch (IllegalStateException told) {
                    System.out.println("told: " + told.getMessage());
                }
                QueueMetrics.of(runtime).logQueueMetrics();
                System.out.println("logged");
            }
        }
    }
}
