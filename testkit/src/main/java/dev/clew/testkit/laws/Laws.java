package dev.clew.testkit.laws;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Resource;
import dev.clew.Schedule;
import dev.clew.Scope;
import dev.clew.Task;
import dev.clew.testkit.gen.ProgramError;
import java.time.Duration;
import java.util.List;

/** The laws of tasks. In their words {@code p} is any task, {@code f} and {@code g} give any task for a value. */
public final class Laws {
    private Laws() {}

    private static final int VALUE = 4;

    private static ProgramError error() {
        return new ProgramError(VALUE);
    }

    private static int twice(int value) {
        return value * 2;
    }

    /** A function that fails for some values. */
    private static int half(int value) throws ProgramError {
        if (value % 2 != 0) {
            throw error();
        }
        return value / 2;
    }

    private static Task<Integer> folded(Task<List<Integer>> list) {
        return list.map(values -> {
            int all = 0;
            for (int value : values) {
                all = all * 31 + value;
            }
            return all;
        });
    }

    private static <A> Task<A> unwrapped(Outcome<A> outcome) {
        return Task.delay(outcome::get);
    }

    // ---- functor and monad ----------------------------------------------------------------------------------

    public static final Law FUNCTOR_IDENTITY =
            new Law("functorIdentity", "p.map(x -> x) is p", 1, t -> t.p().map(x -> x), t -> t.p());

    public static final Law FUNCTOR_COMPOSITION = new Law(
            "functorComposition",
            "p.map(a).map(b) is p.map(b after a)",
            1,
            t -> t.p().map(x -> half(x)).map(x -> twice(x)),
            t -> t.p().map(x -> twice(half(x))));

    public static final Law MAP_IS_FLAT_MAP = new Law(
            "mapIsFlatMap",
            "p.map(a) is p.flatMap(x -> now(a(x)))",
            1,
            t -> t.p().map(x -> half(x)),
            t -> t.p().flatMap(x -> Task.now(half(x))));

    public static final Law LEFT_IDENTITY = new Law(
            "leftIdentity", "now(x).flatMap(f) is f(x)", 2, t -> Task.now(VALUE).flatMap(t::f), t -> t.f(VALUE));

    public static final Law RIGHT_IDENTITY =
            new Law("rightIdentity", "p.flatMap(now) is p", 1, t -> t.p().flatMap(Task::now), t -> t.p());

    public static final Law ASSOCIATIVITY = new Law(
            "associativity",
            "p.flatMap(f).flatMap(g) is p.flatMap(x -> f(x).flatMap(g))",
            3,
            t -> t.p().flatMap(t::f).flatMap(t::g),
            t -> t.p().flatMap(x -> t.f(x).flatMap(t::g)));

    // ---- errors -----------------------------------------------------------------------------------------------

    public static final Law FAIL_SHORTENS_FLAT_MAP = new Law(
            "failShortensFlatMap",
            "fail(e).flatMap(f) is fail(e)",
            2,
            t -> Task.<Integer>fail(error()).flatMap(t::f),
            t -> Task.fail(error()));

    public static final Law FAIL_IS_RECOVERED = new Law(
            "failIsRecovered",
            "fail(e).recoverWith(h) is h(e)",
            2,
            t -> Task.<Integer>fail(error()).recoverWith(t::h),
            t -> t.h(error()));

    public static final Law NOW_IS_NOT_RECOVERED = new Law(
            "nowIsNotRecovered",
            "now(x).recoverWith(h) is now(x)",
            2,
            t -> Task.now(VALUE).recoverWith(t::h),
            t -> Task.now(VALUE));

    public static final Law THROWN_IN_MAP_IS_FAIL = new Law(
            "thrownInMapIsFail",
            "p.map(x -> throw e) is p.flatMap(x -> fail(e))",
            1,
            t -> t.p().map(x -> {
                throw error();
            }),
            t -> t.p().flatMap(x -> Task.fail(error())));

