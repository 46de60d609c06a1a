package dev.clew.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of the JDK's Flight Recorder shows of a runtime is what its metrics count. */
class FlightRecorderTest {
    /** More than a ring holds, so that it spills. */
    private static final int JOBS = 10_000;

    @TempDir
    Path folder;

    @Test
    void parksStealsAndSpillsAreEventsOfARecording() throws Exception {
        List<RecordedEvent> events;
        String name = "clew-recorded";
        long spills;
        long steals;
        long stolen;
        long parks;
        try (Recording recording = new Recording()) {
            recording.enable("dev.clew.WorkerPark").withoutThreshold();
            recording.enable("dev.clew.Steal").withoutThreshold();
            recording.enable("dev.clew.Spill").withoutThreshold();
            recording.start();
            TaskRuntime runtime = TaskRuntime.builder().name(name).workers(2).build();
            ExecutorService executor = runtime.executor();
            AtomicInteger ran = new AtomicInteger();
            while (runtime.metrics().steals() == 0 || runtime.metrics().spills() == 0) {
                int before = ran.get();
                executor.execute(() -> {
                    for (int i = 0; i < JOBS; i++) {
                        executor.execute(ran::incrementAndGet);
                    }
                });
                OwnRuntime.await("all jobs ran", () -> ran.get() == before + JOBS);
            }
            runtime.runSync(Task.sleep(Duration.ofMillis(5)));
            runtime.close();
            spills = runtime.metrics().spills();
            steals = runtime.metrics().steals();
            stolen = runtime.metrics().jobsStolen();
            parks = runtime.metrics().parks();
            recording.stop();
            Path file = folder.resolve("clew.jfr");
            recording.dump(file);
            events = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getThread() != null
                            && event.getThread().getJavaName().startsWith(name + "-worker-"))
                    .toList();
        }
        // A batch, or less where thieves left less: see Ring.spill.
        assertThat(of(events, "Spill"))
                .hasSize((int) spills)
                .allMatch(event -> event.getInt("jobs") >= 1 && event.getInt("jobs") <= 128);
        assertThat(of(events, "Steal")).hasSize((int) steals);
        assertThat(of(events, "Steal").stream().mapToLong(e -> e.getInt("jobs")).sum())
                .isEqualTo(stolen);
        assertThat(of(events, "Steal"))
                .allMatch(event -> event.getString("victim").startsWith(name + "-worker-")
                        && !event.getString("victim").equals(event.getThread().getJavaName()));
        assertThat(of(events, "WorkerPark")).isNotEmpty();
        assertThat((long) of(events, "WorkerPark").size()).isLessThanOrEqualTo(parks);
    }

    @Test
    void aWorkerThatUserCodeBlocksIsAnEventWithThePlace() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Path file = folder.resolve("blocked.jfr");
        try (Recording recording = new Recording();
                TaskRuntime runtime =
                        TaskRuntime.builder().name("clew-blocked").workers(1).build()) {
            recording.enable("dev.clew.WorkerBlocked");
            recording.start();
            runtime.executor().execute(() -> block(release));
            runtime.executor().execute(() -> {});
            OwnRuntime.await("the worker was replaced", () -> runtime.metrics().blockedWorkersReplaced() > 0);
            OwnRuntime.await("the other job ran", () -> runtime.metrics().jobsExecuted() >= 2);
            release.countDown();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = of(RecordingFile.readAllEvents(file), "WorkerBlocked");
        assertThat(events).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getString("worker")).startsWith("clew-blocked-worker-");
            assertThat(event.getString("place")).contains("OwnRuntime.await");
        });
    }

    @Test
    void starvationIsAnEventWithItsFigures() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Path file = folder.resolve("starved.jfr");
        try (Recording recording = new Recording();
                TaskRuntime runtime =
                        TaskRuntime.builder().name("clew-starved").workers(1).build()) {
            recording.enable("dev.clew.Starvation");
            recording.start();
            runtime.executor().execute(() -> OwnRuntime.spinUntil(release));
            runtime.executor().execute(() -> {});
            OwnRuntime.await("a warning", () -> runtime.metrics().starvationWarnings() > 0);
            release.countDown();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = of(RecordingFile.readAllEvents(file), "Starvation").stream()
                .filter(event -> event.getString("runtime").equals("clew-starved"))
                .toList();
        assertThat(events)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(Math.max(
                                event.getDuration("jobsStanding").toMillis(),
                                Math.max(
                                        event.getDuration("timerLag").toMillis(),
                                        event.getDuration("monitorLag").toMillis())))
                        .isGreaterThanOrEqualTo(200));
    }

    private static void block(CountDownLatch release) {
        try {
            OwnRuntime.await(release);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a worker in this test", e);
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.clew." + name))
                .toList();
    }
}
