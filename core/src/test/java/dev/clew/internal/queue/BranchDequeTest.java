package dev.clew.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BranchDequeTest {
    private final BranchDeque deque = new BranchDeque(2);

    private List<TestBranch> push(int count) {
        List<TestBranch> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TestBranch branch = new TestBranch(i);
            all.add(branch);
            deque.push(branch);
        }
        return all;
    }

    private static void claimAndPop(BranchDeque deque, TestBranch branch) {
        assertThat(branch.claim()).isTrue();
        deque.popClaimed(branch);
    }

    private int stealNumber() {
        Runnable job = deque.steal();
        return job == null ? -1 : ((TestBranch) job).number;
    }

    @Test
    void thieves_take_the_oldest() {
        push(5);
        for (int i = 0; i < 5; i++) {
            assertThat(stealNumber()).isEqualTo(i);
        }
        assertThat(deque.steal()).isNull();
        assertThat(deque.isEmpty()).isTrue();
        assertThat(deque.mayHaveWork()).isFalse();
    }

    @Test
    void its_owner_takes_the_youngest_back() {
        List<TestBranch> all = push(100);
        for (int i = 99; i >= 0; i--) {
            assertThat(deque.isEmpty()).isFalse();
            claimAndPop(deque, all.get(i));
        }
        assertThat(deque.isEmpty()).isTrue();
        assertThat(deque.steal()).isNull();
    }

    @Test
    void pops_nothing_but_the_very_entry() {
        List<TestBranch> all = push(2);
        deque.popIf(all.get(0));
        deque.popIf(new TestBranch(1));
        assertThat(stealNumber()).isZero();
        assertThat(stealNumber()).isEqualTo(1);
        deque.popIf(new TestBranch(1));
        assertThat(deque.isEmpty()).isTrue();
    }

    @Test
    void a_pushed_branch_can_be_stolen_after_one_at_its_position_was_stolen() {
        for (int i = 0; i < 100; i++) {
            TestBranch branch = new TestBranch(i);
            deque.push(branch);
            assertThat(stealNumber()).isEqualTo(i);
            deque.popIf(branch);
            assertThat(deque.isEmpty()).isTrue();
        }
    }

    @Test
    void a_branch_whose_thief_went_away_before_the_index_moved_is_passed_by_the_next_thief() {
        List<TestBranch> all = push(2);
        assertThat(all.get(0).steal()).isNotNull();
        assertThat(stealNumber()).isEqualTo(1);
        assertThat(deque.mayHaveWork()).isFalse();
    }

    @Test
    void a_branch_whose_thief_went_away_before_the_index_moved_is_passed_by_its_owner() {
        TestBranch first = push(1).get(0);
        assertThat(first.steal()).isNotNull();
        deque.popIf(first);
        TestBranch second = new TestBranch(7);
        deque.push(second);
        assertThat(stealNumber()).isEqualTo(7);
    }

    @Test
    void a_thief_that_throws_leaves_a_deque_that_works() {
        Stealable broken = new Stealable() {
            private boolean gone;

            @Override
            public @Nullable Runnable steal() {
                if (gone) {
                    return null;
                }
                gone = true;
                throw new IllegalStateException("the thief had no memory for a fiber, and gave up");
            }

            @Override
            public boolean spent() {
                return gone;
            }
        };
        deque.push(broken);
        push(1);
        assertThatThrownBy(deque::steal).hasMessageContaining("no memory");
        assertThat(stealNumber()).isZero();
        assertThat(deque.isEmpty()).isTrue();
    }

    @Test
    void a_branch_that_its_owner_has_claimed_but_not_popped_is_not_passed() {
        TestBranch branch = push(1).get(0);
        assertThat(branch.claim()).isTrue();
        assertThat(deque.steal()).isNull();
        assertThat(deque.mayHaveWork()).isTrue();
        deque.popIf(branch);
        assertThat(deque.mayHaveWork()).isFalse();
    }

    @Test
    void a_range_gives_its_back_half_again_and_again() {
        deque.push(new TestRange(0, 7));
        assertThat(deque.steal()).isEqualTo(new TestRange.Part(3, 7));
        assertThat(deque.steal()).isEqualTo(new TestRange.Part(1, 3));
        assertThat(deque.steal()).isEqualTo(new TestRange.Part(0, 1));
        assertThat(deque.steal()).isNull();
        assertThat(deque.isEmpty()).isTrue();
    }

    @Test
    void a_range_exhausted_by_its_owner_does_not_hide_what_lies_above() {
        TestRange range = new TestRange(0, 1);
        deque.push(range);
        assertThat(range.take()).isZero();
        push(1);
        assertThat(stealNumber()).isZero();
    }

    @Test
    void a_range_exhausted_by_its_owner_is_popped_below_and_at_the_thieves_end() {
        TestBranch below = push(1).get(0);
        for (int i = 0; i < 10; i++) {
            TestRange range = new TestRange(0, 1);
            deque.push(range);
            assertThat(range.take()).isZero();
            deque.popIf(range);
        }
        assertThat(stealNumber()).isZero();
        deque.popIf(below);
        TestRange range = new TestRange(0, 1);
        deque.push(range);
        assertThat(range.take()).isZero();
        deque.popIf(range);
        push(1);
        assertThat(stealNumber()).isZero();
    }

    @Test
    void drains_what_is_not_spent_oldest_first() {
        List<TestBranch> all = push(5);
        assertThat(stealNumber()).isZero();
        assertThat(all.get(2).steal()).isNotNull();
        List<Stealable> drained = new ArrayList<>();
        assertThat(deque.drainTo(drained::add)).isEqualTo(3);
        assertThat(drained).containsExactly(all.get(1), all.get(3), all.get(4));
        assertThat(deque.isEmpty()).isTrue();
        assertThat(deque.drainTo(drained::add)).isZero();
    }

    @Test
    void a_drained_branch_that_is_stolen_later_does_not_hide_a_new_one() {
        TestBranch old = push(1).get(0);
        deque.drainTo(entry -> {});
        TestBranch young = new TestBranch(7);
        deque.push(young);
        assertThat(old.steal()).isNotNull();
        deque.popIf(old);
        assertThat(stealNumber()).isEqualTo(7);
    }

    @Test
    void grows_around_what_it_holds() {
        List<TestBranch> all = push(3);
        assertThat(stealNumber()).isZero();
        for (int i = 3; i < 1000; i++) {
            TestBranch branch = new TestBranch(i);
            all.add(branch);
            deque.push(branch);
        }
        for (int i = 999; i >= 500; i--) {
            claimAndPop(deque, all.get(i));
        }
        for (int i = 1; i < 500; i++) {
            assertThat(stealNumber()).isEqualTo(i);
        }
        assertThat(deque.isEmpty()).isTrue();
    }

    @Test
    void goes_on_with_a_fresh_array() {
        List<TestBranch> all = push(3);
        assertThat(stealNumber()).isZero();
        deque.renew();
        claimAndPop(deque, all.get(2));
        deque.renew();
        deque.push(new TestBranch(3));
        assertThat(stealNumber()).isEqualTo(1);
        assertThat(stealNumber()).isEqualTo(3);
        assertThat(deque.isEmpty()).isTrue();
    }

    @Test
    void an_empty_deque_refers_to_nothing() {
        List<WeakReference<TestBranch>> all = new ArrayList<>();
        List<TestBranch> strong = push(40);
        strong.forEach(branch -> all.add(new WeakReference<>(branch)));
        for (int i = 39; i >= 30; i--) {
            claimAndPop(deque, strong.get(i));
        }
        for (int i = 0; i < 30; i++) {
            deque.steal();
        }
        strong.clear();
        assertThat(deque.isEmpty()).isTrue();
        Collected.await(all);
        push(1);
        assertThat(stealNumber()).isZero();
    }
}