    public static final Law THROWN_IN_FLAT_MAP_IS_FAIL = new Law(
            "thrownInFlatMapIsFail",
            "p.flatMap(x -> throw e) is p.flatMap(x -> fail(e))",
            1,
            t -> t.p().flatMap(x -> {
                throw error();
            }),
            t -> t.p().flatMap(x -> Task.fail(error())));

    public static final Law THROWN_IN_HANDLER_IS_FAIL = new Law(
            "thrownInHandlerIsFail",
            "p.recoverWith(x -> throw e) is p.recoverWith(x -> fail(e))",
            1,
            t -> t.p().recoverWith(x -> {
                throw error();
            }),
            t -> t.p().recoverWith(x -> Task.fail(error())));

    public static final Law THROWN_IN_DEFER_IS_FAIL = new Law(
            "thrownInDeferIsFail",
            "defer(() -> throw e) and delay(() -> throw e) are fail(e)",
            1,
            t -> t.p().flatMap(x -> x % 2 == 0
                    ? Task.delay(() -> {
                        throw error();
                    })
                    : Task.defer(() -> {
                        throw error();
                    })),
            t -> t.p().flatMap(x -> Task.fail(error())));

    public static final Law ATTEMPT_KEEPS_ALL = new Law(
            "attemptKeepsAll",
            "p.attempt().flatMap(outcome -> its value or error) is p",
            1,
            t -> t.p().attempt().flatMap(Laws::unwrapped),
            t -> t.p());

    public static final Law RECOVER_WITH_IS_ATTEMPT = new Law(
            "recoverWithIsAttempt",
            "p.recoverWith(h) is p.attempt(), then the value or h of the error",
            2,
            t -> t.p().recoverWith(t::h),
            t -> t.p().attempt()
                    .flatMap(o -> o instanceof Outcome.Failed<Integer> failed ? t.h(failed.error()) : unwrapped(o)));

    public static final Law REDEEM_WITH_IS_ATTEMPT = new Law(
            "redeemWithIsAttempt",
            "p.redeemWith(h, g) is p.attempt(), then h of the error or g of the value",
            3,
            t -> t.p().redeemWith(t::h, t::g),
            t -> t.p().attempt()
                    .flatMap(o -> o instanceof Outcome.Failed<Integer> failed
                            ? t.h(failed.error())
                            : unwrapped(o).flatMap(t::g)));

    public static final Law MAP_ERROR_IS_RECOVER_WITH = new Law(
            "mapErrorIsRecoverWith",
            "p.mapError(e -> e2) is p.recoverWith(e -> fail(e2))",
            1,
            t -> t.p().mapError(e -> error()),
            t -> t.p().recoverWith(e -> Task.fail(error())));

    public static final Law TAP_ERROR_KEEPS_THE_ERROR = new Law(
            "tapErrorKeepsTheError",
            "p.tapError(h) is p.recoverWith(e -> h(e).then(fail(e)))",
            2,
            t -> t.p().tapError(t::h),
            t -> t.p().recoverWith(e -> t.h(e).flatMap(x -> Task.fail(e))));

    public static final Law TAP_KEEPS_THE_VALUE = new Law(
            "tapKeepsTheValue",
            "p.tap(f) is p.flatMap(x -> f(x).thenReturn(x))",
            2,
            t -> t.p().tap(t::f),
            t -> t.p().flatMap(x -> t.f(x).map(y -> x)));

    public static final Law GUARANTEE_RUNS_AFTER_ALL = new Law(
            "guaranteeRunsAfterAll",
            "p.guarantee(q) is p, then q, then p's end, or q's error where p had none",
            2,
            t -> t.p().guarantee(t.f(1)),
            t -> t.p().attempt()
                    .flatMap(o -> t.f(1).attempt()
                            .flatMap(q -> o instanceof Outcome.Failed<Integer>
                                    ? unwrapped(o)
                                    : unwrapped(q).flatMap(x -> unwrapped(o)))));

