package dev.clew.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Logged;
import dev.clew.OwnRuntime;
import dev.clew.TaskRuntime;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** The counts of the external queue without management beans. */
class QueueMetricsTest {
    @Test
    void logsAllFourCountsInOneLine() {
        try (Logged logged = new Logged();
                TaskRuntime runtime =
                        TaskRuntime.builder().name("counted").workers(1).build()) {
            ExternalQueueMetrics queue = QueueMetrics.of(runtime);
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 1_500; i++) {
                runtime.executor().execute(ran::incrementAndGet);
            }
            OwnRuntime.await("all jobs ran", () -> ran.get() == 1_500);
            assertThat(queue.getSingletonsSubmittedCount()).isEqualTo(1_500);
            queue.logQueueMetrics();
            assertThat(logged.of("external queue"))
                    .containsExactly(Level.INFO + " external queue of " + runtime
                            + ": singletonsSubmittedCount=1500, singletonsPresentCount=0,"
                            + " batchesSubmittedCount=0, batchesPresentCount=0");
        }
    }
}
