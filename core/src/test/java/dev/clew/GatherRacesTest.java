package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Races of thieves, owners and ends in ranges, repeated until they would have been lost. */
class GatherRacesTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(6);

    @Test
    void aStolenPartIsNeverMissingFromTheResult() throws Exception {
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int n = i;
            tasks.add(Task.delay(() -> {
                for (int k = 0; k < 40; k++) {
                    Thread.onSpinWait();
                }
                return n;
            }));
        }
        Task<List<Integer>> gather = Task.gather(tasks);
        Task<Boolean> round = gather.map(list -> list.equals(List.of(0, 1, 2, 3, 4, 5, 6, 7)));
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        int rounds = 0;
        while (System.nanoTime() - end < 0) {
            for (Boolean right : own.run(Task.sequence(java.util.Collections.nCopies(1_000, round)))) {
                rounds++;
                assertThat(right).as("round %d", rounds).isTrue();
            }
        }
        assertThat(rounds).isPositive();
    }

    /** Pairs of elements that need each other, from an iterator slow enough for turns to be lost. */
    @Test
    void aLimitOfTwoKeepsTwoInFlight() throws Exception {
        for (int round = 0; round < 20; round++) {
            int pairs = 500;
            List<Deferred<Integer>> meetings = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                meetings.add(Deferred.create());
            }
            Iterable<Integer> slow = () -> new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    int spins = ThreadLocalRandom.current().nextInt(2_000);
                    for (int i = 0; i < spins; i++) {
                        Thread.onSpinWait();
                    }
                    return next < 2 * pairs;
                }

                @Override
                public Integer next() {
                    return next++;
                }
            };
            own.run(Task.parTraverseDiscard(
                    2,
                    slow,
                    i -> i % 2 == 0
                            ? meetings.get(i / 2).get()
                            : meetings.get(i / 2).complete(i)));
        }
    }

    @Test
    void onAnExecutorADeepElementThatWaitsForAnotherStrandsNobody() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            for (int n = 2; n < 8; n++) {
                Deferred<Integer> done = Deferred.create();
                Task<Integer> deep = done.get();
                for (int i = 0; i < 1_000; i++) {
                    deep = deep.map(x -> x + 1);
                }
                List<Task<Integer>> tasks = new ArrayList<>();
                tasks.add(deep);
                tasks.add(done.complete(1).thenReturn(0));
                for (int i = 2; i < n; i++) {
                    tasks.add(Task.now(0));
                }
                assertThat(own.run(Task.gather(tasks).on(single)).get(0)).isEqualTo(1_001);
            }
        } finally {
            single.shutdown();
            assertThat(single.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
