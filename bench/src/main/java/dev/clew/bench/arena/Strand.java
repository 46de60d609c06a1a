package dev.clew.bench.arena;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A virtual thread with a result: what a program of virtual threads forks and joins. */
final class Strand<A extends @Nullable Object> implements Runnable {
    private final Callable<? extends A> code;
    private final Thread thread;
    private @Nullable A result;
    private @Nullable Exception error;

    private Strand(Callable<? extends A> code) {
        this.code = code;
        this.thread = Thread.ofVirtual().unstarted(this);
    }

    static <A extends @Nullable Object> Strand<A> fork(Callable<? extends A> code) {
        Strand<A> strand = new Strand<>(code);
        strand.thread.start();
        return strand;
    }

    /** Runs {@code code} on a virtual thread and waits for its result. */
    static <A extends @Nullable Object> A run(Callable<? extends A> code) throws Exception {
        return Strand.<A>fork(code).join();
    }

    @Override
    public void run() {
        try {
            result = code.call();
        } catch (Exception e) {
            error = e;
        }
    }

    @SuppressWarnings("NullAway") // a result that may be null is what A says
    A join() throws Exception {
        thread.join();
        if (error != null) {
            throw error;
        }
        return result;
    }

    void interrupt() {
        thread.interrupt();
    }
}
