package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Task;
import dev.clew.TaskApp;
import dev.clew.TaskRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** The programs of {@code docs/guide/running-and-shutting-down.md}. */
class RunningAndShuttingDownTest {
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Task<Boolean> cleanUp =
            Task.sleep(Duration.ofMillis(5)).then(Task.delay(() -> log.add("cleaned up")));

    /** A program. */
    static final class Hello {
        private Hello() {}

        static Task<Void> greet(String name) {
            return Task.delay(() -> {
                System.out.println("Hello " + name);
                return null;
            });
        }

        public static void main(String[] arguments) {
            TaskApp.of(names -> Task.traverse(names, Hello::greet)).runAndExit(arguments);
        }
    }

    @Test
    void hello() {
        assertThat(TaskApp.of(names -> Task.traverse(names, Hello::greet)).run("Ada", "Alan"))
                .isZero();
    }

    private Task<Boolean> serve(List<String> arguments) {
        return Task.delay(() -> log.add("serving " + arguments));
    }

    private Task<Boolean> flushLogs() {
        return Task.delay(() -> log.add("flushed"));
    }

    @Test
    void server() {
        TaskApp server = TaskApp.withExitCode(
                        arguments -> serve(arguments).guarantee(flushLogs()).thenReturn(0))
                .runtime(TaskRuntime.builder().name("prices").workers(4))
                .shutdownTimeout(Duration.ofSeconds(30));
        assertThat(server.run("8080")).isZero();
        assertThat(log).containsExactly("serving [8080]", "flushed");
    }

    @Test
    void interrupting() throws Exception {
        Thread caller = new Thread(() -> {
            try {
                Task.never().guarantee(cleanUp).runSync();
            } catch (InterruptedException e) {
                log.add("interrupted, and cleaned up before");
            } catch (Exception e) {
                log.add("failed: " + e);
            }
        });
        caller.start();
        caller.interrupt();
        caller.join(Duration.ofSeconds(45).toMillis());
        assertThat(log).containsExactly("cleaned up", "interrupted, and cleaned up before");
    }

    private static int oldCodeThatCallsRunSync() throws Exception {
        return Task.fork(Task.now(1)).runSync();
    }

    @Test
    void blocking() throws Exception {
        Task<Integer> fromOldCode = Task.blocking(() -> oldCodeThatCallsRunSync());
        assertThat(Task.fork(fromOldCode).runSync()).isEqualTo(1);
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Task<String> line = Task.interruptible(() -> queue.take());
        Task<String> orDefault = line.timeout(Duration.ofMillis(20)).recover(error -> "nothing came");
        assertThat(orDefault.runSync()).isEqualTo("nothing came");
    }

    @Test
    void closing() {
        try (TaskRuntime runtime = TaskRuntime.builder()
                .name("prices")
                .closeTimeout(Duration.ofSeconds(5))
                .errorReporter((what, error) -> log.add(what))
                .build()) {
            runtime.runAsync(Task.never().guarantee(cleanUp), outcome -> log.add(outcome.toString()));
        }
        assertThat(log).last().isEqualTo("Canceled[]");
    }
}
