package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What each mode of tracing shows, in a process of its own, since the mode is read once. */
class TracingModesTest {
    private static final String MODE = "clew.tracing";

    /** A program that fails, and prints the methods that its trace adds. */
    static final class Failing {
        private Failing() {}

        public static void main(String[] arguments) throws Exception {
            shared(Task.now(1)).runSync();
            Task<Integer> broken = Task.yieldNow().flatMap(x -> Task.<Integer>fail(new IllegalStateException("x")));
            try {
                here(broken).runSync(Duration.ofSeconds(60));
            } catch (IllegalStateException error) {
                boolean added = false;
                for (StackTraceElement frame : error.getStackTrace()) {
                    added |= "task trace".equals(frame.getFileName());
                    if (added) {
                        System.out.println(frame.getMethodName());
                    }
                }
            }
            Task<?> sleep = Task.sleep(Duration.ofHours(1));
            TaskRuntime.shared().runAsync(sleep.map(slept -> 1), outcome -> {});
            FiberDump.Entry entry;
            do {
                List<FiberDump.Entry> fibers = TaskRuntime.shared().dump().fibers();
                entry = fibers.isEmpty() ? null : fibers.get(0);
            } while (entry == null || entry.waitsFor() == null);
            System.out.println("dump " + entry.callSites().size());
        }

        /** One function for all who call this: only full mode tells them apart. */
        private static Task<Integer> shared(Task<Integer> task) {
            return task.map(Failing::inc);
        }

        private static int inc(int x) {
            return x + 1;
        }

        private static final Fn<Integer, Integer> SAME = Failing::inc;

        private static Task<Integer> here(Task<Integer> task) {
            return there(task).both(Task.<Integer>now(1)).map(Task.Pair::first);
        }

        private static Task<Integer> there(Task<Integer> task) {
            Task<Integer> elsewhere = Task.now(1).map(SAME);
            return elsewhere.then(again(task));
        }

        private static Task<Integer> again(Task<Integer> task) {
            return task.map(SAME);
        }
    }

    private static List<String> run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Failing.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return printed.lines().toList();
    }

    @Test
    void offShowsNothing() throws Exception {
        assertThat(run("-D" + MODE + "=off")).containsExactly("dump 0");
    }

    @Test
    void cachedShowsWhereAFunctionWasFirstGiven() throws Exception {
        List<String> cached = run();

        assertThat(cached)
                .startsWith("<then>", "there", "here")
                .contains("<run>", "main")
                .doesNotContain("again");
        assertThat(cached).endsWith("dump 1");
        assertThat(run("-D" + MODE + "=cached")).isEqualTo(cached);
    }

    @Test
    void fullShowsEachConstruction() throws Exception {
        List<String> full = run("-D" + MODE + "=FULL");

        assertThat(full).startsWith("<then>", "lambda$main$0", "again", "here").contains("<run>");
        assertThat(full).endsWith("dump 2");
    }

    @Test
    void anUnknownModeIsCached() throws Exception {
        assertThat(run("-D" + MODE + "=loud")).isEqualTo(run());
    }
}