    // ---- cancellation -----------------------------------------------------------------------------------------

    public static final Law ATTEMPT_NEVER_HIDES_A_CANCELLATION = new Law(
            "attemptNeverHidesACancellation",
            "p.recover().then(canceled()).attempt() is p.recover().then(canceled())",
            1,
            t -> t.p().recover(e -> 0).then(Task.canceled()).attempt().thenReturn(1),
            t -> t.p().recover(e -> 0).then(Task.canceled()).thenReturn(2));

    public static final Law RECOVER_NEVER_HIDES_A_CANCELLATION = new Law(
            "recoverNeverHidesACancellation",
            "canceled().then(p).recoverWith(h) is canceled()",
            2,
            t -> Task.canceled().then(t.p()).recoverWith(t::h),
            t -> Task.canceled().thenReturn(0));

    public static final Law UNCANCELABLE_IS_ITSELF = new Law(
            "uncancelableIsItself",
            "uncancelable(poll -> p), and with poll(p), is p where nobody cancels",
            1,
            t -> Task.uncancelable(poll -> Task.uncancelable(inner -> t.p()).flatMap(x -> poll.apply(t.p()))),
            t -> t.p().flatMap(x -> t.p()));

    public static final Law TIMEOUT_IS_ITSELF = new Law(
            "timeoutIsItself",
            "p.timeout(long), then the local, is p, then the local",
            1,
            t -> thenLocal(t, t.p().timeout(Duration.ofDays(1))),
            t -> thenLocal(t, t.p()));

    // ---- where and when -------------------------------------------------------------------------------------

    public static final Law DEFER_IS_ITSELF =
            new Law("deferIsItself", "defer(() -> p) is p", 1, t -> Task.defer(() -> t.p()), t -> t.p());

    public static final Law FORK_IS_ITSELF =
            new Law("forkIsItself", "fork(p) is p", 1, t -> Task.fork(t.p()).flatMap(Task::now), t -> t.p());

    public static final Law YIELD_CHANGES_NOTHING = new Law(
            "yieldChangesNothing",
            "yieldNow().then(p) is p",
            2,
            t -> Task.yieldNow().then(t.p()).flatMap(x -> Task.yieldNow().then(t.f(x))),
            t -> t.p().flatMap(t::f));

    public static final Law START_AND_JOIN_IS_ITSELF = new Law(
            "startAndJoinIsItself",
            "p.start().flatMap(joinOrFail) is p",
            1,
            t -> t.p().start().flatMap(Fiber::joinOrFail),
            t -> t.p());

    public static final Law LOCALLY_RESTORES = new Law(
            "locallyRestores",
            "set(x), then any end of locally(y, p), then get gives x",
            1,
            t -> t.probe()
                    .local()
                    .set(VALUE)
                    .flatMap(u -> t.probe()
                            .local()
                            .locally(9, t.p())
                            .attempt()
                            .flatMap(o -> t.probe().local().get())),
            t -> t.probe().local().set(9).flatMap(u -> t.p().attempt().map(o -> VALUE)));

    // ---- several ----------------------------------------------------------------------------------------------

    public static final Law SEQUENCE_IS_FLAT_MAP = new Law(
            "sequenceIsFlatMap",
            "sequence(p, q) is p.flatMap(x -> q.map(y -> list of x, y))",
            2,
            t -> folded(Task.sequence(List.of(t.p(), t.f(1)))),
            t -> t.p().flatMap(x -> t.f(1).map(y -> 31 * x + y)));

    public static final Law TRAVERSE_IS_SEQUENCE = new Law(
            "traverseIsSequence",
            "traverse(list, f) is sequence of f of each",
            2,
            t -> folded(Task.traverse(List.of(1, 2, 3), t::f)),
            t -> folded(Task.sequence(List.of(t.f(1), t.f(2), t.f(3)))));

