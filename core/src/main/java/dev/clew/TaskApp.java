package dev.clew;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@code main} of a program that is a task.
 *
 * <p><b>Semantics.</b> {@link #runAndExit} runs the task on a runtime of its own and then ends the JVM with an exit code: 0, or
 * what the task of {@link #withExitCode} gave; {@link #FAILED} after an error, whose stack trace goes to standard error;
 * {@link #CANCELLED} where the task cancelled itself. Before that the runtime is closed, so that other fibers run their
 * finalizers, and both standard streams are flushed. Threads that still run, of whatever kind, do not keep the JVM.
 *
 * <p><b>Cancellation.</b> Ctrl-C, SIGTERM and {@link System#exit} cancel the task; the JVM then ends when its finalizers
 * have run, or at the {@linkplain #shutdownTimeout time limit}, which is said on standard error. The exit code is the JVM's:
 * 130 after Ctrl-C, 143 after SIGTERM, the argument of {@code exit}. A fiber that calls {@code exit} never comes back from
 * there, so its finalizers, and those of a fiber that waits for it, do not run; the JVM then ends as soon as nothing
 * moves any more.
 *
 * <p><b>Errors.</b> What the function throws that gives the task is the task's error. A fatal error ends the runtime,
 * and so the program with {@link #FAILED}.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * public static void main(String[] arguments) {
 *     TaskApp.of(names -> Task.traverse(names, Hello::greet)).runAndExit(arguments);
 * }
 * }</pre>
 */
public final class TaskApp {
    /** The exit code of a program whose task failed. */
    public static final int FAILED = 1;

    /** The exit code of a program whose task cancelled itself; shells give it to a program that was interrupted. */
    public static final int CANCELLED = 130;

    private final Fn<? super List<String>, ? extends Task<Integer>> program;
    private final TaskRuntime.@Nullable Builder runtime;
    private final Duration shutdownTimeout;

    private TaskApp(
            Fn<? super List<String>, ? extends Task<Integer>> program,
            TaskRuntime.@Nullable Builder runtime,
            Duration shutdownTimeout) {
        this.program = program;
        this.runtime = runtime;
        this.shutdownTimeout = shutdownTimeout;
    }

    /** A program that ends with exit code 0 where its task has a value, whatever that is. */
    public static TaskApp of(Fn<? super List<String>, ? extends Task<?>> program) {
        Objects.requireNonNull(program, "a program is a function from arguments to a task, not null");
        return withExitCode(arguments -> task(program.apply(arguments)).thenReturn(0));
    }

    /** A program whose task gives the exit code. */
    public static TaskApp withExitCode(Fn<? super List<String>, ? extends Task<Integer>> program) {
        Objects.requireNonNull(program, "a program is a function from arguments to a task, not null");
        return new TaskApp(program, null, Duration.ofSeconds(10));
    }

    private static Task<?> task(@Nullable Task<?> task) {
        return Objects.requireNonNull(
                task, "the function of a TaskApp gave null where a task was wanted; give Task.unit() for none");
    }

    /**
     * This program on a runtime with these settings. It is built when the program begins and closed when it ends. The
     * default is that of {@link TaskRuntime#builder()}.
     */
    public TaskApp runtime(TaskRuntime.Builder settings) {
        Objects.requireNonNull(
                settings, "the runtime of a TaskApp is a builder, not null; leave it out for the default");
        return new TaskApp(program, settings, shutdownTimeout);
    }

    /** This program with {@code limit} for all that runs between a signal and the end of the JVM; the default is ten seconds. */
    public TaskApp shutdownTimeout(Duration limit) {
        Durations.nanos(limit);
        return new TaskApp(program, runtime, limit);
    }

    /** Runs the program and ends the JVM with its exit code; to be called at the end of {@code main}. */
    public void runAndExit(String... arguments) {
        System.exit(run(arguments));
    }

    /**
     * Runs the program and gives its exit code: all that {@link #runAndExit} does but ending the JVM.
     *
     * <p><b>Cancellation.</b> An interrupt of the calling thread cancels the task, whose finalizers are waited for.
     */
    public int run(String... arguments) {
        List<String> given = List.of(arguments);
        TaskRuntime.Builder settings = runtime;
        return new AppRun(
                        settings == null ? TaskRuntime.builder().name("clew") : settings,
                        Durations.nanos(shutdownTimeout))
                .run(Task.defer(() -> program.apply(given)));
    }
}
