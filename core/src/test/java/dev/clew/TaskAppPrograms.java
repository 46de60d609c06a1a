package dev.clew;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The programs of {@link TaskAppTest}, run in a JVM of their own. */
final class TaskAppPrograms {
    private TaskAppPrograms() {}

    private static final Task<Void> READY = say("ready");

    private static Task<Void> say(String line) {
        return Steps.act(() -> {
            System.out.println(line);
            System.out.flush();
        });
    }

    private static Task<Void> exit(int code) {
        return Steps.act(() -> System.exit(code));
    }

    private static TaskApp patient(Task<?> task) {
        return TaskApp.of(arguments -> task).shutdownTimeout(Duration.ofHours(1));
    }

    public static void main(String[] arguments) {
        List<String> rest = List.of(arguments).subList(1, arguments.length);
        String[] given = rest.toArray(new String[0]);
        switch (arguments[0]) {
            case "value" -> value(given);
            case "codes" -> codes();
            case "signal" ->
                patient(Steps.sleep(50)
                                .then(say("branch finalized"))
                                .then(Task.unit())
                                .both(Task.unit())
                                .then(Task.never())
                                .guarantee(Steps.sleep(20).both(Steps.sleep(20)).then(say("finalized")))
                                .both(READY.then(Task.never())))
                        .runAndExit();
            case "slow finalizer" ->
                TaskApp.of(none -> READY.then(Task.never()).guarantee(Task.never()))
                        .shutdownTimeout(Duration.ofMillis(300))
                        .runAndExit();
            case "exit in a step" ->
                patient(READY.then(exit(5)).guarantee(say("finalized"))).runAndExit();
            case "exit in a branch" ->
                patient(Task.never().guarantee(say("finalized")).both(READY.then(exit(5))))
                        .runAndExit();
            case "exit in blocking code" ->
                patient(Task.blocking(() -> {
                            System.exit(5);
                            return 1;
                        }))
                        .runAndExit();
            case "exit in another fiber" ->
                patient(exit(5).start()
                                .then(Task.never())
                                .guarantee(Steps.sleep(30).then(say("finalized"))))
                        .runAndExit();
            case "exit in a finalizer" ->
                patient(READY.then(Task.never()).guarantee(say("finalizing").then(exit(5))))
                        .runAndExit();
            case "exit in the finalizer of another fiber" ->
                patient(Task.never().guarantee(exit(5)).start().then(READY)).runAndExit();
            case "exit in a foreign thread" ->
                patient(Steps.act(() -> new Thread(() -> System.exit(5)).start())
                                .then(Task.never())
                                .guarantee(Steps.sleep(30).then(say("finalized"))))
                        .runAndExit();
            default -> throw new IllegalArgumentException("there is no program " + arguments[0]);
        }
    }

    /** Ends with 7 although a thread that is no daemon lives on, and leaves nothing in the buffer of its output. */
    private static void value(String[] given) {
        System.setOut(new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                false,
                StandardCharsets.UTF_8));
        new Thread(() -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        System.out.println("nobody interrupts it");
                    }
                })
                .start();
        TaskApp.withExitCode(words -> Steps.act(() -> System.out.print(
                                words + " on " + Thread.currentThread().getName()))
                        .then(Task.never()
                                .guarantee(Steps.act(() -> System.out.print(", closed")))
                                .start())
                        .then(Steps.sleep(20))
                        .thenReturn(7))
                .runtime(TaskRuntime.builder().name("mine").workers(1))
                .runAndExit(given);
    }

    /** Several programs one after the other, each of which gives its exit code. */
    private static void codes() {
        print("unit", TaskApp.of(none -> Task.unit()).run());
        print(
                "fails",
                TaskApp.of(none -> Task.fail(new Steps.Boom("it failed"))).run());
        print(
                "throws",
                TaskApp.of(none -> {
                            throw new Steps.Boom("it threw");
                        })
                        .run());
        print("gives null", TaskApp.of(none -> null).run());
        print("gives a null code", TaskApp.withExitCode(none -> Task.now(null)).run());
        print("cancels itself", TaskApp.of(none -> Task.canceled()).run());
        print(
                "fatal",
                TaskApp.of(none -> Task.delay(() -> {
                                    throw new InternalError("a fatal error");
                                })
                                .start()
                                .then(Task.never()))
                        .run());
        Thread.currentThread().interrupt();
        print("interrupted", TaskApp.of(none -> Task.never()).run());
        System.out.println("flag kept: " + Thread.interrupted());
        System.out.println("threads left: "
                + Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("clew-"))
                        .toList());
    }

    private static void print(String what, int code) {
        System.out.println(what + ": " + code);
    }
}
