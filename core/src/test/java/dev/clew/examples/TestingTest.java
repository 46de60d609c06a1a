package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.sync.Deferred;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Explored;
import dev.clew.testkit.RunFailure;
import dev.clew.testkit.TestRuntime;
import dev.clew.testkit.junit.ClewTest;
import dev.clew.testkit.junit.Schedules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The programs of {@code docs/guide/testing.md}. */
class TestingTest {

    // ---- a first test -----------------------------------------------------------------------------------------

    @ClewTest
    Task<?> aDayIsOverAtOnce() {
        return Task.sleep(Duration.ofDays(1))
                .thenReturn(7)
                .map(n -> assertThat(n).isEqualTo(7));
    }

    @Test
    void withoutTheAnnotation() {
        Outcome<Integer> outcome =
                TestRuntime.fifo().run(Task.sleep(Duration.ofDays(1)).thenReturn(7));
        assertThat(outcome).isEqualTo(new Outcome.Succeeded<>(7));
    }

    // ---- time ---------------------------------------------------------------------------------------------------

    @Test
    void lookingAtTheMomentsBetween() {
        List<String> log = new ArrayList<>();
        Task<?> reminder = Task.sleep(Duration.ofMinutes(5)).then(Task.delay(() -> log.add("tea")));

        TestRuntime runtime = TestRuntime.fifo();
        TestRuntime.Started<?> started = runtime.start(reminder);
        runtime.tick();
        assertThat(runtime.nextInterval()).isEqualTo(Duration.ofMinutes(5));
        runtime.tickFor(Duration.ofMinutes(4));
        assertThat(log).isEmpty();
        runtime.tickFor(Duration.ofMinutes(1));
        assertThat(log).containsExactly("tea");
        assertThat(started.outcome()).isNotNull();
    }

    // ---- a race ---------------------------------------------------------------------------------------------------

    static final class Account {
        private int balance;

        int balance() {
            return balance;
        }

        Task<Void> deposit(int amount) {
            return Task.delay(() -> balance)
                    .flatMap(before -> Task.delay(() -> {
                        balance = before + amount;
                        return null;
                    }));
        }
    }

    @Test
    void exploring() {
        assertThatThrownBy(() -> Explore.program(
                                Account::new, account -> account.deposit(1).both(account.deposit(2)))
                        .expect("both deposits count", (account, outcome) -> account.balance() == 3)
                        .check())
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining("both deposits count")
                .hasMessageContaining("Replay:");
    }

    @Test
    void replaying() {
        Explore<Account, ?> explore = Explore.program(
                        Account::new, account -> account.deposit(1).both(account.deposit(2)))
                .expect("both deposits count", (account, outcome) -> account.balance() == 3);
        RunFailure failure = Objects.requireNonNull(explore.search().failure());
        assertThatThrownBy(() -> explore.replay(failure.replay())).isInstanceOf(RunFailure.class);
    }

    static final class SafeAccount {
        private final AtomicInteger balance = new AtomicInteger();

        int balance() {
            return balance.get();
        }

        Task<Integer> deposit(int amount) {
            return Task.delay(() -> balance.addAndGet(amount));
        }
    }

    @Test
    void repaired() {
        Explored explored = Explore.program(
                        SafeAccount::new, account -> account.deposit(1).both(account.deposit(2)))
                .invariant("the balance is never negative", account -> account.balance() >= 0)
                .expect("both deposits count", (account, outcome) -> account.balance() == 3)
                .exhaustive(20)
                .check();
        assertThat(explored.exhausted()).isTrue();
    }

    // ---- deadlock -------------------------------------------------------------------------------------------------

    static final class Lock {
        private @Nullable Deferred<Integer> free;

        Task<Integer> acquire() {
            return Task.defer(() -> {
                Deferred<Integer> held = free;
                if (held != null) {
                    return held.get().flatMap(again -> acquire());
                }
                free = Deferred.create();
                return Task.now(0);
            });
        }

        Task<Integer> release() {
            return Task.delay(() -> {
                Deferred<Integer> held = Objects.requireNonNull(free, "released while free");
                free = null;
                held.tryComplete(0);
                return 0;
            });
        }
    }

    @Test
    void deadlock() {
        assertThatThrownBy(() -> Explore.program(() -> {
                            Lock left = new Lock();
                            Lock right = new Lock();
                            Task<Integer> one = left.acquire()
                                    .then(right.acquire())
                                    .then(right.release())
                                    .then(left.release());
                            Task<Integer> other = right.acquire()
                                    .then(left.acquire())
                                    .then(left.release())
                                    .then(right.release());
                            return one.both(other);
                        })
                        .check())
                .hasMessageContaining("deadlock")
                .hasMessageContaining("waits for a Deferred");
    }

    // ---- cancellation ---------------------------------------------------------------------------------------------

    @ClewTest(schedules = Schedules.CANCEL_EVERYWHERE)
    Task<?> whatIsTakenIsGivenBack() {
        AtomicInteger taken = new AtomicInteger();
        Task<Integer> take = Task.delay(taken::incrementAndGet);
        Task<Integer> give = Task.delay(taken::decrementAndGet);
        Task<?> careful = Task.uncancelable(poll ->
                take.flatMap(n -> poll.apply(Task.sleep(Duration.ofSeconds(1))).guarantee(give)));
        return careful.guarantee(Task.delay(() -> assertThat(taken).hasValue(0)));
    }

    // ---- the real runtime -------------------------------------------------------------------------------------------

    @Test
    void onTheRealRuntimeAsWell() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().workers(2).build()) {
            SafeAccount account = new SafeAccount();
            runtime.runSync(account.deposit(1).both(account.deposit(2)), Duration.ofSeconds(30));
            assertThat(account.balance()).isEqualTo(3);
        }
    }
}
