package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The name of a thread says whose it is and what for. */
class ThreadNamesTest {
    private static final Task<String> NAME =
            Task.delay(() -> Thread.currentThread().getName());

    @Test
    void eachKindOfThreadSaysWhatItIs() throws Exception {
        TaskRuntime runtime = TaskRuntime.builder().name("prices").workers(1).build();
        try {
            assertThat(OwnRuntime.get(runtime.toCompletableFuture(NAME), "a worker"))
                    .isEqualTo("prices-worker-0");
            assertThat(runtime.runSync(
                            Task.blocking(() -> Thread.currentThread().getName())))
                    .matches("prices-blocking-\\d+");
            assertThat(runtime.runSync(
                            Task.interruptible(() -> Thread.currentThread().getName())))
                    .matches("prices-blocking-\\d+");
        } finally {
            runtime.close();
        }
    }

    @Test
    void blockingCodeRunsOnVirtualThreadsWhereTheyDoNotPin() throws Exception {
        boolean virtual = OwnRuntime.get(
                TaskRuntime.shared()
                        .toCompletableFuture(Task.blocking(
                                () -> Thread.currentThread().toString().startsWith("VirtualThread"))),
                "blocking code");
        assertThat(virtual).isEqualTo(Runtime.version().feature() >= 24);
    }
}
