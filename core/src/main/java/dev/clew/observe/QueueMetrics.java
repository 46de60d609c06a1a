package dev.clew.observe;

import dev.clew.RuntimeMetrics;
import dev.clew.TaskRuntime;
import java.util.Objects;

/** The counts of the external queue of one runtime, read anew each time. */
public final class QueueMetrics implements ExternalQueueMetrics {
    private final TaskRuntime runtime;

    private QueueMetrics(TaskRuntime runtime) {
        this.runtime = runtime;
    }

    /** The counts of the external queue of {@code runtime}. */
    public static ExternalQueueMetrics of(TaskRuntime runtime) {
        return new QueueMetrics(Objects.requireNonNull(runtime, "a runtime was wanted, not null"));
    }

    @Override
    public long getSingletonsSubmittedCount() {
        return runtime.metrics().singletonsSubmitted();
    }

    @Override
    public long getSingletonsPresentCount() {
        return runtime.metrics().singletonsPresentNow();
    }

    @Override
    public long getBatchesSubmittedCount() {
        return runtime.metrics().batchesSubmitted();
    }

    @Override
    public long getBatchesPresentCount() {
        return runtime.metrics().batchesPresentNow();
    }

    @Override
    public void logQueueMetrics() {
        RuntimeMetrics metrics = runtime.metrics();
        System.getLogger("dev.clew")
                .log(
                        System.Logger.Level.INFO,
                        "external queue of {0}: singletonsSubmittedCount={1}, singletonsPresentCount={2},"
                                + " batchesSubmittedCount={3}, batchesPresentCount={4}",
                        runtime,
                        Long.toString(metrics.singletonsSubmitted()),
                        Long.toString(metrics.singletonsPresentNow()),
                        Long.toString(metrics.batchesSubmitted()),
                        Long.toString(metrics.batchesPresentNow()));
    }
}
