package dev.clew.bench;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the processes that this one started, where they take longer than allowed: a competitor that hangs must not hang the
 * run. JMH's own limit interrupts the benchmark's thread, which does not help against a runtime that spins.
 */
final class TimeLimit implements AutoCloseable {
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(code -> {
        Thread thread = new Thread(code, "time limit");
        thread.setDaemon(true);
        return thread;
    });

    private final AtomicBoolean passed = new AtomicBoolean();
    private final ScheduledFuture<?> alarm;

    private TimeLimit(Duration limit) {
        alarm = CLOCK.schedule(this::end, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    static TimeLimit of(Duration limit) {
        return new TimeLimit(limit);
    }

    private void end() {
        passed.set(true);
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    boolean passed() {
        return passed.get();
    }

    @Override
    public void close() {
        alarm.cancel(false);
    }
}