    public static final Law GATHER_OF_ONE = new Law(
            "gatherOfOne", "gather(p) is p.map(list of one)", 1, t -> folded(Task.gather(List.of(t.p()))), t -> t.p());

    public static final Law PAR_TRAVERSE_BY_ONE_IS_TRAVERSE = new Law(
            "parTraverseByOneIsTraverse",
            "parTraverse(1, list, f) is traverse(list, f), but each with the locals of the beginning",
            2,
            t -> folded(Task.parTraverse(1, List.of(1, 2, 3), t::f)),
            t -> folded(Task.traverse(List.of(1, 2, 3), i -> t.probe().local().locally(0, t.f(i)))));

    public static final Law BOTH_WITH_NOW = new Law(
            "bothWithNow",
            "now(x) both p, and p both now(x), are p",
            1,
            t -> Task.now(VALUE).zipPar(t.p(), (x, y) -> y).flatMap(y -> t.p().zipPar(Task.now(VALUE), (a, b) -> a)),
            t -> t.probe()
                    .local()
                    .locally(0, t.p())
                    .flatMap(y -> t.probe().local().locally(0, t.p())));

    // ---- resources ----------------------------------------------------------------------------------------------

    public static final Law RESOURCE_IS_GUARANTEE = new Law(
            "resourceIsGuarantee",
            "make(p, f).use(g) is uncancelable(poll -> p.flatMap(x -> poll(g(x)).guarantee(f(x))))",
            3,
            t -> Resource.make(t.p(), t::f).use(t::g),
            t -> Task.uncancelable(poll -> t.p().flatMap(x -> poll.apply(t.g(x)).guarantee(t.f(x)))));

    public static final Law RESOURCE_FLAT_MAP_NESTS = new Law(
            "resourceFlatMapNests",
            "make(p, f).flatMap(x -> make(g(x), f)).use(k) is make(p, f).use(x -> make(g(x), f).use(k))",
            3,
            t -> Resource.make(t.p(), t::f)
                    .flatMap(x -> Resource.make(t.g(x), t::f))
                    .use(y -> t.probe().effect(y)),
            t -> Resource.make(t.p(), t::f)
                    .use(x -> Resource.make(t.g(x), t::f).use(y -> t.probe().effect(y))));

    public static final Law RESOURCE_MAP_IS_USE_OF_MAPPED = new Law(
            "resourceMapIsUseOfMapped",
            "make(p, f).map(a).use(g) is make(p, f).use(x -> g(a(x)))",
            3,
            t -> Resource.make(t.p(), t::f).map(x -> half(x)).use(t::g),
            t -> Resource.make(t.p(), t::f).use(x -> t.g(half(x))));

    public static final Law RESOURCE_EVAL_IS_FLAT_MAP = new Law(
            "resourceEvalIsFlatMap",
            "eval(p).use(f) is p.flatMap(f)",
            2,
            t -> Resource.eval(t.p()).use(t::f),
            t -> t.p().flatMap(t::f));

    // ---- scopes ---------------------------------------------------------------------------------------------------

    public static final Law SCOPED_IS_ITSELF =
            new Law("scopedIsItself", "scoped(scope -> p) is p", 1, t -> Task.scoped(scope -> t.p()), t -> t.p());

    public static final Law SCOPE_OF_ONE_IS_A_CHILD = new Law(
            "scopeOfOneIsAChild",
            "scoped(AWAIT, scope -> scope.start(p).thenReturn(x)) is p.start().flatMap(joinOrFail).thenReturn(x)",
            1,
            t -> Task.scoped(Scope.Rest.AWAIT, scope -> scope.start(t.p()).thenReturn(VALUE)),
            t -> t.p().start().flatMap(Fiber::joinOrFail).thenReturn(VALUE));

