package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A submission wakes nobody where all workers are awake, and else one, which may wake another as it finds the job. */
class UnparksTest {
    private static final int WORKERS = 3;
    private static final int JOBS = 10_000;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(WORKERS);

    @Test
    void submissionsToBusyWorkersWakeNobody() throws Exception {
        AtomicBoolean go = new AtomicBoolean();
        CountDownLatch busy = new CountDownLatch(WORKERS);
        for (int i = 0; i < WORKERS; i++) {
            own.runtime().executor().execute(() -> {
                busy.countDown();
                while (!go.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        OwnRuntime.await(busy);
        long before = own.runtime().metrics().unparks();
        CountDownLatch ended = new CountDownLatch(JOBS);
        for (int i = 0; i < JOBS; i++) {
            own.runtime().executor().execute(ended::countDown);
        }
        long unparks = own.runtime().metrics().unparks() - before;
        go.set(true);
        OwnRuntime.await(ended);
        assertThat(unparks).isZero();
    }

    @Test
    void submissionsToIdleWorkersWakeOneEachAndThatOneAnotherAtMost() throws Exception {
        OwnRuntime.await("the workers sleep", () -> own.runtime().metrics().parks() >= WORKERS);
        long before = own.runtime().metrics().unparks();
        CountDownLatch ended = new CountDownLatch(JOBS);
        for (int i = 0; i < JOBS; i++) {
            own.runtime().executor().execute(ended::countDown);
        }
        OwnRuntime.await(ended);
        assertThat(own.runtime().metrics().unparks() - before).isLessThanOrEqualTo(2 * JOBS);
    }
}
