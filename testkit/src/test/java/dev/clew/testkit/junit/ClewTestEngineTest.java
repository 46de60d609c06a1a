package dev.clew.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import dev.clew.Task;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;

/** {@code @ClewTest} methods are found, run under many schedules, and reported like any other test. */
class ClewTestEngineTest {
    private static final List<String> CALLS = new ArrayList<>();

    // ---- what is run ----------------------------------------------------------------------------------------

    static class Mixture {
        @ClewTest
        Task<Integer> succeeds() {
            return Task.sleep(Duration.ofDays(1)).thenReturn(1);
        }

        @ClewTest
        Task<Integer> fails() {
            return Task.fail(new IllegalStateException("as it must"));
        }

        @ClewTest
        Task<Integer> throwsBeforeTheTask() {
            throw new UnsupportedOperationException("no task today");
        }

        @ClewTest
        Task<Integer> waitsForEver() {
            return Deferred.<Integer>make().flatMap(Deferred::get);
        }

        @ClewTest
        Task<?> leaks() {
            return Task.never().start().then(Task.yieldNow());
        }

        @ClewTest
        Task<?> cancelsItself() {
            return Task.canceled();
        }

        @ClewTest
        @Disabled("not today")
        Task<?> disabled() {
            return Task.fail(new IllegalStateException("never run"));
        }

        @ClewTest
        @DisplayName("a test with a name")
        @Tag("named")
        Task<?> named() {
            return Task.unit();
        }

        @ClewTest
        String returnsNoTask() {
            return "no task";
        }

        @ClewTest
        Task<?> hasParameters(int n) {
            return Task.now(n);
        }

        @ClewTest
        @SuppressWarnings("NullAway") // what a wrong test does
        Task<?> returnsNull() {
            return null;
        }

        @Test
        void plain() {
            assertThat(CALLS).isNotNull();
        }
    }

    static class Races {
        private int value;

        /** Two fibers read, then write: an update is lost under some schedules only. */
        @ClewTest
        Task<?> losesAnUpdate() {
            Task<?> increment = Task.delay(() -> value).flatMap(read -> Task.delay(() -> value = read + 1));
            return increment.both(increment).then(Task.delay(() -> {
                assertThat(value).isEqualTo(2);
                return value;
            }));
        }
    }

    static class Lifecycle {
        private final List<String> fresh = new ArrayList<>();

        @BeforeAll
        static void first() {
            CALLS.add("all");
        }

        @BeforeEach
        void before() {
            fresh.add("before");
        }

        @ClewTest(runs = 3, schedules = Schedules.RANDOM)
        Task<?> eachScheduleHasAnInstanceOfItsOwn() {
            return Task.delay(() -> CALLS.add(String.join(",", fresh)));
        }

        @AfterEach
        void after() {
            CALLS.add("after");
        }

        @AfterAll
        static void last() {
            CALLS.add("last");
        }

        @Nested
        class Inner {
            @BeforeEach
            void inner() {
                fresh.add("inner");
            }

            @ClewTest(runs = 1, schedules = Schedules.FIFO)
            Task<?> nested() {
                return Task.delay(() -> CALLS.add(String.join(",", fresh)));
            }
        }
    }

    static class BrokenAfter {
        @ClewTest(schedules = Schedules.FIFO)
        Task<?> succeedsItself() {
            return Task.unit();
        }

        @AfterEach
        void after() {
            throw new IllegalStateException("cleaning up failed");
        }
    }

    static class Endless {
        @ClewTest(timeoutSeconds = 1, runs = Integer.MAX_VALUE)
        Task<?> goesOn() {
            return Task.unit();
        }
    }

    static class Ways {
        static final AtomicInteger COUNT = new AtomicInteger();

        @ClewTest(schedules = Schedules.CANCEL_EVERYWHERE)
        Task<?> cancelledAtEachStep() {
            COUNT.incrementAndGet();
            return Task.sleep(Duration.ofSeconds(1)).then(Task.yieldNow()).then(Task.unit());
        }

        @ClewTest(schedules = Schedules.EXHAUSTIVE, depth = 6)
        Task<?> exhaustive() {
            return Task.yieldNow().both(Task.yieldNow());
        }

        @ClewTest(schedules = Schedules.PCT, depth = 2, runs = 7)
        Task<?> pct() {
            return Task.yieldNow().both(Task.yieldNow());
        }

        @ClewTest(schedules = Schedules.ROUND_ROBIN)
        Task<?> roundRobin() {
            return Task.yieldNow().both(Task.yieldNow());
        }
    }

