package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Small tasks that tests are made of. */
final class Steps {
    private Steps() {}

    /** An action that may throw. */
    @FunctionalInterface
    interface Act {
        void run() throws Exception;
    }

    /** Runs {@code act} each time. */
    static Task<Void> act(Act act) {
        return Task.delay(() -> {
            act.run();
            return null;
        });
    }

    /** Notes {@code what} in {@code log}. */
    static Task<Void> note(List<String> log, String what) {
        return act(() -> log.add(what));
    }

    /** Releases {@code latch}. */
    static Task<Void> release(CountDownLatch latch) {
        return act(latch::countDown);
    }

    /** Blocks its thread until {@code latch} is released. */
    static Task<Void> block(CountDownLatch latch) {
        return act(() -> OwnRuntime.await(latch));
    }

    static Task<Void> sleep(long millis) {
        return Task.sleep(Duration.ofMillis(millis));
    }

    /** A program under a limit of time; says whether what is limited had begun when the limit came. */
    interface Limited {
        boolean begunWithin(Duration limit) throws Exception;
    }

    /**
     * Runs {@code program} with limits that grow until what is limited has begun in time. On a busy machine any limit may come
     * before: then there is nothing to be seen of what it does to something that runs.
     */
    static void withLimitThatFindsItBegun(Limited program) throws Exception {
        Duration limit = Duration.ofMillis(5);
        while (!program.begunWithin(limit)) {
            limit = limit.multipliedBy(2);
            assertThat(limit).as("the limit that is needed").isLessThan(OwnRuntime.DEADLINE);
        }
    }

    /** A log that many threads write. */
    static List<String> log() {
        return new CopyOnWriteArrayList<>();
    }

    /** {@code task} under {@code n} maps: deep enough to be reified whatever the limit is. */
    static Task<Integer> deep(Task<Integer> task, int n) {
        Task<Integer> deep = task;
        for (int i = 0; i < n; i++) {
            deep = deep.map(x -> x + 1);
        }
        return deep;
    }

    /** An error that is only itself. */
    static final class Boom extends Exception {
        private static final long serialVersionUID = 1;

        Boom(String message) {
            super(message);
        }
    }
}
