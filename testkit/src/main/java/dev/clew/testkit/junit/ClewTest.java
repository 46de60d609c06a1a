package dev.clew.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that returns a {@code Task} as a test: the task is run on the deterministic runtime, under many
 * schedules, in virtual time.
 *
 * <p><b>Semantics.</b> For each schedule there is a new instance of the class, whose {@code @BeforeEach} methods are
 * called before the method and whose {@code @AfterEach} methods after the run; so fields are fresh. A schedule fails
 * where the task fails or is cancelled, where it never ends (deadlock, or more steps than {@link #stepLimit}), and where
 * it leaves fibers, timers, or an error that nobody heard of. The failure's message has the replay string: put it into
 * {@link #replay}, or run with {@code -Dclew.replay=…}, and that very schedule is run again.
 *
 * <p>Classes may hold JUnit Jupiter's {@code @Test} methods beside these. {@code @BeforeEach}, {@code @AfterEach},
 * {@code @BeforeAll}, {@code @AfterAll}, {@code @Disabled}, {@code @DisplayName}, {@code @Tag} and {@code @Nested} mean
 * what they mean there, and where a class has both kinds of tests its {@code @BeforeAll} methods are called for each
 * kind. Jupiter's extensions and parameters are not known here.
 *
 * <p><b>Errors.</b> A method that is static, private, has parameters, or returns something else than a task fails with a
 * message that says so.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * @ClewTest
 * Task<Void> waitsForTheOther() {
 *     return Deferred.<Integer>make()
 *             .flatMap(d -> d.get().both(d.complete(7)))
 *             .map(pair -> assertEquals(7, pair.first()));
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface ClewTest {
    /**
     * How many schedules are run at most; 0 leaves it to the way they are chosen: 100 of {@link Schedules#MIXED}, {@link
     * Schedules#RANDOM} and {@link Schedules#PCT}, 10 of {@link Schedules#ROUND_ROBIN}, all of the others.
     */
    int runs() default 0;

    /** How schedules are chosen. */
    Schedules schedules() default Schedules.MIXED;

    /** How many decisions deep {@link Schedules#EXHAUSTIVE} goes, and how many events in a row {@link Schedules#PCT} turns. */
    int depth() default 3;

    /** The seed of the first schedule, from which later ones count on; 0 for what {@link dev.clew.testkit.Seeds} says. */
    long seed() default 0;

    /**
     * How many cancels each schedule may hold: at a bind it is decided whether to cancel the fiber that runs. The task may
     * then end cancelled.
     */
    int cancelling() default 0;

    /** A replay string from a failure; only that schedule is run. The system property {@code clew.replay} overrides it. */
    String replay() default "";

    /** How many steps one schedule may take. */
    long stepLimit() default 20_000;

    /** How long, in seconds of real time, all schedules together may take; then the test fails. */
    long timeoutSeconds() default 120;

    /** Whether a schedule may leave fibers and timers behind. */
    boolean allowLeaks() default false;

    /** Whether errors that nobody hears of are ignored. */
    boolean allowReports() default false;
}
