package dev.clew.backtest;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What happens on Ctrl-C: the work is stopped, and what is done is reported, within a second.
 *
 * <p>On SIGINT the JVM runs the hook on a thread of its own and then ends with status 130 by itself. The hook waits for
 * nothing that could take long; work that does not stop is left behind.
 */
final class Interruption {

    private final AtomicBoolean finished = new AtomicBoolean();
    private volatile boolean begun;
    private volatile Runnable stopAndReport = () -> {};

    /** From now on, does this on an interruption. */
    void during(Runnable action) {
        stopAndReport = action;
    }

    /** The run has ended by itself, or is about to report: an interruption now does nothing more. */
    boolean finish() {
        return finished.compareAndSet(false, true);
    }

    /** Whether the run is being interrupted. */
    boolean begun() {
        return begun;
    }

    /** Acts as Ctrl-C does, once. */
    void interrupt() {
        if (finish()) {
            begun = true;
            stopAndReport.run();
        }
    }

    /** Listens to the signals that end the JVM. */
    void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "interruption"));
    }
}
