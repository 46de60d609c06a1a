package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.Runner;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.laws.Law;
import dev.clew.testkit.laws.Laws;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The laws of the semantics page, on the deterministic runtime, on one worker and on two, by {@code runSync}, and driven by a foreign scheduler. */
class LawsTest {
    private static final int DETERMINISTIC = 400;
    private static final int REAL = 60;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Runner DRIVEN =
            VirtualDriver.runner((what, error) -> assertThat(what).contains("nobody was joining"));

    private static TaskRuntime one;
    private static TaskRuntime two;

    @BeforeAll
    static void open() {
        one = quiet(1);
        two = quiet(2);
    }

    @AfterAll
    static void close() {
        one.close();
        two.close();
    }

    /** A child that fails before its parent joins it is reported, as it should be; here that says nothing. */
    private static TaskRuntime quiet(int workers) {
        return TaskRuntime.builder()
                .workers(workers)
                .errorReporter((what, error) -> assertThat(what).contains("nobody was joining"))
                .build();
    }

    private static void holds(Law law) {
        law.check(Runner.deterministic(Strategy::random), DETERMINISTIC);
        law.check(Runner.deterministic(seed -> Strategy.fifo()), REAL);
        law.check(Runner.on(one, LIMIT), REAL);
        law.check(Runner.on(two, LIMIT), REAL);
        law.check(Runner.sync(two), REAL);
        law.check(DRIVEN, DETERMINISTIC);
    }

    @Test
    void everyLawHasATest() {
        assertThat(Laws.all())
                .extracting(Law::name)
                .isSubsetOf(Arrays.stream(LawsTest.class.getDeclaredMethods())
                        .map(Method::getName)
                        .toList());
    }

    @Test
    void functorIdentity() {
        holds(Laws.FUNCTOR_IDENTITY);
    }

    @Test
    void functorComposition() {
        holds(Laws.FUNCTOR_COMPOSITION);
    }

    @Test
    void mapIsFlatMap() {
        holds(Laws.MAP_IS_FLAT_MAP);
    }

    @Test
    void leftIdentity() {
        holds(Laws.LEFT_IDENTITY);
    }

    @Test
    void rightIdentity() {
        holds(Laws.RIGHT_IDENTITY);
    }

    @Test
    void associativity() {
        holds(Laws.ASSOCIATIVITY);
    }

    @Test
    void failShortensFlatMap() {
        holds(Laws.FAIL_SHORTENS_FLAT_MAP);
    }

    @Test
    void failIsRecovered() {
        holds(Laws.FAIL_IS_RECOVERED);
    }

    @Test
    void nowIsNotRecovered() {
        holds(Laws.NOW_IS_NOT_RECOVERED);
    }

    @Test
    void thrownInMapIsFail() {
        holds(Laws.THROWN_IN_MAP_IS_FAIL);
    }

    @Test
    void thrownInFlatMapIsFail() {
        holds(Laws.THROWN_IN_FLAT_MAP_IS_FAIL);
    }

    @Test
    void thrownInHandlerIsFail() {
        holds(Laws.THROWN_IN_HANDLER_IS_FAIL);
    }

    @Test
    void thrownInDeferIsFail() {
        holds(Laws.THROWN_IN_DEFER_IS_FAIL);
    }

    @Test
    void attemptKeepsAll() {
        holds(Laws.ATTEMPT_KEEPS_ALL);
    }

    @Test
    void recoverWithIsAttempt() {
        holds(Laws.RECOVER_WITH_IS_ATTEMPT);
    }

    @Test
    void redeemWithIsAttempt() {
        holds(Laws.REDEEM_WITH_IS_ATTEMPT);
    }

    @Test
    void mapErrorIsRecoverWith() {
        holds(Laws.MAP_ERROR_IS_RECOVER_WITH);
    }

    @Test
    void tapErrorKeepsTheError() {
        holds(Laws.TAP_ERROR_KEEPS_THE_ERROR);
    }

    @Test
    void tapKeepsTheValue() {
        holds(Laws.TAP_KEEPS_THE_VALUE);
    }

    @Test
    void guaranteeRunsAfterAll() {
        holds(Laws.GUARANTEE_RUNS_AFTER_ALL);
    }

    @Test
    void attemptNeverHidesACancellation() {
        holds(Laws.ATTEMPT_NEVER_HIDES_A_CANCELLATION);
    }

    @Test
    void recoverNeverHidesACancellation() {
        holds(Laws.RECOVER_NEVER_HIDES_A_CANCELLATION);
    }

    @Test
    void uncancelableIsItself() {
        holds(Laws.UNCANCELABLE_IS_ITSELF);
    }

    @Test
    void timeoutIsItself() {
        holds(Laws.TIMEOUT_IS_ITSELF);
    }

    @Test
    void deferIsItself() {
        holds(Laws.DEFER_IS_ITSELF);
    }

    @Test
    void forkIsItself() {
        holds(Laws.FORK_IS_ITSELF);
    }

    @Test
    void yieldChangesNothing() {
        holds(Laws.YIELD_CHANGES_NOTHING);
    }

    @Test
    void startAndJoinIsItself() {
        holds(Laws.START_AND_JOIN_IS_ITSELF);
    }

    @Test
    void locallyRestores() {
        holds(Laws.LOCALLY_RESTORES);
    }

    @Test
    void sequenceIsFlatMap() {
        holds(Laws.SEQUENCE_IS_FLAT_MAP);
    }

    @Test
    void traverseIsSequence() {
        holds(Laws.TRAVERSE_IS_SEQUENCE);
    }

    @Test
    void gatherOfOne() {
        holds(Laws.GATHER_OF_ONE);
    }

    @Test
    void parTraverseByOneIsTraverse() {
        holds(Laws.PAR_TRAVERSE_BY_ONE_IS_TRAVERSE);
    }

    @Test
    void bothWithNow() {
        holds(Laws.BOTH_WITH_NOW);
    }

    @Test
    void resourceIsGuarantee() {
        holds(Laws.RESOURCE_IS_GUARANTEE);
    }

    @Test
    void resourceFlatMapNests() {
        holds(Laws.RESOURCE_FLAT_MAP_NESTS);
    }

    @Test
    void resourceMapIsUseOfMapped() {
        holds(Laws.RESOURCE_MAP_IS_USE_OF_MAPPED);
    }

    @Test
    void resourceEvalIsFlatMap() {
        holds(Laws.RESOURCE_EVAL_IS_FLAT_MAP);
    }

    @Test
    void scopedIsItself() {
        holds(Laws.SCOPED_IS_ITSELF);
    }

    @Test
    void scopeOfOneIsAChild() {
        holds(Laws.SCOPE_OF_ONE_IS_A_CHILD);
    }

    @Test
    void retryNeverIsItself() {
        holds(Laws.RETRY_NEVER_IS_ITSELF);
    }

    @Test
    void retryOnceIsOrElse() {
        holds(Laws.RETRY_ONCE_IS_OR_ELSE);
    }

    @Test
    void retryAndThenAddsUp() {
        holds(Laws.RETRY_AND_THEN_ADDS_UP);
    }

    @Test
    void repeatIsThen() {
        holds(Laws.REPEAT_IS_THEN);
    }
}
