package dev.clew.internal.queue;

import static dev.clew.internal.queue.Jobs.job;
import static dev.clew.internal.queue.Jobs.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingTest {
    private final Ring ring = new Ring(8);

    private void fill(int from, int to) {
        for (int i = from; i < to; i++) {
            assertThat(ring.offer(job(i))).isTrue();
        }
    }

    private static List<Integer> drain(Ring ring) {
        List<Integer> numbers = new ArrayList<>();
        for (Runnable job = ring.poll(); job != null; job = ring.poll()) {
            numbers.add(number(job));
        }
        return numbers;
    }

    @Test
    void is_first_in_first_out_over_many_laps() {
        for (int i = 0; i < 100; i++) {
            assertThat(ring.offer(job(2 * i))).isTrue();
            assertThat(ring.offer(job(2 * i + 1))).isTrue();
            assertThat(number(ring.poll())).isEqualTo(2 * i);
            assertThat(number(ring.poll())).isEqualTo(2 * i + 1);
            assertThat(ring.poll()).isNull();
        }
    }

    @Test
    void refuses_one_more_than_its_capacity() {
        fill(0, 8);
        assertThat(ring.offer(job(8))).isFalse();
        assertThat(ring.size()).isEqualTo(8);
        assertThat(number(ring.poll())).isZero();
        assertThat(ring.offer(job(8))).isTrue();
        assertThat(drain(ring)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void gives_a_thief_the_older_half_rounded_up() {
        fill(0, 5);
        Ring thief = new Ring(8);
        assertThat(ring.stealInto(thief)).isEqualTo(3);
        assertThat(drain(thief)).containsExactly(0, 1, 2);
        assertThat(drain(ring)).containsExactly(3, 4);
    }

    @Test
    void gives_a_thief_no_more_than_its_room() {
        fill(0, 8);
        Ring thief = new Ring(4);
        thief.offer(job(90));
        thief.offer(job(91));
        assertThat(ring.stealInto(thief)).isEqualTo(2);
        assertThat(ring.stealInto(thief)).isZero();
        assertThat(drain(thief)).containsExactly(90, 91, 0, 1);
        assertThat(drain(ring)).containsExactly(2, 3, 4, 5, 6, 7);
    }

    @Test
    void gives_a_thief_or_spills_no_more_than_a_batch() {
        Ring full = new Ring(1024);
        for (int i = 0; i < 1024; i++) {
            assertThat(full.offer(job(i))).isTrue();
        }
        assertThat(full.stealInto(new Ring(1024))).isEqualTo(Ring.MOST_AT_ONCE);
        assertThat(full.spill()).hasSize(Ring.MOST_AT_ONCE);
        assertThat(full.size()).isEqualTo(1024 - 2 * Ring.MOST_AT_ONCE);
    }

    @Test
    void doubles_up_to_its_limit_and_keeps_the_order() {
        Ring growing = new Ring(2, 16);
        growing.offer(job(-1));
        growing.poll();
        for (int i = 0; i < 16; i++) {
            assertThat(growing.offer(job(i))).isTrue();
        }
        assertThat(growing.offer(job(16))).isFalse();
        assertThat(growing.size()).isEqualTo(16);
        Ring thief = new Ring(8);
        assertThat(growing.stealInto(thief)).isEqualTo(8);
        assertThat(drain(thief)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(drain(growing)).containsExactly(8, 9, 10, 11, 12, 13, 14, 15);
    }

    @Test
    void grows_where_a_batch_that_is_added_leaves_no_room() {
        Ring growing = new Ring(4, 8);
        Runnable[] batch = {job(0), job(1), job(2), job(3), job(4), job(5)};
        int added = growing.offerAll(batch, 0);
        assertThat(added).isEqualTo(4);
        assertThat(growing.offer(batch[4]) && growing.offer(batch[5])).isTrue();
        assertThat(drain(growing)).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void a_ring_of_the_usual_size_takes_as_many_as_its_limit_says() {
        Ring usual = new Ring();
        for (int i = 0; i < Ring.MOST_CAPACITY; i++) {
            assertThat(usual.offer(job(i))).isTrue();
        }
        assertThat(usual.offer(job(-1))).isFalse();
    }

    @Test
    void gives_a_thief_nothing_when_empty() {
        assertThat(ring.stealInto(new Ring(8))).isZero();
    }

    @Test
    void offers_again_what_thieves_made_room_for() {
        fill(0, 8);
        Ring thief = new Ring(8);
        assertThat(ring.stealInto(thief)).isEqualTo(4);
        fill(8, 12);
        assertThat(ring.offer(job(12))).isFalse();
        assertThat(drain(ring)).containsExactly(4, 5, 6, 7, 8, 9, 10, 11);
    }

    @Test
    void spills_the_older_half() {
        fill(0, 8);
        assertThat(Arrays.stream(ring.spill()).map(Jobs::number)).containsExactly(0, 1, 2, 3);
        assertThat(drain(ring)).containsExactly(4, 5, 6, 7);
        assertThat(ring.spill()).isEmpty();
    }

    @Test
    void knows_its_size() {
        assertThat(ring.isEmpty()).isTrue();
        fill(0, 3);
        assertThat(ring.isEmpty()).isFalse();
        assertThat(ring.size()).isEqualTo(3);
        drain(ring);
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.size()).isZero();
    }

    @Test
    void an_idle_ring_refers_to_nothing_that_was_taken() {
        List<WeakReference<Runnable>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Runnable job = job(i);
            all.add(new WeakReference<>(job));
            ring.offer(job);
        }
        Ring thief = new Ring(8);
        ring.poll();
        ring.stealInto(thief);
        ring.spill();
        drain(ring);
        drain(thief);
        Collected.await(all);
        assertThat(ring.isEmpty() && thief.isEmpty()).isTrue();
    }

    @Test
    void refuses_a_capacity_that_is_no_power_of_two() {
        for (int capacity : new int[] {0, -1, 3, 100, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> new Ring(capacity))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("power of two")
                    .hasMessageContaining(String.valueOf(capacity));
        }
    }
}