    // ---- schedules ------------------------------------------------------------------------------------------------

    public static final Law RETRY_NEVER_IS_ITSELF = new Law(
            "retryNeverIsItself", "p.retry(recurs(0)) is p", 1, t -> t.p().retry(Schedule.recurs(0)), t -> t.p());

    public static final Law RETRY_ONCE_IS_OR_ELSE = new Law(
            "retryOnceIsOrElse",
            "p.retry(recurs(1)) is p.orElse(p)",
            1,
            t -> t.p().retry(Schedule.recurs(1)),
            t -> t.p().orElse(t.p()));

    public static final Law RETRY_AND_THEN_ADDS_UP = new Law(
            "retryAndThenAddsUp",
            "p.retry(recurs(1).andThen(recurs(2))) is p.retry(recurs(3))",
            1,
            t -> t.p().retry(Schedule.recurs(1).andThen(Schedule.recurs(2))),
            t -> t.p().retry(Schedule.recurs(3)));

    public static final Law REPEAT_IS_THEN = new Law(
            "repeatIsThen",
            "p.repeat(recurs(2)) is p.then(p).then(p)",
            1,
            t -> t.p().repeat(Schedule.recurs(2)),
            t -> t.p().then(t.p()).then(t.p()));

    /** All laws above. */
    public static List<Law> all() {
        return List.of(
                FUNCTOR_IDENTITY,
                FUNCTOR_COMPOSITION,
                MAP_IS_FLAT_MAP,
                LEFT_IDENTITY,
                RIGHT_IDENTITY,
                ASSOCIATIVITY,
                FAIL_SHORTENS_FLAT_MAP,
                FAIL_IS_RECOVERED,
                NOW_IS_NOT_RECOVERED,
                THROWN_IN_MAP_IS_FAIL,
                THROWN_IN_FLAT_MAP_IS_FAIL,
                THROWN_IN_HANDLER_IS_FAIL,
                THROWN_IN_DEFER_IS_FAIL,
                ATTEMPT_KEEPS_ALL,
                RECOVER_WITH_IS_ATTEMPT,
                REDEEM_WITH_IS_ATTEMPT,
                MAP_ERROR_IS_RECOVER_WITH,
                TAP_ERROR_KEEPS_THE_ERROR,
                TAP_KEEPS_THE_VALUE,
                GUARANTEE_RUNS_AFTER_ALL,
                ATTEMPT_NEVER_HIDES_A_CANCELLATION,
                RECOVER_NEVER_HIDES_A_CANCELLATION,
                UNCANCELABLE_IS_ITSELF,
                TIMEOUT_IS_ITSELF,
                DEFER_IS_ITSELF,
                FORK_IS_ITSELF,
                YIELD_CHANGES_NOTHING,
                START_AND_JOIN_IS_ITSELF,
                LOCALLY_RESTORES,
                SEQUENCE_IS_FLAT_MAP,
                TRAVERSE_IS_SEQUENCE,
                GATHER_OF_ONE,
                PAR_TRAVERSE_BY_ONE_IS_TRAVERSE,
                BOTH_WITH_NOW,
                RESOURCE_IS_GUARANTEE,
                RESOURCE_FLAT_MAP_NESTS,
                RESOURCE_MAP_IS_USE_OF_MAPPED,
                RESOURCE_EVAL_IS_FLAT_MAP,
                SCOPED_IS_ITSELF,
                SCOPE_OF_ONE_IS_A_CHILD,
                RETRY_NEVER_IS_ITSELF,
                RETRY_ONCE_IS_OR_ELSE,
                RETRY_AND_THEN_ADDS_UP,
                REPEAT_IS_THEN);
    }

    /** {@code task}, and what the local holds after it. */
    private static Task<Integer> thenLocal(Law.Parts parts, Task<Integer> task) {
        return task.flatMap(value -> parts.probe().local().get().map(local -> 31 * value + local));
    }
}
