package dev.clew;

import dev.clew.internal.kernel.AsyncNode;
import dev.clew.internal.kernel.AttemptNode;
import dev.clew.internal.kernel.BlockingNode;
import dev.clew.internal.kernel.BothNode;
import dev.clew.internal.kernel.BracketNode;
import dev.clew.internal.kernel.CallSites;
import dev.clew.internal.kernel.ControlNodes;
import dev.clew.internal.kernel.Defer;
import dev.clew.internal.kernel.Delay;
import dev.clew.internal.kernel.Fail;
import dev.clew.internal.kernel.FiberNodes;
import dev.clew.internal.kernel.FinalizerNodes;
import dev.clew.internal.kernel.FlatMapNode;
import dev.clew.internal.kernel.ForgetNode;
import dev.clew.internal.kernel.FutureNode;
import dev.clew.internal.kernel.GatherNode;
import dev.clew.internal.kernel.MapNode;
import dev.clew.internal.kernel.MaskNodes;
import dev.clew.internal.kernel.Memo;
import dev.clew.internal.kernel.Node;
import dev.clew.internal.kernel.OnNode;
import dev.clew.internal.kernel.Pure;
import dev.clew.internal.kernel.RaceNode;
import dev.clew.internal.kernel.RacePairNode;
import dev.clew.internal.kernel.RecoverNode;
import dev.clew.internal.kernel.RedeemNode;
import dev.clew.internal.kernel.ScopeNode;
import dev.clew.internal.kernel.SequenceNode;
import dev.clew.internal.kernel.SleepNode;
import dev.clew.internal.kernel.Suppressed;
import dev.clew.internal.kernel.TimedNode;
import dev.clew.internal.kernel.TimeoutNode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable, lazy description of work that ends with an {@code A}, an error, or cancellation.
 *
 * <p>Building a task runs nothing. Running it twice does the work twice, and many threads may run one task at once. What
 * a lambda throws is the task's error, exactly as {@link #fail} would give it, unwrapped. {@code null} is a value like
 * any other.
 *
 * <p><b>Cost.</b> A step is a small object when it is described and a call when it runs. Recursion and chains of any
 * length run in constant stack. Forking ({@link #both}, {@link #gather}, {@link #parTraverse}) costs a small object and
 * a compare-and-set a branch, because a branch becomes a fiber only when another worker takes it or when it suspends; so
 * no cut-off and no batch size is asked of the user.
 *
 * <p><b>Cancellation</b> is looked at on entering a step, never on handing a value on and never inside user code. A
 * fiber that is cancelled runs its finalizers, last registered first, and then ends as {@link Outcome.Canceled}.
 *
 * @param <A> the value
 */
public abstract sealed class Task<A extends @Nullable Object> permits Node {

    /** For {@link Node} alone. */
    protected Task() {}

    private Node<A> node() {
        return (Node<A>) this;
    }

    private static <A extends @Nullable Object> Node<A> node(Task<A> task) {
        return (Node<A>)
                Objects.requireNonNull(task, "a task was wanted, not null; use Task.now(null) for a task of null");
    }

    /** {@code function}, which may not be null; where it is the first of its class, its call site is looked for. */
    private static <T> T given(@Nullable T function) {
        if (function == null || CallSites.isNew(function)) {
            return first(function);
        }
        return function;
    }

    /** {@code code}, which may not be null. Its call site is not looked for: see {@link CallSites#root}. */
    private static <T> T code(@Nullable T code) {
        return Objects.requireNonNull(code, "a function was wanted, not null");
    }

    private static <T> T first(@Nullable T function) {
        T known = Objects.requireNonNull(function, "a function was wanted, not null");
        CallSites.capture(known);
        return known;
    }

    // ---- creating -------------------------------------------------------------------------------------

    /** A value that is known: {@code value} is evaluated by the caller, before any run. */
    public static <A extends @Nullable Object> Task<A> now(A value) {
        return new Pure<>(value);
    }

    /** Does nothing. */
    public static Task<@Nullable Void> unit() {
        return ControlNodes.UNIT;
    }

    /** Runs {@code code} each time, on the fiber's worker. Code that blocks belongs into {@link #blocking}. */
    public static <A extends @Nullable Object> Task<A> delay(Callable<? extends A> code) {
        return new Delay<>(CallSites.located(code(code)));
    }

    /** Builds the task each time it runs; makes recursion lazy. */
    public static <A extends @Nullable Object> Task<A> defer(Callable<? extends Task<A>> code) {
        return new Defer<>(CallSites.located(code(code)));
    }

    /** Ends with {@code error}. No Java exception is thrown on the way. */
    public static <A extends @Nullable Object> Task<A> fail(Throwable error) {
        return CallSites.located(
                new Fail<>(Objects.requireNonNull(error, "a task fails with an error, not with null")));
    }

    /**
     * Waits until a callback is called.
     *
     * <p><b>Semantics.</b> {@code register} runs on the fiber's worker and gets the callback, which may be called once
     * with a value or an error, from any thread, before or after {@code register} returns. Later calls are ignored. If
     * {@code register} throws, that is the error, and the callback is ignored.
     *
     * <p><b>Cancellation.</b> Cancel safe: a late callback is ignored. Use {@link #asyncWithFinalizer} to stop what was
     * begun.
     */
    public static <A extends @Nullable Object> Task<A> async(Proc<? super Callback<A>> register) {
        return AsyncNode.of(given(register));
    }

    /** {@link #async} whose {@code register} gives a finalizer, run if the fiber is cancelled while it waits. */
    public static <A extends @Nullable Object> Task<A> asyncWithFinalizer(
            Fn<? super Callback<A>, ? extends @Nullable Task<?>> register) {
        return new AsyncNode<>(given(register));
    }

    /**
     * Moves to a worker through its queue, runs {@code task} there, and comes back to where the fiber ran before.
     *
     * <p>The explicit control of submissions: use it to give others a turn, or to bring a fiber that runs on another
     * executor to the workers. To run things in parallel use {@link #both}, {@link #gather} or {@link #start}.
     */
    public static <A extends @Nullable Object> Task<A> fork(Task<A> task) {
        return CallSites.passing(OnNode.fork(CallSites.root(node(task)), null));
    }

    /** {@link #fork(Task)} through the queue of {@code executor}. A rejection is the error of the task. */
    public static <A extends @Nullable Object> Task<A> fork(Task<A> task, Executor executor) {
        return CallSites.passing(OnNode.fork(CallSites.root(node(task)), executor(executor)));
    }

    /** {@code fork(delay(code), executor)}. */
    public static <A extends @Nullable Object> Task<A> on(Executor executor, Callable<? extends A> code) {
        return fork(delay(code), executor);
    }

    private static Executor executor(Executor executor) {
        return Objects.requireNonNull(executor, "an executor was wanted, not null; leave it out for the workers");
    }

    /**
     * Runs code that blocks its thread off the workers: on a virtual thread from JDK 24, on a cached platform thread
     * before.
     *
     * <p><b>Cancellation.</b> The code cannot be stopped: a cancel waits for it. See {@link #interruptible}.
     */
    public static <A extends @Nullable Object> Task<A> blocking(Callable<? extends A> code) {
        return new BlockingNode<>(CallSites.located(given(code)), false);
    }

    /**
     * {@link #blocking} code that answers to {@link Thread#interrupt}.
     *
     * <p><b>Cancellation.</b> Interrupts the thread, then waits until it has left the code.
     */
    public static <A extends @Nullable Object> Task<A> interruptible(Callable<? extends A> code) {
        return new BlockingNode<>(CallSites.located(given(code)), true);
    }

    /** Waits for {@code duration} without holding a thread. A cancelled sleep leaves no timer. */
    public static Task<@Nullable Void> sleep(Duration duration) {
        return CallSites.located(new SleepNode(Durations.nanos(duration)));
    }

    /** Goes behind what is ready. */
    public static Task<@Nullable Void> yieldNow() {
        return ControlNodes.YIELD;
    }

    /** Never ends by itself. */
    @SuppressWarnings("unchecked")
    public static <A extends @Nullable Object> Task<A> never() {
        return CallSites.located((Task<A>) ControlNodes.NEVER);
    }

    /** Cancels the fiber or branch that runs it: at once, or where that is masked at its next unmasked point. */
    public static Task<@Nullable Void> canceled() {
        return ControlNodes.CANCELED;
    }

    /** The executor the fiber runs on: the very object given to {@link #on(Executor)}, else the runtime's workers. */
    public static Task<Executor> executor() {
        return ControlNodes.EXECUTOR;
    }

    /** The runtime's monotonic clock, in nanoseconds from an arbitrary origin. */
    public static Task<Long> monotonic() {
        return ControlNodes.MONOTONIC;
    }

    /** The runtime's wall clock, in milliseconds since 1970-01-01 UTC. */
    public static Task<Long> realTime() {
        return ControlNodes.REAL_TIME;
    }

    /**
     * Starts a stage each time and waits for it. Errors are unwrapped from the wrappers that stages put around them.
     *
     * <p><b>Cancellation.</b> Cancels the stage, once, if it is a {@link java.util.concurrent.Future}; else lets it go.
     */
    public static <A extends @Nullable Object> Task<A> fromFuture(
            Callable<? extends CompletionStage<? extends A>> start) {
        return FutureNode.of(given(start));
    }

    // ---- transforming -----------------------------------------------------------------------------------

    /** Applies {@code f} to the value. */
    public final <B extends @Nullable Object> Task<B> map(Fn<? super A, ? extends B> f) {
        return new MapNode<>(node(), CallSites.located(given(f)));
    }

    /** Goes on with the task that {@code f} gives for the value. */
    public final <B extends @Nullable Object> Task<B> flatMap(Fn<? super A, ? extends Task<B>> f) {
        return new FlatMapNode<>(node(), CallSites.located(given(f)));
    }

    /** This, then {@code next}, whose value is the result. */
    public final <B extends @Nullable Object> Task<B> then(Task<B> next) {
        Node<B> node = CallSites.root(node(next));
        return new FlatMapNode<>(node(), CallSites.located(ignored -> node));
    }

    /** This, with {@code value} in the place of its own. */
    public final <B extends @Nullable Object> Task<B> thenReturn(B value) {
        return new MapNode<>(node(), CallSites.located(ignored -> value));
    }

    /** This, then {@code other}, their values combined by {@code f}. See {@link #zipPar} for both at once. */
    public final <B extends @Nullable Object, C extends @Nullable Object> Task<C> zipWith(
            Task<B> other, Fn2<? super A, ? super B, ? extends C> f) {
        Node<B> second = node(other);
        given(f);
        return flatMap(a -> second.map(b -> f.apply(a, b)));
    }

    /** The outcome as a value: {@link Outcome.Succeeded} or {@link Outcome.Failed}. Never hides a cancellation. */
    public final Task<Outcome<A>> attempt() {
        return new AttemptNode<>(node());
    }

    /** Answers an error by a value. */
    public final Task<A> recover(Fn<? super Throwable, ? extends A> handler) {
        given(handler);
        return recoverWith(error -> now(handler.apply(error)));
    }

    /** Answers an error by a task. */
    public final Task<A> recoverWith(Fn<? super Throwable, ? extends Task<A>> handler) {
        return new RecoverNode<>(node(), CallSites.located(given(handler)));
    }

    /** Puts another error in the place of an error. */
    public final Task<A> mapError(Fn<? super Throwable, ? extends Throwable> f) {
        given(f);
        return recoverWith(error -> fail(f.apply(error)));
    }

    /** {@code other} where this fails. */
    public final Task<A> orElse(Task<A> other) {
        Node<A> node = node(other);
        return recoverWith(ignored -> node);
    }

    /** A value for an error, and a value for a value. */
    public final <B extends @Nullable Object> Task<B> redeem(
            Fn<? super Throwable, ? extends B> onError, Fn<? super A, ? extends B> onValue) {
        given(onError);
        given(onValue);
        return redeemWith(error -> now(onError.apply(error)), value -> now(onValue.apply(value)));
    }

    /** A task for an error, and a task for a value; an error of the second is not answered by the first. */
    public final <B extends @Nullable Object> Task<B> redeemWith(
            Fn<? super Throwable, ? extends Task<B>> onError, Fn<? super A, ? extends Task<B>> onValue) {
        return new RedeemNode<>(node(), given(onError), CallSites.located(given(onValue)));
    }

    /** Runs a task on the value and keeps the value; an error of the task is the error. */
    public final Task<A> tap(Fn<? super A, ? extends Task<?>> f) {
        given(f);
        return flatMap(value -> node(f.apply(value)).thenReturn(value));
    }

    /** Runs a task on the error and keeps the error; an error of the task is the error instead. */
    public final Task<A> tapError(Fn<? super Throwable, ? extends Task<?>> f) {
        given(f);
        return recoverWith(error -> node(f.apply(error)).then(fail(error)));
    }

    /** Runs a task on the error and keeps the error; an error of the task is added to it as suppressed. */
    public final Task<A> onError(Fn<? super Throwable, ? extends Task<?>> f) {
        given(f);
        return recoverWith(
                error -> Task.<@Nullable Object>defer(() -> node(f.apply(error)).thenReturn(null))
                        .recover(second -> {
                            Suppressed.add(error, second);
                            return null;
                        })
                        .then(fail(error)));
    }

    /** {@code retry(Schedule.delays(delays))}: tries again while it fails, after each of {@code delays} in turn. */
    public final Task<A> retry(Iterable<Duration> delays) {
        return retry(Schedule.delays(delays));
    }

    /**
     * Tries again while it fails and {@code schedule} goes on; then the last error is the error.
     *
     * <p><b>Semantics.</b> {@code retry(Schedule.recurs(n))} tries {@code n} times again, so {@code n + 1} times at most. The
     * schedule begins anew in each run.
     *
     * <p><b>Cancellation.</b> Cancel safe: also while it waits for the next try.
     */
    public final Task<A> retry(Schedule schedule) {
        return schedule(schedule).retry(node());
    }

    /**
     * Runs again while it succeeds and {@code schedule} goes on; then the last value is the value. An error ends it.
     *
     * <p><b>Semantics.</b> {@code repeat(Schedule.recurs(n))} is {@code n} repetitions after the first run. The schedule
     * begins anew in each run of the whole.
     *
     * <p><b>Cancellation.</b> Cancel safe: also while it waits for the next run.
     */
    public final Task<A> repeat(Schedule schedule) {
        return schedule(schedule).repeat(node());
    }

    private static Schedule schedule(Schedule schedule) {
        return Objects.requireNonNull(
                schedule, "a schedule was wanted, not null; use Schedule.recurs(0) for never again");
    }

    /** Fails with what {@code error} gives where {@code predicate} does not hold of the value. */
    public final Task<A> ensure(Fn<? super A, Boolean> predicate, Fn<? super A, ? extends Throwable> error) {
        given(predicate);
        given(error);
        return flatMap(value -> predicate.apply(value) ? now(value) : fail(error.apply(value)));
    }

    /** Fails with {@code error} where {@code predicate} does not hold of the value. */
    public final Task<A> ensure(Fn<? super A, Boolean> predicate, Throwable error) {
        return ensure(predicate, ignored -> error);
    }

    // ---- cancellation -----------------------------------------------------------------------------------

    /**
     * Runs {@code body} with no cancellation seen in it but inside {@code poll}.
     *
     * <p><b>Cancellation.</b> A cancel meanwhile takes effect inside {@code poll}, or at the next step that nothing masks
     * after the region. Branches of {@code body} are protected with the fiber that waits for them; fibers it starts are not.
     */
    public static <A extends @Nullable Object> Task<A> uncancelable(Fn<? super Poll, ? extends Task<A>> body) {
        return MaskNodes.uncancelable(given(body));
    }

    /**
     * Runs {@code finalizer}, uncancelable, if cancellation hits inside this.
     *
     * <p><b>Errors.</b> An error of the finalizer goes to the runtime's error reporter, and the cancellation goes on.
     */
    public final Task<A> onCancel(Task<?> finalizer) {
        return FinalizerNodes.onCancel(this, finalizer);
    }

    /**
     * Runs {@code finalizer}, uncancelable, once this has ended in any way.
     *
     * <p><b>Errors.</b> An error of the finalizer is the error after a success, suppressed in the error after a failure,
     * and reported after a cancellation.
     */
    public final Task<A> guarantee(Task<?> finalizer) {
        return FinalizerNodes.guarantee(this, finalizer);
    }

    /**
     * Runs the task that {@code finalizer} gives for the outcome, uncancelable, once this has ended in any way.
     *
     * <p><b>Cancellation.</b> As {@link #guarantee}: after a cancellation the outcome is {@link Outcome.Canceled}, and the
     * cancellation goes on.
     *
     * <p><b>Errors.</b> As {@link #guarantee}; what {@code finalizer} throws is an error of the finalizer.
     */
    public final Task<A> guaranteeCase(Fn<? super Outcome<A>, ? extends Task<?>> finalizer) {
        return FinalizerNodes.guaranteeCase(this, given(finalizer));
    }

    /** {@link #bracketFull} whose {@code acquire} never polls and whose {@code release} does not ask for the outcome. */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<B> bracket(
            Task<A> acquire, Fn<? super A, ? extends Task<B>> use, Fn<? super A, ? extends Task<?>> release) {
        Node<A> acquiring = node(acquire);
        given(release);
        return new BracketNode<A, B>(poll -> acquiring, given(use), (a, end) -> release.apply(a));
    }

    /** {@link #bracketFull} whose {@code acquire} never polls. */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<B> bracketCase(
            Task<A> acquire,
            Fn<? super A, ? extends Task<B>> use,
            Fn2<? super A, ? super Outcome<B>, ? extends Task<?>> release) {
        Node<A> acquiring = node(acquire);
        return new BracketNode<A, B>(poll -> acquiring, given(use), given(release));
    }

    /**
     * Acquires something, uses it, and releases it whatever the end of the use.
     *
     * <p><b>Semantics.</b> If {@code acquire} succeeds, the task of {@code release} runs exactly once, after the task of
     * {@code use} has ended, with its outcome; a {@code use} that throws has failed. If {@code acquire} fails, neither runs.
     * The same as
     *
     * <pre>{@code
     * Task.uncancelable(poll -> acquire.apply(poll)
     *         .flatMap(a -> poll.apply(use.apply(a)).guaranteeCase(end -> release.apply(a, end))))
     * }</pre>
     *
     * <p><b>Cancellation.</b> {@code acquire} and {@code release} are uncancelable, {@code acquire} except where it polls:
     * a wait that must stop at a {@link #timeout} belongs into its {@code poll}. {@code use} is what it would be without the
     * bracket. No cancellation is seen between {@code acquire} and {@code use}.
     *
     * <p><b>Cost.</b> Two small objects; no fiber.
     *
     * <p><b>Errors.</b> An error of {@code release} is the error after a success, suppressed in the error after a failure,
     * and reported after a cancellation.
     */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<B> bracketFull(
            Fn<? super Poll, ? extends Task<A>> acquire,
            Fn<? super A, ? extends Task<B>> use,
            Fn2<? super A, ? super Outcome<B>, ? extends Task<?>> release) {
        return new BracketNode<>(given(acquire), given(use), given(release));
    }

    /**
     * This with a time limit: cancelled at {@code limit}.
     *
     * <p><b>Semantics.</b> A result that is there at the limit is given. A limit that cancels waits for the finalizers. What
     * is uncancelable runs on past the limit, and its result is given; see {@link #timeoutAndForget}.
     *
     * <p><b>Cancellation.</b> Cancel safe: a cancel from outside stops this, wins over the limit, and leaves no timer.
     *
     * <p><b>Cost.</b> A timer and a small object; no fiber.
     *
     * <p><b>Errors.</b> {@link java.util.concurrent.TimeoutException}, once this has been cancelled.
     */
    public final Task<A> timeout(Duration limit) {
        return new TimeoutNode<>(node(), Durations.nanos(limit), limit.toString(), null);
    }

    /**
     * This with a time limit: cancelled at {@code limit}, and {@code fallback} in its place.
     *
     * <p><b>Semantics.</b> As {@link #timeout}, but goes on with {@code fallback} where that would fail with its
     * {@link java.util.concurrent.TimeoutException}. An error of this is the error. The limit does not count for
     * {@code fallback}, which begins once the finalizers of this are done.
     *
     * <p><b>Cancellation.</b> Cancel safe: a cancel from outside stops this, or {@code fallback}, and leaves no timer.
     *
     * <p><b>Cost.</b> A timer and a small object; no fiber.
     */
    public final Task<A> timeoutTo(Duration limit, Task<A> fallback) {
        return new TimeoutNode<>(node(), Durations.nanos(limit), limit.toString(), node(fallback));
    }

    /**
     * This with a time limit at which it is asked to stop and not waited for.
     *
     * <p><b>Semantics.</b> This runs as a fiber of its own, so it inherits locals and what it sets in them is not seen. At
     * {@code limit} that fiber is cancelled and let go: its finalizers, and what is uncancelable in it, run on beside what
     * follows. An end that is there at the limit is given. Use it where a caller must not be held up by work that does not
     * stop in time; {@link #timeout} is the one that leaves nothing behind.
     *
     * <p><b>Cancellation.</b> Cancel safe: a cancel from outside cancels the fiber, and does wait for it.
     *
     * <p><b>Cost.</b> A fiber and a timer.
     *
     * <p><b>Errors.</b> {@link java.util.concurrent.TimeoutException} at the limit. An error of the fiber after that is
     * reported.
     */
    public final Task<A> timeoutAndForget(Duration limit) {
        return new ForgetNode<>(node(), Durations.nanos(limit), limit.toString());
    }

    /**
     * Waits for {@code delay}, then does this: {@code Task.sleep(delay).then(this)}.
     *
     * <p><b>Cancellation.</b> Cancel safe: a cancel during the wait leaves no timer, and this never begins.
     */
    public final Task<A> delayBy(Duration delay) {
        return sleep(delay).then(this);
    }

    /** A value, and how long it took. */
    public record Timed<A extends @Nullable Object>(A value, Duration duration) {}

    /**
     * The value, with the time from the beginning of this to its end, by the {@linkplain #monotonic runtime's clock}.
     *
     * <p><b>Cancellation.</b> None is seen between the end of this and the result.
     */
    public final Task<Timed<A>> timed() {
        return new TimedNode<>(node());
    }

    /**
     * A task that gives a task which runs this once and gives its end to all.
     *
     * <p><b>Semantics.</b> Each run of the outer task makes a new memory, empty; each run of the inner one waits for the
     * one run of this. That begins with the first that waits, as a fiber of its own with the locals and the executor of that
     * one, and its value or error is kept for ever. If this cancels itself, whoever waits, or comes later, cancels itself.
     *
     * <p><b>Cancellation.</b> Cancel safe: one that waits may be cancelled, and the others wait on. If all that wait are
     * cancelled before the end, the last of them cancels the run and waits for it, and the next that comes begins anew.
     *
     * <p><b>Cost.</b> A fiber for the run; a small object for each that waits; a read once it has ended.
     *
     * <p><b>Errors.</b> Those of this. Where the executor of the first that waits refuses the run, that is the error of all
     * that wait then, and is not kept.
     */
    public final Task<Task<A>> memoize() {
        Node<A> once = node();
        return delay(() -> Memo.of(once));
    }

    // ---- where it runs ------------------------------------------------------------------------------------

    /** Runs the whole of this on {@code executor} and comes back afterwards. A rejection is the error. */
    public final Task<A> on(Executor executor) {
        return CallSites.passing(OnNode.on(CallSites.root(node()), executor(executor)));
    }

    // ---- several at once ------------------------------------------------------------------------------------

    /** Both values of {@link #both}. */
    public record Pair<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}

    /**
     * Both, in parallel.
     *
     * <p><b>Semantics.</b> The first error cancels the other side, waits for it, and is the error; an error of the other
     * side found while stopping it is added as suppressed. A side that cancels itself cancels the other, and then the
     * whole; where that is masked, the whole fails with {@link java.util.concurrent.CancellationException}.
     *
     * <p><b>Cost.</b> One small object; no fiber unless another worker takes the other side or this side suspends.
     */
    public final <B extends @Nullable Object> Task<Pair<A, B>> both(Task<B> other) {
        return zipPar(other, Pair::new);
    }

    /** {@link #both}, with the values combined by {@code f}. */
    public final <B extends @Nullable Object, C extends @Nullable Object> Task<C> zipPar(
            Task<B> other, Fn2<? super A, ? super B, ? extends C> f) {
        return new BothNode<>(node(), node(other), CallSites.located(given(f)));
    }

    /** {@link #zipPar} of two. */
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Task<R> mapPar(
            Task<A> a, Task<B> b, Fn2<? super A, ? super B, ? extends R> f) {
        return node(a).zipPar(b, f);
    }

    /** Three, in parallel, as {@link #both} does two. */
    public static <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> mapPar(Task<A> a, Task<B> b, Task<C> c, Fn3<? super A, ? super B, ? super C, ? extends R> f) {
        given(f);
        return node(a).both(b).zipPar(c, (ab, cc) -> f.apply(ab.first(), ab.second(), cc));
    }

    /** Four, in parallel, as {@link #both} does two. */
    public static <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> mapPar(
                    Task<A> a,
                    Task<B> b,
                    Task<C> c,
                    Task<D> d,
                    Fn4<? super A, ? super B, ? super C, ? super D, ? extends R> f) {
        given(f);
        return node(a).both(b)
                .zipPar(node(c).both(d), (ab, cd) -> f.apply(ab.first(), ab.second(), cd.first(), cd.second()));
    }

    /** Five, in parallel, as {@link #both} does two. */
    public static <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> mapPar(
                    Task<A> a,
                    Task<B> b,
                    Task<C> c,
                    Task<D> d,
                    Task<E> e,
                    Fn5<? super A, ? super B, ? super C, ? super D, ? super E, ? extends R> f) {
        given(f);
        return mapPar(
                node(a).both(b),
                node(c).both(d),
                e,
                (ab, cd, ee) -> f.apply(ab.first(), ab.second(), cd.first(), cd.second(), ee));
    }

    /**
     * Both, in parallel; the first to end is the end of the whole.
     *
     * <p><b>Semantics.</b> The first to end, with a value or an error, cancels the other and waits for it. Where the first
     * to end cancelled itself, so does the whole; where that is masked, it fails with
     * {@link java.util.concurrent.CancellationException}. {@code a} begins first, and may have ended before {@code b} begins,
     * which it then never does. Both are children: what they set in locals is not seen. For values of two types give the type
     * they have in common, or map each first.
     *
     * <p><b>Cancellation.</b> Cancel safe: cancels both and waits for both. What is uncancelable in the loser is waited for. A
     * value that the loser has at the same moment is dropped: where it must not be, take it in a side that is uncancelable and
     * record it there.
     *
     * <p><b>Cost.</b> One small object; no fiber unless another worker takes {@code b} or {@code a} suspends.
     *
     * <p><b>Errors.</b> The error of the first to end; that of the other, met while it stops, is suppressed in it. After a
     * value or a cancellation an error of the other is reported.
     */
    public static <A extends @Nullable Object> Task<A> race(Task<? extends A> a, Task<? extends A> b) {
        return new RaceNode<>(node(a), node(b));
    }

    /**
     * All, in parallel; the first to end is the end of the whole, as in {@link #race}.
     *
     * <p><b>Semantics.</b> They begin in the order of the input, which is read when this runs; one that has ended keeps those
     * not begun from beginning.
     *
     * <p><b>Cancellation.</b> Cancel safe: cancels all and waits for all.
     *
     * <p><b>Errors.</b> As {@link #race}. {@link java.util.NoSuchElementException} where there are no tasks.
     */
    public static <A extends @Nullable Object> Task<A> raceAll(Iterable<? extends Task<? extends A>> tasks) {
        return GatherNode.first(given(tasks), false);
    }

    /**
     * All, in parallel; the first to succeed is the end of the whole.
     *
     * <p><b>Semantics.</b> As {@link #raceAll}, but an error ends only its own task. A task that cancels itself before any
     * has succeeded stops the others and cancels the whole.
     *
     * <p><b>Cancellation.</b> Cancel safe: cancels all and waits for all.
     *
     * <p><b>Errors.</b> Where all fail, the first error in time, the others suppressed in it. Where one succeeds, errors are
     * dropped. {@link java.util.NoSuchElementException} where there are no tasks.
     */
    public static <A extends @Nullable Object> Task<A> firstSuccess(Iterable<? extends Task<? extends A>> tasks) {
        return GatherNode.first(given(tasks), true);
    }

    /**
     * Both, in parallel, as fibers; gives how the first ended and the fiber of the other, which runs on.
     *
     * <p><b>Semantics.</b> An end of any kind counts, and is given as an {@link Outcome}. The other fiber is as one made by
     * {@link #start}: nobody cancels it but the caller.
     *
     * <p><b>Cancellation.</b> Cancel safe: a cancel before the first has ended cancels both and waits for both.
     *
     * <p><b>Cost.</b> Two fibers.
     *
     * <p><b>Errors.</b> None of its own; a side that its executor refuses has failed. A failure of the other fiber is
     * reported where nobody joins it.
     */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<RacePair<A, B>> racePair(
            Task<A> a, Task<B> b) {
        return new RacePairNode<>(node(a), node(b));
    }

    /**
     * All, in parallel, their results in the order of the input.
     *
     * <p><b>Semantics.</b> The first error cancels the rest, waits for them, and is the error; errors found while they stop
     * are added as suppressed, and tasks not begun are never begun. A task that cancels itself cancels the rest, and then
     * the whole; where that is masked, the whole fails with {@link java.util.concurrent.CancellationException}. An error
     * of the iterator is the error of the whole.
     *
     * <p><b>Cancellation.</b> Cancels what runs and waits for its finalizers.
     *
     * <p><b>Cost.</b> Linear. A collection is split only where another worker is idle; other iterables are pulled one by
     * one. No batch size is needed.
     */
    public static <A extends @Nullable Object> Task<List<A>> gather(Iterable<? extends Task<A>> tasks) {
        return GatherNode.<Task<A>, A>ordered(given(tasks), CallSites.located(task -> task), Integer.MAX_VALUE);
    }

    /** {@link #gatherUnordered(Iterable, boolean) gatherUnordered(tasks, false)}. */
    public static <A extends @Nullable Object> Task<List<A>> gatherUnordered(Iterable<? extends Task<A>> tasks) {
        return gatherUnordered(tasks, false);
    }

    /**
     * All, in parallel, their results in the order of their ends. But for errors as {@link #gather}.
     *
     * @param exceptionCancels true: the first error cancels what has not ended, and tasks not begun are never begun;
     *     false: all run to their end, then the first error is the error, the others suppressed in it
     */
    public static <A extends @Nullable Object> Task<List<A>> gatherUnordered(
            Iterable<? extends Task<A>> tasks, boolean exceptionCancels) {
        return GatherNode.<Task<A>, A>unordered(given(tasks), task -> task, exceptionCancels);
    }

    /**
     * All, in parallel, merged by {@code op}. In all else as {@link #gather}; an error of {@code op} is treated as that of
     * a task.
     *
     * <p><b>Cost.</b> No list of results is made: each worker merges what it has, and workers merge as they end.
     *
     * @param zero neutral for {@code op}
     * @param op associative and commutative; called by several workers at once, on different values
     */
    public static <A extends @Nullable Object> Task<A> reduceUnordered(
            Iterable<? extends Task<A>> tasks, A zero, Fn2<? super A, ? super A, ? extends A> op) {
        return GatherNode.<Task<A>, A>reduced(given(tasks), task -> task, zero, given(op));
    }

    /** {@code gather} of {@code f} of each item; {@code f} is called as its turn comes. */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<List<B>> parTraverse(
            Iterable<? extends A> items, Fn<? super A, ? extends Task<B>> f) {
        return GatherNode.ordered(given(items), CallSites.located(given(f)), Integer.MAX_VALUE);
    }

    /**
     * {@code parTraverse} with at most {@code limit} items in flight, however long or lazy the input: at most
     * {@code limit} fibers live for it. An error of the iterator is the error of the whole.
     */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<List<B>> parTraverse(
            int limit, Iterable<? extends A> items, Fn<? super A, ? extends Task<B>> f) {
        return GatherNode.ordered(given(items), CallSites.located(given(f)), limit(limit));
    }

    /** {@link #parTraverse(int, Iterable, Fn)} that keeps no results: memory for {@code limit} items at most. */
    public static <A extends @Nullable Object> Task<@Nullable Void> parTraverseDiscard(
            int limit, Iterable<? extends A> items, Fn<? super A, ? extends Task<?>> f) {
        return GatherNode.discard(given(items), CallSites.located(given(f)), limit(limit));
    }

    private static int limit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("at least one item must be allowed in flight, but the limit is " + limit
                    + "; use Integer.MAX_VALUE for no limit");
        }
        return limit;
    }

    /** One after another. */
    public static <A extends @Nullable Object> Task<List<A>> sequence(Iterable<? extends Task<A>> tasks) {
        return new SequenceNode<Task<A>, A>(given(tasks), task -> task);
    }

    /** {@code f} of each item, one after another. */
    public static <A extends @Nullable Object, B extends @Nullable Object> Task<List<B>> traverse(
            Iterable<? extends A> items, Fn<? super A, ? extends Task<B>> f) {
        return new SequenceNode<A, B>(given(items), CallSites.located(given(f)));
    }

    /**
     * Starts a new fiber, not bound to this one, and gives its handle at once.
     *
     * <p><b>Cancellation.</b> Cancelling the fiber that starts it does not cancel it.
     *
     * <p><b>Errors.</b> A rejection by the executor it would run on is the error. For its own failure see {@link Fiber}.
     */
    public final Task<Fiber<A>> start() {
        return new FiberNodes.Start<>(node(CallSites.located(CallSites.root(node()))));
    }

    /** {@link #scoped(Scope.Rest, Fn) scoped(Scope.Rest.CANCEL, body)}. */
    public static <A extends @Nullable Object> Task<A> scoped(Fn<? super Scope, ? extends Task<A>> body) {
        return scoped(Scope.Rest.CANCEL, body);
    }

    /**
     * Runs {@code body} with a scope to start fibers in, all of which end before this does.
     *
     * <p><b>Semantics.</b> The first error of a child or of the body stops the others, is waited for, and is the error;
     * errors found while they stop are added as suppressed, sixteen at most. When {@code body} has given its value,
     * {@code rest} says whether the children that still run are cancelled or awaited; then that value is the value. A child
     * that is cancelled concerns nobody. A body that cancels itself cancels the children, and then the whole. As with
     * {@link #timeout}, fiber locals set in the body stay set.
     *
     * <p><b>Cancellation.</b> Cancels the body and the children and waits for their finalizers; errors found meanwhile are
     * dropped.
     *
     * <p><b>Cost.</b> A small object, and a lock for as long as it takes to link one child in or out. No fiber for the
     * body. A child that has ended takes no memory, however long the scope lives.
     */
    public static <A extends @Nullable Object> Task<A> scoped(
            Scope.Rest rest, Fn<? super Scope, ? extends Task<A>> body) {
        return new ScopeNode<>(
                Objects.requireNonNull(rest, "a scope's rest is cancelled or awaited; leave it out to cancel it"),
                given(body));
    }

    // ---- running ----------------------------------------------------------------------------------------

    /** {@link TaskRuntime#runSync(Task)} on the {@linkplain TaskRuntime#shared shared} runtime. */
    public final A runSync() throws Exception {
        return TaskRuntime.shared().runSync(this);
    }

    /** {@link TaskRuntime#runSync(Task, Duration)} on the {@linkplain TaskRuntime#shared shared} runtime. */
    public final A runSync(Duration limit) throws Exception {
        return TaskRuntime.shared().runSync(this, limit);
    }

    /** {@link TaskRuntime#runAsync} on the {@linkplain TaskRuntime#shared shared} runtime. */
    public final Fiber<A> runAsync(Consumer<? super Outcome<A>> callback) {
        return TaskRuntime.shared().runAsync(this, callback);
    }

    /** {@link TaskRuntime#toCompletableFuture} on the {@linkplain TaskRuntime#shared shared} runtime. */
    public final CompletableFuture<A> toCompletableFuture() {
        return TaskRuntime.shared().toCompletableFuture(this);
    }
}
