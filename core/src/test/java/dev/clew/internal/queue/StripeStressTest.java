package dev.clew.internal.queue;

import static dev.clew.internal.queue.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Producers against consumers on one stripe: each job is taken exactly once, in its producer's order, and all are counted. */
class StripeStressTest {
    private static final int JOBS = 240_000;

    private final Jobs jobs = new Jobs(JOBS);
    private final Racers racers = new Racers();
    private final AtomicInteger left = new AtomicInteger(JOBS);

    @ParameterizedTest
    @CsvSource({"1,1,1", "1,2,2", "2,2,2", "4,3,2", "64,2,3", "128,4,1", "128,1,4"})
    void nothing_is_lost_doubled_or_overtaken(int size, int producers, int consumers) throws Exception {
        Stripe stripe = new Stripe(size);
        int each = JOBS / producers;
        for (int p = 0; p < producers; p++) {
            int from = p * each;
            racers.add("producer-" + p, () -> {
                for (int i = from; i < from + each; i++) {
                    stripe.offer(job(i));
                }
            });
        }
        for (int c = 0; c < consumers; c++) {
            racers.add("consumer-" + c, () -> consume(stripe, producers, each));
        }
        racers.add("observer", () -> observe(stripe));
        racers.run();
        jobs.assertEachTakenOnce();
        assertThat(stripe.submitted()).isEqualTo(JOBS);
        assertThat(stripe.present()).isZero();
        assertThat(stripe.isEmpty()).isTrue();
    }

    private void consume(Stripe stripe, int producers, int each) {
        int[] last = new int[producers];
        Arrays.fill(last, -1);
        while (left.get() > 0 && !racers.failed()) {
            Object taken = stripe.poll();
            if (taken == null) {
                Thread.onSpinWait();
                continue;
            }
            left.decrementAndGet();
            int number = jobs.take(taken);
            int producer = number / each;
            if (number <= last[producer]) {
                throw new AssertionError(
                        "job " + number + " came to a consumer after job " + last[producer] + " of the same producer");
            }
            last[producer] = number;
        }
    }

    private void observe(Stripe stripe) {
        long before = 0;
        while (left.get() > 0 && !racers.failed()) {
            assertThat(stripe.present()).isBetween(0L, (long) JOBS);
            long submitted = stripe.submitted();
            assertThat(submitted).isBetween(before, (long) JOBS);
            before = submitted;
        }
    }
}
