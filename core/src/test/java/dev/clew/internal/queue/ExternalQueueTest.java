package dev.clew.internal.queue;

import static dev.clew.internal.queue.Jobs.job;
import static dev.clew.internal.queue.Jobs.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExternalQueueTest {
    private final ExternalQueue queue = new ExternalQueue(4, 2);

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
        for (int turn = 0; turn < 20; turn++) {
            batches += queue.poll(turn) instanceof Runnable[] ? 1 : 0;
        }
        assertThat(batches).isEqualTo(10);
    }

    @Test
    void jobs_of_one_thread_are_taken_in_its_order() {
        queue.offerAll(jobs(0, 100));
        for (int i = 0; i < 100; i++) {
            assertThat(number(queue.poll())).isEqualTo(i);
        }
        assertThat(queue.poll()).isNull();
    }

    @Test
    void no_stripe_waits_for_the_end_of_another() throws Exception {
        int threads = 16;
        for (int t = 0; t < threads; t++) {
            int from = t * 100;
            Racers racers = new Racers();
            racers.add("producer-" + t, () -> queue.offerAll(jobs(from, from + 100)));
            racers.run();
        }
        long[] left = new long[threads];
        Arrays.fill(left, 100);
        for (int turn = 0; turn < 160; turn++) {
            left[number(queue.poll(turn)) / 100]--;
        }
        assertThat(Arrays.stream(left).filter(n -> n < 100).count())
                .as("threads of which something was taken in the first tenth of all polls, by jobs left: %s", left)
                .isGreaterThanOrEqualTo(2);
        assertThat(queue.singletonsPresentCount()).isEqualTo(threads * 100 - 160);
    }

    @Test
    void a_dump_shows_what_is_there_and_nothing_that_was_taken() {
        queue.offerAll(jobs(0, 5));
        queue.offerBatch(jobs(5, 8));
        queue.poll(0);
        List<Integer> single = new ArrayList<>();
        List<Integer> batched = new ArrayList<>();
        queue.forEach(job -> single.add(number(job)), job -> batched.add(number(job)));
        assertThat(single).containsExactly(1, 2, 3, 4);
        assertThat(batched).containsExactly(5, 6, 7);
    }

    @Test
    void keeps_nothing_that_was_taken() {
        List<WeakReference<Object>> taken = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            queue.offer(new Jobs.Job(i));
            queue.offerBatch(jobs(i, i + 1));
        }
        queue.offer(job(300));
        for (int turn = 0; queue.singletonsPresentCount() > 1 || queue.batchesPresentCount() > 0; turn++) {
            taken.add(new WeakReference<>(queue.poll(turn)));
        }
        assertThat(taken).hasSizeGreaterThanOrEqualTo(600);
        Collected.await(taken);
        assertThat(number(queue.poll())).isEqualTo(300);
    }

    @Test
    void refuses_a_number_of_stripes_that_a_mask_cannot_name() {
        assertThatThrownBy(() -> new ExternalQueue(3)).hasMessageContaining("power of two");
        assertThatThrownBy(() -> new ExternalQueue(0)).hasMessageContaining("power of two");
    }

    @ParameterizedTest
    @CsvSource({"1,1,4", "1,8,4", "3,8,16", "4,2,8", "256,2,8", "256,64,256"})
    void has_four_stripes_for_each_worker_that_can_run_at_a_time(int workers, int processors, int stripes) {
        assertThat(ExternalQueue.forWorkers(workers, processors).stripes()).isEqualTo(stripes);
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
                    } else {
                        Thread.onSpinWait();
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
