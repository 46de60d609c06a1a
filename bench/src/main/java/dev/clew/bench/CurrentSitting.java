package dev.clew.bench;

import java.time.Duration;
import java.time.Instant;

/** This sitting of a run: when it began, how long it may last, and what is kept of it. */
final class CurrentSitting {
    private final String command;
    private final Instant began = Instant.now();
    private final long beganNanos = System.nanoTime();
    private final long lastsNanos;
    private final Progress progress;

    /** One that begins now and begins no JVM any more after {@code lasts}. */
    CurrentSitting(String command, Duration lasts, Progress progress) {
        this.command = command;
        this.lastsNanos = lasts.toNanos();
        this.progress = progress;
    }

    boolean goesOn() {
        return System.nanoTime() - beganNanos < lastsNanos;
    }

    Stored.Sitting soFar() {
        double minutes = (System.nanoTime() - beganNanos) / 60e9;
        return new Stored.Sitting(began.toString(), command, Math.round(minutes * 10) / 10.0, progress.turns());
    }
}