    // ---- that it is -----------------------------------------------------------------------------------------

    @Test
    void aClassHoldsTestsOfBothKinds() {
        Launched launched = Launched.run(selectClass(Mixture.class));
        assertThat(launched.succeeded("succeeds()")).isTrue();
        assertThat(launched.succeeded("plain()")).isTrue();
        assertThat(launched.succeeded("a test with a name")).isTrue();
        assertThat(launched.skipped).containsEntry("disabled()", "not today");
    }

    @Test
    void failuresSayWhatWentWrong() {
        Launched launched = Launched.run(selectClass(Mixture.class));
        assertThat(launched.failure("fails()")).contains("as it must");
        assertThat(launched.failure("throwsBeforeTheTask()")).contains("no task today");
        assertThat(launched.failure("waitsForEver()")).contains("deadlock").contains("clew.replay=");
        assertThat(launched.failure("leaks()")).contains("leak");
        assertThat(launched.failure("cancelsItself()")).contains("Canceled");
    }

    @Test
    void methodsOfAWrongShapeAreRefused() {
        Launched launched = Launched.run(selectClass(Mixture.class));
        assertThat(launched.failure("returnsNoTask()"))
                .contains("returns String")
                .contains("returns a Task");
        assertThat(launched.failure("hasParameters()")).contains("has parameters");
        assertThat(launched.failure("returnsNull()")).contains("returned null");
    }

    @Test
    void aRaceIsFoundAndItsReplayStringRepeatsIt() {
        String failure = Launched.run(selectClass(Races.class)).failure("losesAnUpdate()");
        Matcher replay = Pattern.compile("'-Dclew\\.replay=([^']+)'").matcher(failure);
        assertThat(replay.find()).as(failure).isTrue();
        System.setProperty("clew.replay", replay.group(1));
        try {
            assertThat(Launched.run(selectClass(Races.class)).failure("losesAnUpdate()"))
                    .contains(replay.group(1));
        } finally {
            System.clearProperty("clew.replay");
        }
    }

    @Test
    void eachScheduleIsPreparedAndCleanedUp() {
        CALLS.clear();
        Launched launched = Launched.run(selectClass(Lifecycle.class));
        assertThat(launched.succeeded("eachScheduleHasAnInstanceOfItsOwn()")).isTrue();
        assertThat(launched.succeeded("nested()")).isTrue();
        assertThat(CALLS)
                .containsExactly(
                        "all",
                        "before",
                        "after",
                        "before",
                        "after",
                        "before",
                        "after",
                        "before,inner",
                        "after",
                        "last");
    }

    @Test
    void anErrorOfAfterEachFailsTheTest() {
        assertThat(Launched.run(selectClass(BrokenAfter.class)).failure("succeedsItself()"))
                .contains("cleaning up failed");
    }

    @Test
    void schedulesWithoutEndAreEndedAfterTheTimeout() {
        assertThat(Launched.run(selectClass(Endless.class)).failure("goesOn()")).contains("took longer than 1 seconds");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void everyWayOfChoosingSchedulesWorks() {
        Ways.COUNT.set(0);
        Launched launched = Launched.run(selectClass(Ways.class));
        assertThat(launched.results.values())
                .allMatch(result -> result.getStatus() == TestExecutionResult.Status.SUCCESSFUL);
        assertThat(launched.results).hasSize(4);
        assertThat(Ways.COUNT.get()).isGreaterThan(3);
    }

    // ---- that it is found -------------------------------------------------------------------------------------

    @Test
    void oneMethodIsSelected() {
        Launched launched = Launched.run(selectMethod(Mixture.class, "succeeds"));
        assertThat(launched.results).containsOnlyKeys("succeeds()");
    }

    @Test
    void aNestedMethodIsSelectedByItsClassAndByItsId() {
        Launched launched = Launched.run(selectMethod(Lifecycle.Inner.class, "nested"));
        assertThat(launched.results).containsOnlyKeys("nested()");
        String id = launched.tests.get(0).getUniqueId();
        assertThat(Launched.run(selectUniqueId(id)).results).containsOnlyKeys("nested()");
        assertThat(Launched.run(selectClass(Lifecycle.Inner.class)).results).containsOnlyKeys("nested()");
    }

    @Test
    void tagsSelect() {
        assertThat(Launched.withTag("named", selectClass(Mixture.class)).results)
                .containsOnlyKeys("a test with a name");
    }

    @Test
    void aPackageIsScanned() {
        assertThat(Launched.run(selectPackage("dev.clew.testkit.junit.sample")).results)
                .containsKey("foundByScanning()");
    }
}
