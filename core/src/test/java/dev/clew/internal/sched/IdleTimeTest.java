package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Busy and idle time only grow, whoever looks when. */
class IdleTimeTest {
    private static final int PARKS = 300_000;

    private final IdleTime time = new IdleTime();

    @Test
    void nothing_passes_before_the_begin_and_after_the_end() {
        assertThat(time.read()).isEqualTo(new IdleTime.Reading(0, 0));
        time.begin();
        time.park();
        time.unpark();
        time.end();
        IdleTime.Reading end = time.read();
        assertThat(end.busyNanos()).isPositive();
        assertThat(end.idleNanos()).isPositive();
        assertThat(time.read()).isEqualTo(end);
    }

    @Test
    void while_parked_only_idle_time_passes_and_while_awake_only_busy_time() {
        time.begin();
        IdleTime.Reading awake = time.read();
        IdleTime.Reading later = time.read();
        assertThat(later.idleNanos()).isZero();
        assertThat(later.busyNanos()).isGreaterThan(awake.busyNanos());
        time.park();
        IdleTime.Reading parked = time.read();
        IdleTime.Reading longer = time.read();
        assertThat(longer.busyNanos()).isEqualTo(parked.busyNanos());
        assertThat(longer.idleNanos()).isGreaterThan(parked.idleNanos());
    }

    @Test
    void neither_ever_shrinks_while_the_worker_parks_and_wakes() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<IdleTime.Reading> bad = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            IdleTime.Reading before = time.read();
            while (!over.get()) {
                IdleTime.Reading now = time.read();
                if (now.busyNanos() < before.busyNanos() || now.idleNanos() < before.idleNanos()) {
                    bad.set(now);
                    return;
                }
                before = now;
            }
        });
        reader.setDaemon(true);
        time.begin();
        reader.start();
        for (int i = 0; i < PARKS; i++) {
            time.park();
            time.unpark();
        }
        over.set(true);
        reader.join(TimeUnit.SECONDS.toMillis(60));
        assertThat(reader.isAlive()).isFalse();
        assertThat(bad.get()).as("a reading below the one before").isNull();
    }
}
