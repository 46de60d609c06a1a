package dev.clew.internal.queue;

import static dev.clew.internal.queue.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One owner that overflows and polls against thieves that also rob each other: each job is taken exactly once. */
class RingStressTest {
    private static final int JOBS = 300_000;

    private final Jobs jobs = new Jobs(JOBS);
    private final AtomicBoolean over = new AtomicBoolean();
    private final Racers racers = new Racers();
    private int lastOfOwner = -1;

    @ParameterizedTest
    @CsvSource({
        "1,1,1,1",
        "2,2,2,2",
        "4,4,4,1",
        "4,4,4,3",
        "4,4,1,2",
        "8,8,4,2",
        "256,256,256,2",
        "1,8,4,2",
        "2,64,16,2"
    })
    void each_job_is_taken_exactly_once(int capacity, int limit, int thiefCapacity, int thieves) throws Exception {
        Ring ring = new Ring(capacity, limit);
        Ring[] rings = new Ring[thieves];
        for (int i = 0; i < thieves; i++) {
            rings[i] = new Ring(thiefCapacity);
        }
        racers.add("owner", () -> own(ring));
        for (int i = 0; i < thieves; i++) {
            Ring mine = rings[i];
            Ring other = rings[(i + 1) % thieves];
            racers.add("thief-" + i, () -> rob(ring, mine, other));
        }
        racers.run();
        assertThat(ring.isEmpty()).isTrue();
        jobs.assertEachTakenOnce();
    }

    private void own(Ring ring) {
        try {
            Random random = new Random(17);
            for (int i = 0; i < JOBS; i++) {
                Runnable job = job(i);
                while (!ring.offer(job)) {
                    for (Runnable spilled : ring.spill()) {
                        owned(spilled);
                    }
                    if (ring.size() == 1) {
                        pollIfAny(ring);
                    }
                }
                if (random.nextInt(4) == 0) {
                    pollIfAny(ring);
                }
            }
            while (!ring.isEmpty()) {
                pollIfAny(ring);
            }
        } finally {
            over.set(true);
        }
    }

    private void pollIfAny(Ring ring) {
        Runnable job = ring.poll();
        if (job != null) {
            owned(job);
        }
    }

    /** What one taker takes from a first-in-first-out queue has growing numbers. */
    private void owned(Runnable job) {
        int number = jobs.take(job);
        if (number <= lastOfOwner) {
            throw new AssertionError("job " + number + " came to the owner after job " + lastOfOwner);
        }
        lastOfOwner = number;
    }

    private void rob(Ring ring, Ring mine, Ring other) {
        while (!over.get() || !ring.isEmpty() || !mine.isEmpty()) {
            int took = ring.stealInto(mine);
            if (took == 0 && mine != other) {
                took = other.stealInto(mine);
            }
            Runnable job = mine.poll();
            if (job != null) {
                jobs.take(job);
            } else if (took == 0) {
                Thread.onSpinWait();
            }
            if (racers.failed()) {
                return;
            }
        }
    }
}
