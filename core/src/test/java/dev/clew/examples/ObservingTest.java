package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.clew.FiberDump;
import dev.clew.RuntimeMetrics;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.WorkerMetrics;
import dev.clew.observe.Jmx;
import dev.clew.observe.QueueMetrics;
import dev.clew.sync.Deferred;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/observing.md. */
class ObservingTest {
    private static Task<Integer> price(String name) {
        return Task.fork(Task.delay(() -> Integer.parseInt(name)));
    }

    private static Task<Integer> total(String first, String second) {
        return price(first).zipPar(price(second), Integer::sum).map(sum -> sum * 2);
    }

    @Test
    void reading_a_trace() {
        Throwable error = catchThrowable(() -> total("12", "twelve").runSync());

        assertThat(error).isInstanceOf(NumberFormatException.class);
        assertThat(Arrays.stream(error.getStackTrace()).map(StackTraceElement::getMethodName))
                .containsSubsequence("<then>", "total");
    }

    @Test
    void taking_a_dump() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().name("shop").build()) {
            Deferred<Integer> paid = Deferred.create();
            runtime.runAsync(paid.get().map(x -> x + 1), outcome -> {});

            FiberDump dump = runtime.dump();
            System.err.println(dump.toText());

            assertThat(dump.toJson()).startsWith("{\"runtime\":\"shop\"");
        }
    }

    @Test
    void metrics() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().name("shop").build()) {
            RuntimeMetrics before = runtime.metrics();
            runtime.runSync(Task.parTraverse(List.of(1, 2, 3), x -> Task.sleep(Duration.ofMillis(x))));
            RuntimeMetrics spent = runtime.metrics().since(before);

            double jobsPerSecond = spent.perSecond(RuntimeMetrics::jobsExecuted);
            for (WorkerMetrics worker : spent.perWorker()) {
                System.err.println(worker.thread() + " slept for " + worker.idleNanos() + " ns");
            }
            QueueMetrics.of(runtime).logQueueMetrics();

            assertThat(jobsPerSecond).isPositive();
            assertThat(spent.timersFired()).isEqualTo(3);
        }
    }

    @Test
    void jmx() throws Exception {
        try (TaskRuntime runtime =
                TaskRuntime.builder().observe(Jmx.named("orders")).build()) {
            ObjectName name = new ObjectName("dev.clew:runtime=orders,type=Runtime");
            assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Workers"))
                    .isEqualTo(runtime.metrics().workers());
        }
    }

    private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

    @Test
    void carrying_thread_locals() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().carry(USER).build()) {
            USER.set("ada");

            String seen = runtime.runSync(Task.sleep(Duration.ofMillis(1)).then(Task.blocking(USER::get)));

            assertThat(seen).isEqualTo("ada");
        } finally {
            USER.remove();
        }
    }
}
