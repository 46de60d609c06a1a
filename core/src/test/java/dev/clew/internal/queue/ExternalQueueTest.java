package dev.clew.internal.queue;

import static dev.clew.internal.queue.Jobs.job;
import static dev.clew.internal.queue.Jobs.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExternalQueueTest {
    private final ExternalQueue queue = new ExternalQueue();

    private static Runnable[] jobs(int from, int to) {
        Runnable[] jobs = new Runnable[to - from];
        for (int i = from; i < to; i++) {
            jobs[i - from] = job(i);
        }
        return jobs;
    }

    private void assertCounts(long singletons, long singletonsPresent, long batches, long batchesPresent) {
        assertThat(queue.singletonsSubmittedCount()).isEqualTo(singletons);
        assertThat(queue.singletonsPresentCount()).isEqualTo(singletonsPresent);
        assertThat(queue.batchesSubmittedCount()).isEqualTo(batches);
        assertThat(queue.batchesPresentCount()).isEqualTo(batchesPresent);
    }

    @Test
    void gives_every_job_and_every_batch_once_and_counts_them() {
        queue.offer(job(0));
        queue.offerAll(jobs(1, 4));
        Runnable[] batch = jobs(4, 6);
        queue.offerBatch(batch);
        assertCounts(4, 4, 1, 1);
        List<Integer> singletons = new ArrayList<>();
        List<Object> batches = new ArrayList<>();
        for (Object taken = queue.poll(); taken != null; taken = queue.poll()) {
            if (taken instanceof Runnable) {
                singletons.add(number(taken));
            } else {
                batches.add(taken);
            }
        }
        assertThat(singletons).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(batches).containsExactly((Object) batch);
        assertThat(queue.isEmpty()).isTrue();
        assertCounts(4, 0, 1, 0);
    }

    @Test
    void neither_kind_waits_for_the_end_of_the_other() {
        queue.offerAll(jobs(0, 100));
        for (int i = 0; i < 100; i++) {
            queue.offerBatch(jobs(0, 1));
        }
        int batches = 0;
        for (int i = 0; i < 20; i++) {
            batches += queue.poll() instanceof Runnable[] ? 1 : 0;
        }
        assertThat(batches).isBetween(5, 15);
    }

    @Test
    void an_empty_array_adds_nothing() {
        queue.offerAll(new Runnable[0]);
        queue.offerBatch(new Runnable[0]);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.poll()).isNull();
        assertCounts(0, 0, 0, 0);
    }

    @Test
    @SuppressWarnings("NullAway") // the refusal of null is what is tested
    void refuses_null_and_then_adds_nothing() {
        Runnable[] holed = {job(0), null};
        assertThatThrownBy(() -> queue.offer(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("may not be null");
        assertThatThrownBy(() -> queue.offerAll(holed))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("element 1 of the 2");
        assertThatThrownBy(() -> queue.offerBatch(holed))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("element 1 of the 2");
        assertThatThrownBy(() -> queue.offerAll(null)).hasMessageContaining("offerAll(null)");
        assertThatThrownBy(() -> queue.offerBatch(null)).hasMessageContaining("offerBatch(null)");
        assertCounts(0, 0, 0, 0);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void each_job_is_taken_once_and_no_count_is_ever_negative_or_shrinks() throws Exception {
        int producers = 2;
        int each = 100_000;
        Jobs jobs = new Jobs(producers * each);
        AtomicInteger left = new AtomicInteger(producers * each);
        AtomicBoolean over = new AtomicBoolean();
        Racers racers = new Racers();
        for (int p = 0; p < producers; p++) {
            int from = p * each;
            racers.add("producer-" + p, () -> produce(from, from + each));
        }
        for (int c = 0; c < 2; c++) {
            racers.add("consumer-" + c, () -> {
                while (left.get() > 0 && !racers.failed()) {
                    Object taken = queue.poll();
                    if (taken instanceof Runnable[] batch) {
                        for (Runnable job : batch) {
                            jobs.take(job);
                        }
                        left.addAndGet(-batch.length);
                    } else if (taken != null) {
                        jobs.take(taken);
                        left.decrementAndGet();
                    }
                }
                over.set(true);
            });
        }
        racers.add("observer", () -> {
            long singletons = 0;
            long batches = 0;
            while (!over.get() && !racers.failed()) {
                assertThat(queue.singletonsPresentCount()).isNotNegative();
                assertThat(queue.batchesPresentCount()).isNotNegative();
                assertThat(queue.singletonsSubmittedCount()).isGreaterThanOrEqualTo(singletons);
                assertThat(queue.batchesSubmittedCount()).isGreaterThanOrEqualTo(batches);
                singletons = queue.singletonsSubmittedCount();
                batches = queue.batchesSubmittedCount();
            }
        });
        racers.run();
        jobs.assertEachTakenOnce();
        assertThat(queue.singletonsPresentCount()).isZero();
        assertThat(queue.batchesPresentCount()).isZero();
    }

    private void produce(int from, int to) {
        for (int i = from; i < to; ) {
            int n = Math.min(1 + i % 3, to - i);
            switch (i % 5) {
                case 0 -> queue.offerBatch(jobs(i, i + n));
                case 1 -> queue.offerAll(jobs(i, i + n));
                default -> {
                    n = 1;
                    queue.offer(job(i));
                }
            }
            i += n;
        }
    }
}
