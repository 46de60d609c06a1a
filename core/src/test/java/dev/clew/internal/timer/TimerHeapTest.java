package dev.clew.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimerHeapTest {
    private final TimerHeap heap = new TimerHeap();
    private final List<Integer> ran = new ArrayList<>();

    private TimerEntry add(long deadline, int number) {
        return heap.add(deadline, () -> ran.add(number));
    }

    private int fire(long now) {
        return heap.fireDue(now, Runnable::run);
    }

    @Test
    void fires_what_is_due_in_the_order_of_deadlines() {
        add(30, 3);
        add(10, 1);
        add(20, 2);
        assertThat(heap.nextDeadline()).isEqualTo(10);
        assertThat(fire(9)).isZero();
        assertThat(fire(20)).isEqualTo(2);
        assertThat(ran).containsExactly(1, 2);
        assertThat(heap.nextDeadline()).isEqualTo(30);
        assertThat(fire(1000)).isEqualTo(1);
        assertThat(ran).containsExactly(1, 2, 3);
        assertThat(heap.isEmpty()).isTrue();
        assertThat(heap.nextDeadline()).isEqualTo(TimerHeap.NONE);
    }

    @Test
    void timers_of_one_deadline_fire_in_the_order_they_were_added() {
        for (int i = 0; i < 100; i++) {
            add(5, i);
        }
        fire(5);
        assertThat(ran).isSorted().hasSize(100);
    }

    @Test
    void sorts_as_a_stable_sort_does() {
        Random random = new Random(5);
        record Expected(long deadline, int number) {}
        List<Expected> expected = new ArrayList<>();
        List<TimerEntry> entries = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            long deadline = random.nextInt(1000);
            entries.add(add(deadline, i));
            expected.add(new Expected(deadline, i));
        }
        for (int i = 4999; i >= 0; i--) {
            if (random.nextBoolean()) {
                assertThat(entries.get(i).cancel()).isTrue();
                expected.remove(i);
            }
        }
        for (long now = 0; now < 1000; now += 7) {
            fire(now);
        }
        fire(1000);
        expected.sort(Comparator.comparingLong(Expected::deadline));
        assertThat(ran)
                .containsExactlyElementsOf(
                        expected.stream().map(Expected::number).toList());
        assertThat(heap.live()).isZero();
    }

    @Test
    void deadlines_are_compared_across_the_end_of_the_clock() {
        long now = Long.MAX_VALUE - 10;
        add(now + 20, 3);
        add(now + 5, 1);
        add(Long.MAX_VALUE, 2);
        assertThat(fire(now)).isZero();
        assertThat(fire(now + 5)).isEqualTo(1);
        assertThat(fire(now + 19)).isEqualTo(1);
        assertThat(fire(now + 20)).isEqualTo(1);
        assertThat(ran).containsExactly(1, 2, 3);
    }

    @Test
    void a_far_deadline_does_not_come_before_a_near_one() {
        long now = 1000;
        add(TimerHeap.deadline(now, Long.MAX_VALUE), 2);
        add(TimerHeap.deadline(now, -5), 0);
        add(TimerHeap.deadline(now, 1), 1);
        assertThat(fire(now + 1)).isEqualTo(2);
        assertThat(ran).containsExactly(0, 1);
        assertThat(heap.live()).isEqualTo(1);
    }

    @Test
    void a_cancelled_timer_does_not_fire_and_is_cancelled_once() {
        TimerEntry entry = add(1, 1);
        assertThat(entry.isPending()).isTrue();
        assertThat(entry.cancel()).isTrue();
        assertThat(entry.cancel()).isFalse();
        assertThat(entry.isPending()).isFalse();
        assertThat(fire(10)).isZero();
        assertThat(heap.size()).isZero();
    }

    @Test
    void a_fired_timer_cannot_be_cancelled() {
        TimerEntry entry = add(1, 1);
        fire(1);
        assertThat(entry.cancel()).isFalse();
        assertThat(entry.isPending()).isFalse();
        assertThat(heap.cancelledCount()).isZero();
    }

    @Test
    void cancelling_the_first_uncovers_the_next_deadline() {
        TimerEntry first = add(1, 1);
        add(2, 2);
        first.cancel();
        assertThat(heap.nextDeadline()).isEqualTo(2);
    }

    @Test
    void a_callback_that_throws_takes_no_other_with_it() {
        heap.add(1, () -> {
            throw new IllegalStateException("the first callback failed");
        });
        add(1, 2);
        assertThatThrownBy(() -> fire(1)).hasMessage("the first callback failed");
        assertThat(fire(1)).isEqualTo(1);
        assertThat(ran).containsExactly(2);
    }

    @Test
    void a_callback_that_sets_due_timers_does_not_hold_its_firer() {
        heap.add(1, new Runnable() {
            @Override
            public void run() {
                ran.add(1);
                heap.add(1, this);
            }
        });
        assertThat(fire(5)).isEqualTo(1);
        assertThat(fire(5)).isEqualTo(1);
        assertThat(ran).hasSize(2);
    }

    @Test
    void a_cancelled_or_fired_timer_does_not_refer_to_its_callback() throws Exception {
        List<TimerEntry> kept = new ArrayList<>();
        WeakReference<Runnable> cancelled = addUnreferenced(kept);
        WeakReference<Runnable> fired = addUnreferenced(kept);
        kept.get(0).cancel();
        fire(1);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!(cancelled.refersTo(null) && fired.refersTo(null))) {
            assertThat(System.nanoTime() - deadline)
                    .as("time past the deadline")
                    .isNegative();
            System.gc();
        }
        assertThat(kept).hasSize(2);
    }

    private WeakReference<Runnable> addUnreferenced(List<TimerEntry> kept) {
        Object captured = new Object();
        Runnable callback = () -> ran.add(captured.hashCode());
        kept.add(heap.add(1, callback));
        return new WeakReference<>(callback);
    }

    @Test
    void a_million_timers_set_and_cancelled_leave_the_heap_flat() {
        int largest = 0;
        for (int i = 0; i < 1_000_000; i++) {
            heap.add(3_600_000_000_000L + i, () -> {}).cancel();
            largest = Math.max(largest, heap.size());
        }
        assertThat(largest).isLessThan(100);
        assertThat(heap.live()).isZero();
        assertThat(heap.setCount()).isEqualTo(1_000_000);
        assertThat(heap.cancelledCount()).isEqualTo(1_000_000);
    }

    @Test
    void the_heap_packs_behind_a_first_timer_that_stays() {
        add(1, 1);
        int largest = 0;
        for (int i = 0; i < 100_000; i++) {
            heap.add(1000 + i, () -> {}).cancel();
            largest = Math.max(largest, heap.size());
        }
        assertThat(largest).isLessThan(100);
        assertThat(heap.packedCount()).isBetween(1_000L, 100_000L);
        assertThat(heap.live()).isEqualTo(1);
        assertThat(fire(1)).isEqualTo(1);
    }

    @Test
    void timers_cancelled_long_after_they_were_set_leave_the_heap_flat() {
        List<TimerEntry> entries = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            entries.add(add(i, i));
        }
        for (TimerEntry entry : entries) {
            entry.cancel();
            assertThat((long) heap.size()).isLessThanOrEqualTo(2 * heap.live() + 64);
        }
        assertThat(heap.size()).isLessThan(64);
    }

    private TimerEntry post(long deadline, int number) {
        return heap.addFromOutside(deadline, () -> ran.add(number));
    }

    @Test
    void timers_set_from_outside_are_among_the_others() {
        add(20, 2);
        post(10, 1);
        post(30, 3);
        assertThat(heap.nextDeadline()).isEqualTo(10);
        assertThat(heap.size()).isEqualTo(3);
        assertThat(heap.live()).isEqualTo(3);
        assertThat(fire(9)).isZero();
        assertThat(fire(30)).isEqualTo(3);
        assertThat(ran).containsExactly(1, 2, 3);
        assertThat(heap.isEmpty()).isTrue();
        assertThat(heap.live()).isZero();
    }

    @Test
    void timers_of_one_deadline_fire_in_the_order_they_were_set_from_wherever() {
        for (int i = 0; i < 100; i++) {
            if (i % 3 == 0) {
                add(5, i);
            } else {
                post(5, i);
            }
        }
        fire(5);
        assertThat(ran).isSorted().hasSize(100);
    }

    @Test
    void the_earliest_of_many_set_from_outside_is_known_while_they_lie_in_the_inbox() {
        Random random = new Random(7);
        long earliest = Long.MAX_VALUE;
        for (int i = 0; i < 1000; i++) {
            long deadline = random.nextInt(1_000_000);
            earliest = Math.min(earliest, deadline);
            post(deadline, i);
            assertThat(heap.nextDeadline()).isEqualTo(earliest);
        }
    }

    @Test
    void trying_to_fire_fires_and_says_how_late() {
        post(10, 1);
        add(12, 2);
        add(30, 3);
        List<Long> late = new ArrayList<>();
        int fired = heap.tryFireDue(15, (callback, lateNanos) -> {
            callback.run();
            late.add(lateNanos);
        });
        assertThat(fired).isEqualTo(2);
        assertThat(ran).containsExactly(1, 2);
        assertThat(late).containsExactly(5L, 3L);
    }

    @Test
    void timers_set_from_outside_and_cancelled_leave_the_heap_flat_though_nobody_fires() {
        add(1, 1);
        int largest = 0;
        for (int i = 0; i < 100_000; i++) {
            TimerEntry entry = heap.addFromOutside(1000 + i, () -> {});
            assertThat(entry.cancel()).isTrue();
            largest = Math.max(largest, heap.size());
        }
        assertThat(largest).isLessThan(100);
        assertThat(heap.live()).isEqualTo(1);
    }

    @Test
    void the_owner_cancels_as_others_do() {
        TimerHeap mine = new TimerHeap(Thread.currentThread());
        mine.add(1, () -> ran.add(1));
        int largest = 0;
        for (int i = 0; i < 10_000; i++) {
            TimerEntry entry = i % 2 == 0 ? mine.add(1000 + i, () -> {}) : mine.addFromOutside(1000 + i, () -> {});
            assertThat(entry.cancel()).isTrue();
            assertThat(entry.cancel()).isFalse();
            largest = Math.max(largest, mine.size());
        }
        assertThat(largest).isLessThan(100);
        assertThat(mine.cancelledCount()).isEqualTo(10_000);
        assertThat(mine.setCount()).isEqualTo(10_001);
        assertThat(mine.live()).isEqualTo(1);
        assertThat(mine.fireDue(1, Runnable::run)).isEqualTo(1);
    }

    @Test
    void an_alarm_tells_of_timers_that_are_earlier_than_what_it_was_set_to() {
        Alarm alarm = new Alarm(heap);
        assertThat(alarm.set()).isEqualTo(TimerHeap.NONE);
        assertThat(alarm.isAfter(post(50, 1))).isTrue();
        assertThat(alarm.set()).isEqualTo(50);
        assertThat(alarm.isAfter(post(60, 2))).isFalse();
        assertThat(alarm.isAfter(post(50, 3))).isFalse();
        assertThat(alarm.isAfter(post(49, 4))).isTrue();
    }

    @Test
    void refuses_a_timer_without_a_callback() {
        assertThatThrownBy(() -> addNull())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("callback");
    }

    @SuppressWarnings("NullAway") // the refusal of null is what is tested
    private void addNull() {
        heap.add(1, null);
    }

    @Test
    void every_timer_is_either_fired_or_cancelled_when_both_race() throws Exception {
        int timers = 100_000;
        AtomicInteger fired = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger clock = new AtomicInteger();
        AtomicBoolean added = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            CountDownLatch start = new CountDownLatch(1);
            Future<?> adder = threads.submit(() -> {
                start.await();
                Random random = new Random(3);
                for (int i = 0; i < timers; i++) {
                    TimerEntry entry = heap.add(clock.incrementAndGet() + random.nextInt(50), fired::incrementAndGet);
                    if (random.nextBoolean() && entry.cancel()) {
                        cancelled.incrementAndGet();
                    }
                }
                added.set(true);
                return null;
            });
            List<Future<?>> firers = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                firers.add(threads.submit(() -> {
                    start.await();
                    while (!added.get()) {
                        heap.fireDue(clock.get(), Runnable::run);
                        assertThat(heap.live()).isNotNegative();
                    }
                    return null;
                }));
            }
            start.countDown();
            adder.get(60, TimeUnit.SECONDS);
            for (Future<?> firer : firers) {
                firer.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        fire(Integer.MAX_VALUE);
        assertThat(fired.get() + cancelled.get()).isEqualTo(timers);
        assertThat(heap.firedCount()).isEqualTo(fired.get());
        assertThat(heap.cancelledCount()).isEqualTo(cancelled.get());
        assertThat(heap.live()).isZero();
        assertThat(heap.isEmpty()).isTrue();
    }
}
