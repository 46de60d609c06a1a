package dev.clew.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that stop between two steps, played by the test, and what the others then see. */
class StripeTest {
    private final Stripe stripe = new Stripe(2);

    @Test
    void a_producer_that_stops_before_it_fills_holds_nobody_up_and_fills_nothing_later() {
        long stopped = stripe.tailAcquire().claim();
        stripe.offer("b");
        assertThat(stripe.present()).isEqualTo(2);
        assertThat(stripe.isEmpty()).isFalse();
        Segment its = stripe.headAcquire();
        assertThat(stripe.poll()).isEqualTo("b");
        assertThat(stripe.isEmpty()).isTrue();
        assertThat(its.fill((int) stopped, "a")).isFalse();
    }

    @Test
    void what_is_only_claimed_is_not_there_for_who_wants_to_park() {
        stripe.tailAcquire().claim();
        assertThat(stripe.isEmpty()).isTrue();
        assertThat(stripe.present()).isEqualTo(1);
        assertThat(stripe.poll()).isNull();
    }

    @Test
    void a_slot_that_a_consumer_spoilt_is_no_submission() {
        assertThat(stripe.headAcquire().take()).isZero();
        assertThat(stripe.headAcquire().empty(0)).isNull();
        assertThat(stripe.present()).isZero();
        stripe.offer("a");
        assertThat(stripe.submitted()).isEqualTo(1);
        assertThat(stripe.present()).isEqualTo(1);
        assertThat(stripe.poll()).isEqualTo("a");
        assertThat(stripe.submitted()).isEqualTo(1);
        assertThat(stripe.present()).isZero();
    }

    @Test
    void the_count_of_submissions_does_not_shrink_while_a_producer_begins_anew() {
        stripe.offer("a");
        assertThat(stripe.headAcquire().take()).isZero();
        assertThat(stripe.headAcquire().empty(0)).isEqualTo("a");
        assertThat(stripe.headAcquire().take()).isEqualTo(1);
        assertThat(stripe.headAcquire().empty(1)).isNull();
        stripe.tailAcquire().claim();
        assertThat(stripe.submitted()).as("with one that is just being added").isEqualTo(2);
        stripe.correct();
        assertThat(stripe.submitted()).as("before its next claim").isEqualTo(2);
        stripe.offer("b");
        assertThat(stripe.submitted()).isEqualTo(2);
    }

    @Test
    void a_producer_that_stops_before_it_moves_the_tail_holds_nobody_up() {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            stripe.offer("a");
            stripe.offer("b");
            Segment full = stripe.tailAcquire();
            full.claim();
            assertThat(full.casNext(new Segment(full, "c"))).isTrue();
            assertThat(List.of(taken(), taken(), taken())).containsExactly("a", "b", "c");
            stripe.offer("d");
            assertThat(stripe.submitted()).isEqualTo(4);
            assertThat(taken()).isEqualTo("d");
            assertThat(stripe.isEmpty()).isTrue();
        });
    }

    private Object taken() {
        Object element = stripe.poll();
        assertThat(element).as("what was polled").isNotNull();
        return element == null ? "nothing" : element;
    }

    @Test
    void segments_that_both_ends_have_left_are_not_kept_even_by_each_other() {
        List<WeakReference<Object>> left = new ArrayList<>();
        Segment first = stripe.headAcquire();
        for (int i = 0; i < 10; i++) {
            stripe.offer(i);
            assertThat(stripe.poll()).isEqualTo(i);
            if (stripe.headAcquire() != first) {
                left.add(new WeakReference<>(stripe.headAcquire()));
            }
        }
        stripe.offer("a");
        stripe.offer("b");
        stripe.offer("c");
        assertThat(List.of(taken(), taken(), taken())).containsExactly("a", "b", "c");
        assertThat(left).hasSizeGreaterThan(3);
        // The first one is still in somebody's hands.
        Collected.await(left);
        assertThat(first.nextAcquire()).isSameAs(first);
    }
}
