package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an error shows of the user's own call sites as it leaves the tasks. */
class TaskTraceTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static Task<Integer> failing() {
        return Task.delay(() -> {
            throw new IllegalStateException("broken");
        });
    }

    private static Task<Integer> inner() {
        return failing().map(x -> x + 1);
    }

    private static Task<Integer> outer() {
        return inner().flatMap(x -> Task.now(x * 2));
    }

    /** The methods of this class among the frames added to {@code error}, each once in a row. */
    private static List<String> added(Throwable error) {
        List<String> names = new ArrayList<>();
        boolean ours = false;
        for (StackTraceElement frame : error.getStackTrace()) {
            ours |= "task trace".equals(frame.getFileName());
            if (ours && frame.getClassName().equals(TaskTraceTest.class.getName())) {
                assertThat(frame.getFileName()).isEqualTo("TaskTraceTest.java");
                assertThat(frame.getLineNumber()).isPositive();
                names.add(frame.getMethodName());
            }
        }
        return names;
    }

    private static List<String> heads(Throwable error) {
        return Arrays.stream(error.getStackTrace())
                .filter(frame -> "task trace".equals(frame.getFileName()))
                .map(StackTraceElement::getMethodName)
                .toList();
    }

    @Test
    void showsTheStepsThatWouldHaveGoneOn() {
        Throwable error = catchThrowable(() -> outer().runSync());

        assertThat(heads(error)).containsExactly("<then>");
        assertThat(added(error)).containsExactly("inner", "outer");
        assertThat(error.getStackTrace()[0].getClassName()).isEqualTo(TaskTraceTest.class.getName());
    }

    @Test
    void showsThemAcrossHopsAndWaits() {
        Task<Integer> hopping =
                Task.fork(Task.sleep(Duration.ofNanos(1)).then(outer())).map(x -> x);

        Throwable error = catchThrowable(hopping::runSync);

        assertThat(heads(error)).containsExactly("<then>", "<run>");
        assertThat(added(error))
                .startsWith("inner", "outer", "showsThemAcrossHopsAndWaits")
                .endsWith("showsThemAcrossHopsAndWaits");
    }

    private static Task<Integer> right(Task<Integer> left, Task<Integer> right) {
        return left.zipPar(right, Integer::sum);
    }

    @Test
    void showsThemAcrossBranches() throws Exception {
        for (int i = 0; i < 50; i++) {
            Throwable left = catchThrowable(() -> right(outer(), Task.now(1)).runSync(LIMIT));
            Throwable right = catchThrowable(() -> right(Task.now(1), outer()).runSync(LIMIT));

            assertThat(added(left)).startsWith("inner", "outer", "right");
            assertThat(added(right)).startsWith("inner", "outer", "right");
        }
        Deferred<Integer> gate = Deferred.create();
        Throwable stolen =
                catchThrowable(() -> right(gate.get(), Task.fork(outer()).onError(e -> gate.complete(1)))
                        .runSync(LIMIT));
        assertThat(added(stolen)).startsWith("inner", "outer").contains("right");
    }

    private static Task<Integer> raced(Task<Integer> left, Task<Integer> right) {
        return Task.race(left, right).map(x -> x);
    }

    @Test
    void showsThemAcrossRaces() {
        Task<Integer> hops = Task.fork(outer());
        for (Task<Integer> race : List.of(
                raced(outer(), Task.never()),
                raced(Task.never(), hops),
                hops.timeoutAndForget(LIMIT),
                hops.timeout(LIMIT))) {
            assertThat(added(catchThrowable(() -> race.runSync(LIMIT)))).startsWith("inner", "outer");
        }
    }

    private static Task<List<Integer>> all() {
        return Task.parTraverse(List.of(1, 2, 3), x -> x == 2 ? outer() : Task.now(x));
    }

    @Test
    void showsThemAcrossElements() {
        assertThat(added(catchThrowable(() -> all().runSync(LIMIT)))).startsWith("inner", "outer", "all");
    }

    private static Task<Integer> first() {
        return Task.defer(() -> second().start()).flatMap(Fiber::joinOrFail);
    }

    private static Task<Integer> second() {
        return Task.defer(() -> third().start()).flatMap(Fiber::joinOrFail);
    }

    private static Task<Integer> third() {
        return Task.fork(failing()).map(x -> x);
    }

    @Test
    void showsAUsersFrameThreeForksBack() {
        Throwable error =
                catchThrowable(() -> first().start().flatMap(Fiber::joinOrFail).runSync(LIMIT));

        assertThat(added(error)).contains("third", "second", "first");
    }

    private static Task<Integer> unjoined(int forksLeft) {
        return forksLeft == 0
                ? Task.yieldNow().flatMap(x -> failing())
                : Task.defer(() -> unjoined(forksLeft - 1).start()).map(fiber -> 0);
    }

    @Test
    void theReporterShowsWhereAFiberCameFrom() throws Exception {
        BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
        try (TaskRuntime runtime = TaskRuntime.builder()
                .errorReporter((what, error) -> reported.add(error))
                .build()) {
            runtime.runSync(unjoined(3).start());
            Throwable error = reported.poll(30, TimeUnit.SECONDS);

            assertThat(error).isNotNull();
            assertThat(heads(error)).containsExactly("<started>");
            assertThat(added(error)).containsExactly("unjoined", "unjoined", "unjoined", "unjoined");
        }
    }

    @Test
    void anEndlessChainOfStartsIsCut() throws Exception {
        BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
        try (TaskRuntime runtime = TaskRuntime.builder()
                .errorReporter((what, error) -> reported.add(error))
                .build()) {
            runtime.runSync(chain(10_000).start());
            Throwable error = reported.poll(60, TimeUnit.SECONDS);
            assertThat(error).isNotNull();
            assertThat(added(error)).hasSizeBetween(8, 16);
        }
    }

    private static Task<Integer> chain(int left) {
        return Task.defer(() -> left == 0 ? failing() : chain(left - 1).start().thenReturn(0));
    }

    @Test
    void deepRecursionIsCut() {
        Throwable error = catchThrowable(() -> deep(1_000, 0).runSync());

        assertThat(added(error)).hasSize(32);
        assertThat(heads(error)).last().asString().endsWith("more>");
    }

    private static Task<Integer> deep(int left, int turn) {
        if (left == 0) {
            return failing();
        }
        Task<Integer> inner = Task.defer(() -> deep(left - 1, turn + 1));
        return left % 2 == 0 ? inner.map(x -> x) : inner.flatMap(Task::now);
    }

    @Test
    void aHandlerThatLooksAtAnErrorDoesNotCutItsTrace() {
        Task<Integer> looked = outer().onError(e -> Task.sleep(Duration.ofNanos(1)))
                .tapError(e -> Task.yieldNow())
                .guarantee(Task.sleep(Duration.ofNanos(1)))
                .map(x -> x);

        assertThat(added(catchThrowable(looked::runSync))).startsWith("inner", "outer");
    }

    @Test
    void anErrorThatWasAnsweredLeavesNothing() {
        Throwable error =
                catchThrowable(() -> outer().attempt().flatMap(o -> failing()).runSync());

        assertThat(heads(error)).isEmpty();
    }

    private static Task<Integer> oneWay(Throwable made) {
        return Task.<Integer>fail(made).map(x -> x);
    }

    private static Task<Integer> otherWay(Throwable made) {
        return Task.<Integer>fail(made).flatMap(Task::now);
    }

    private static Task<Integer> lastWay(Throwable made) {
        return Task.<Integer>fail(made).map(x -> x);
    }

    @Test
    void anErrorThatIsMadeOnceDoesNotCollectTheWaysItWasAnsweredOn() {
        IllegalStateException made = new IllegalStateException("made once");
        List<Task<Integer>> answered = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            answered.add(oneWay(made).recover(e -> 0));
            answered.add(otherWay(made).attempt().map(o -> 0));
            answered.add(oneWay(made).redeem(e -> 0, x -> x));
        }

        Throwable error =
                catchThrowable(() -> Task.sequence(answered).then(lastWay(made)).runSync());

        assertThat(heads(error)).containsExactly("<then>");
        assertThat(added(error)).hasSizeLessThan(17).endsWith("lastWay");
    }

    @Test
    void isAddedOnceAThrowable() {
        IllegalStateException shared = new IllegalStateException("shared");
        Task<Integer> task = Task.<Integer>fail(shared).map(x -> x);
        StackTraceElement[] own = shared.getStackTrace();

        assertThat(catchThrowable(task::runSync)).isSameAs(shared);
        StackTraceElement[] once = shared.getStackTrace();
        assertThat(once).hasSize(own.length + 2).startsWith(own);
        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> task.map(x -> x).runSync(LIMIT))).isSameAs(shared);
        }
        assertThat(shared.getStackTrace()).isEqualTo(once);
    }

    private static final class Traceless extends RuntimeException {
        private static final long serialVersionUID = 1;

        Traceless(boolean writable) {
            super("traceless", null, false, writable);
        }
    }

    private static final class Unfilled extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    @Test
    void isNotAddedWhereThereIsNoTrace() {
        for (RuntimeException bare : List.of(new Traceless(false), new Unfilled())) {
            assertThat(catchThrowable(() -> Task.<Integer>fail(bare).map(x -> x).runSync(LIMIT)))
                    .isSameAs(bare);
            assertThat(bare.getStackTrace()).isEmpty();
        }
    }

    private static final class Stubborn extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public void setStackTrace(StackTraceElement[] trace) {
            throw new UnsupportedOperationException("no trace but my own");
        }
    }

    @Test
    void anErrorThatTakesNoTraceIsStillTheError() throws Exception {
        BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
        try (TaskRuntime runtime = TaskRuntime.builder()
                .errorReporter((what, error) -> reported.add(error))
                .build()) {
            Stubborn error = new Stubborn();
            assertThat(catchThrowable(
                            () -> runtime.runSync(Task.<Integer>fail(error).map(x -> x))))
                    .isSameAs(error);
            assertThat(reported.poll(30, TimeUnit.SECONDS)).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void aFutureAndACallbackGetItToo() throws Exception {
        Throwable future = catchThrowable(() -> outer().toCompletableFuture().get(30, TimeUnit.SECONDS));
        assertThat(future).isInstanceOf(ExecutionException.class);
        assertThat(added(future.getCause())).containsExactly("inner", "outer");

        BlockingQueue<Outcome<Integer>> outcomes = new LinkedBlockingQueue<>();
        outer().runAsync(outcomes::add);
        Outcome<Integer> outcome = outcomes.poll(30, TimeUnit.SECONDS);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(added(((Outcome.Failed<Integer>) outcome).error())).containsExactly("inner", "outer");
    }

    private static Task<Integer> derived() {
        return failing()
                .tap(x -> Task.unit())
                .ensure(x -> x > 0, x -> new IllegalStateException())
                .zipWith(Task.now(1), Integer::sum)
                .then(Task.delay(() -> 1));
    }

    @Test
    void stepsMadeOfClewsOwnFunctionsShowWhatTheUserGave() {
        Throwable error = catchThrowable(() -> derived().runSync());

        assertThat(added(error)).containsExactly("derived", "derived", "derived", "derived");
        assertThat(Arrays.stream(error.getStackTrace())
                        .dropWhile(frame -> !"task trace".equals(frame.getFileName()))
                        .skip(1))
                .noneMatch(frame -> frame.getClassName().equals(Task.class.getName()));
    }
}
