package dev.clew.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import dev.clew.TaskRuntime;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** The counts of the external queue without management beans. */
class QueueMetricsTest {
    private final ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void logsAllFourCountsInOneLine() {
        Logger logger = Logger.getLogger("dev.clew");
        logger.addHandler(handler);
        try (TaskRuntime runtime =
                TaskRuntime.builder().name("counted").workers(1).build()) {
            ExternalQueueMetrics queue = QueueMetrics.of(runtime);
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 1_500; i++) {
                runtime.executor().execute(ran::incrementAndGet);
            }
            OwnRuntime.await("all jobs ran", () -> ran.get() == 1_500);
            assertThat(queue.getSingletonsSubmittedCount()).isEqualTo(1_500);
            queue.logQueueMetrics();
            assertThat(logged)
                    .containsExactly(Level.INFO + " external queue of " + runtime
                            + ": singletonsSubmittedCount=1500, singletonsPresentCount=0,"
                            + " batchesSubmittedCount=0, batchesPresentCount=0");
        } finally {
            logger.removeHandler(handler);
        }
    }
}
