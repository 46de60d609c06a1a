package dev.clew.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The two sides of one slot, step by step. */
class SegmentTest {
    private final Segment segment = new Segment(2);

    @Test
    void a_slot_gives_what_was_filled_in_and_forgets_it() {
        assertThat(segment.claim()).isZero();
        assertThat(segment.fill(0, "a")).isTrue();
        assertThat(segment.look(0)).isEqualTo("a");
        assertThat(segment.take()).isZero();
        assertThat(segment.empty(0)).isEqualTo("a");
        assertThat(segment.look(0)).isNull();
    }

    @Test
    void a_producer_that_comes_too_late_cannot_fill_its_slot() {
        assertThat(segment.claim()).isZero();
        assertThat(segment.take()).isZero();
        assertThat(segment.empty(0)).isNull();
        assertThat(segment.look(0)).as("what a dump sees of a poisoned slot").isNull();
        assertThat(segment.fill(0, "a")).isFalse();
        assertThat(segment.claim()).isEqualTo(1);
        assertThat(segment.fill(1, "a")).isTrue();
    }

    @Test
    void a_consumer_that_claims_before_the_producer_does_poisons_at_once() {
        assertThat(segment.take()).isZero();
        assertThat(segment.empty(0)).isNull();
        assertThat(segment.claim()).isZero();
        assertThat(segment.fill(0, "a")).isFalse();
    }

    @Test
    void what_follows_begins_with_its_first_element() {
        Segment second = new Segment(segment, "c");
        assertThat(second.base()).isEqualTo(2);
        assertThat(second.claimedAcquire()).isEqualTo(1);
        assertThat(second.takenAcquire()).isZero();
        assertThat(segment.casNext(second)).isTrue();
        assertThat(segment.casNext(new Segment(segment, "d"))).isFalse();
        assertThat(segment.nextAcquire()).isSameAs(second);
        segment.unlink();
        assertThat(segment.nextAcquire()).isSameAs(segment);
    }
}
