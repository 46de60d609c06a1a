package dev.clew;

import dev.clew.internal.kernel.FinalizerNodes;
import dev.clew.internal.kernel.Suppressed;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An immutable, lazy description of something that is acquired, used, and then released, whatever the end of its use.
 *
 * <p><b>Semantics.</b> Building one acquires nothing; {@link #use} acquires anew each time. What was acquired is released
 * exactly once, last acquired first, when the use has ended with a value, an error or a cancellation, or when a later
 * acquisition has. {@code make(a, r).use(f)} is {@code uncancelable(poll -> a.flatMap(x -> poll(f(x)).guarantee(r(x))))},
 * and {@code make(a, r).flatMap(x -> make(b, s)).use(f)} nests two of them.
 *
 * <p><b>Cancellation.</b> An acquisition given to {@link #make} is uncancelable, one given to {@link #makeFull} is but where
 * it polls, and releases are. Between acquisitions and in the use a cancellation is seen as anywhere.
 *
 * <p><b>Cost.</b> A small object for each acquisition, no fiber but where branches fork; constant stack, however many are
 * nested.
 *
 * <p><b>Errors.</b> Every release runs, although another fails. The error of a release is the error after a success, is
 * added as suppressed after a failure, and goes to the error reporter after a cancellation; a release that comes after one
 * that failed sees a failure.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Resource<Connection> connection = Resource.make(pool.take(), pool::giveBack);
 * Task<Integer> rows = connection.use(c -> c.count("prices"));
 * }</pre>
 *
 * @param <A> what is acquired
 */
public final class Resource<A extends @Nullable Object> {
    /** Acquires, and lays what is to be released on the pile. */
    private final Fn<? super Pile, ? extends Task<A>> acquisition;

    private Resource(Fn<? super Pile, ? extends Task<A>> acquisition) {
        this.acquisition = acquisition;
    }

    private static <T> T given(@Nullable T function) {
        return Objects.requireNonNull(function, "a function was wanted, not null");
    }

    private static <T> T part(@Nullable T part) {
        return Objects.requireNonNull(
                part,
                "a resource is made of tasks and resources, not of null; use Resource.now(null) for a value of null");
    }

    // ---- making -----------------------------------------------------------------------------------------

    /** What {@code acquire} gives, released by the task that {@code release} gives for it. */
    public static <A extends @Nullable Object> Resource<A> make(
            Task<A> acquire, Fn<? super A, ? extends Task<?>> release) {
        part(acquire);
        given(release);
        return makeFull(poll -> acquire, (value, outcome) -> release.apply(value));
    }

    /**
     * {@link #make} whose acquisition may be cancelled where it polls, and whose release is told how the use ended.
     *
     * @param acquire what it polls must hold nothing yet when it ends cancelled
     * @param release its second argument is the outcome of the whole {@link #use}
     */
    public static <A extends @Nullable Object> Resource<A> makeFull(
            Fn<? super Poll, ? extends Task<A>> acquire,
            Fn2<? super A, ? super Outcome<?>, ? extends Task<?>> release) {
        given(acquire);
        given(release);
        return new Resource<>(pile ->
                Task.uncancelable(poll -> part(acquire.apply(poll)).map(value -> {
                    pile.lay(outcome -> release.apply(value, outcome));
                    return value;
                })));
    }

    /**
     * What {@code open} gives, closed when its use has ended. Both are taken to block, and run as {@link Task#blocking};
     * for what does not, use {@link #make} with {@link Task#delay}. A null is not closed.
     */
    public static <A extends @Nullable AutoCloseable> Resource<A> fromAutoCloseable(Callable<? extends A> open) {
        return make(Task.<A>blocking(given(open)), Resource::closed);
    }

    private static Task<@Nullable Void> closed(@Nullable AutoCloseable closeable) {
        if (closeable == null) {
            return Task.unit();
        }
        return Task.blocking(() -> {
            closeable.close();
            return null;
        });
    }

    /** A value that needs no release. */
    public static <A extends @Nullable Object> Resource<A> now(A value) {
        return eval(Task.now(value));
    }

    /** The value of {@code task}, which needs no release. Cancel safe: the task is cancelled as anywhere. */
    public static <A extends @Nullable Object> Resource<A> eval(Task<A> task) {
        part(task);
        return new Resource<>(pile -> task);
    }

    // ---- composing --------------------------------------------------------------------------------------

    /** Applies {@code f} to what is acquired; where it throws, that is released. */
    public <B extends @Nullable Object> Resource<B> map(Fn<? super A, ? extends B> f) {
        given(f);
        return flatMap(value -> now(f.apply(value)));
    }

    /** This, then the resource that {@code f} gives for it, which is released before this. */
    public <B extends @Nullable Object> Resource<B> flatMap(Fn<? super A, ? extends Resource<B>> f) {
        given(f);
        return new Resource<>(
                pile -> into(pile).flatMap(value -> part(f.apply(value)).into(pile)));
    }

    /**
     * Both, acquired in parallel and released in parallel.
     *
     * <p><b>Semantics.</b> As {@link Task#both} for the acquisitions: the first error cancels the other one, and what either
     * had acquired by then is released. Within a side, last acquired is first released.
     *
     * <p><b>Errors.</b> Where a release of each side fails after a success, the error of this side is the error, the
     * other's is suppressed in it.
     */
    public <B extends @Nullable Object> Resource<Task.Pair<A, B>> both(Resource<B> other) {
        return zipPar(other, Task.Pair::new);
    }

    /** {@link #both}, combined by {@code f}. */
    public <B extends @Nullable Object, C extends @Nullable Object> Resource<C> zipPar(
            Resource<B> other, Fn2<? super A, ? super B, ? extends C> f) {
        part(other);
        given(f);
        return new Resource<>(pile -> {
            Pile left = new Pile();
            Pile right = new Pile();
            pile.lay(new Both(left, right));
            return into(left).zipPar(other.into(right), f);
        });
    }

    /** {@link #zipPar} of two. */
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
            Resource<R> mapPar(Resource<A> a, Resource<B> b, Fn2<? super A, ? super B, ? extends R> f) {
        return part(a).zipPar(b, f);
    }

    /** Three, in parallel, as {@link #both} does two. */
    public static <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Resource<R> mapPar(
                    Resource<A> a, Resource<B> b, Resource<C> c, Fn3<? super A, ? super B, ? super C, ? extends R> f) {
        given(f);
        return part(a).both(b).zipPar(c, (ab, cc) -> f.apply(ab.first(), ab.second(), cc));
    }

    /**
     * Runs {@code finalizer} after this has been released; also where the acquisition of this fails or is cancelled.
     */
    public Resource<A> onFinalize(Task<?> finalizer) {
        part(finalizer);
        return onFinalize(outcome -> finalizer);
    }

    /** {@link #onFinalize(Task)} by the task that {@code finalizer} gives for the outcome of the use. */
    public Resource<A> onFinalize(Fn<? super Outcome<?>, ? extends Task<?>> finalizer) {
        given(finalizer);
        return new Resource<>(pile -> {
            pile.lay(finalizer::apply);
            return into(pile);
        });
    }

    // ---- using --------------------------------------------------------------------------------------------

    /**
     * Acquires this, runs the task that {@code f} gives for it, and releases it.
     *
     * <p><b>Cancellation.</b> Cancels what runs, then releases, and waits for that.
     */
    public <B extends @Nullable Object> Task<B> use(Fn<? super A, ? extends Task<B>> f) {
        given(f);
        return Task.defer(() -> {
            Pile pile = new Pile();
            Task<B> used = into(pile).flatMap(f);
            return Task.uncancelable(poll -> poll.apply(used)
                    .onCancel(pile.release(new Outcome.Canceled<>()))
                    .redeemWith(
                            error -> pile.release(new Outcome.Failed<>(error)).flatMap(Resource::end),
                            value ->
                                    pile.release(new Outcome.Succeeded<>(value)).flatMap(Resource::end)));
        });
    }

    /** The outcome of a use as a task: it has the value of the use, or the error that the releases left. */
    @SuppressWarnings("unchecked")
    private static <B extends @Nullable Object> Task<B> end(Outcome<?> outcome) {
        Outcome<B> ours = (Outcome<B>) outcome;
        return Task.delay(ours::get);
    }

    /**
     * What was acquired outside a {@link #use}, and the task that releases it.
     *
     * @param release runs the releases once; run again, it does nothing. They are told of a success
     * @param <A> what was acquired
     */
    public record Allocated<A extends @Nullable Object>(A value, Task<@Nullable Void> release) {}

    /**
     * Acquires this and leaves the release to the caller: the way out for what begins in one callback of another framework
     * and ends in another. Prefer {@link #use}, or a {@link Task#scoped} that lives as long.
     *
     * <p><b>Cancellation.</b> Not cancel safe: what is acquired is released where the acquisition itself is cancelled or
     * fails, but from its value on nobody releases it but the caller. Take it inside {@link Task#uncancelable}.
     */
    public Task<Allocated<A>> allocated() {
        return Task.defer(() -> {
            Pile pile = new Pile();
            Task<A> acquired = into(pile);
            Task<@Nullable Void> release = Task.uncancelable(poll ->
                    pile.release(new Outcome.Succeeded<@Nullable Object>(null)).flatMap(Resource::end));
            return Task.uncancelable(poll -> poll.apply(acquired)
                    .onCancel(pile.release(new Outcome.Canceled<>()))
                    .redeemWith(
                            error -> pile.release(new Outcome.Failed<>(error)).flatMap(Resource::end),
                            value -> Task.now(new Allocated<>(value, release))));
        });
    }

    /** Deferred, so that nesting to the left costs no stack either. */
    private Task<A> into(Pile pile) {
        return Task.defer(() -> acquisition.apply(pile));
    }

    // ---- what is to be released ---------------------------------------------------------------------------

    /** A release, told how the use has ended. */
    @FunctionalInterface
    private interface Release {
        Task<?> of(Outcome<?> outcome) throws Exception;
    }

    private record Held(Release release, @Nullable Held below) {}

    /**
     * What one run has acquired, last on top. Laid on by the fiber that acquires; taken off, all at once, by whoever
     * releases.
     */
    private static final class Pile {
        private final AtomicReference<@Nullable Held> top = new AtomicReference<>();

        void lay(Release release) {
            top.set(new Held(release, top.get()));
        }

        /** Runs the releases, to be masked by the caller; never fails: gives the outcome that they leave. */
        Task<Outcome<?>> release(Outcome<?> outcome) {
            return Task.defer(() -> from(top.getAndSet(null), outcome));
        }

        private static Task<Outcome<?>> from(@Nullable Held held, Outcome<?> outcome) {
            if (held == null) {
                return Task.now(outcome);
            }
            return one(held.release(), outcome).flatMap(after -> from(held.below(), after));
        }

        private static Task<Outcome<?>> one(Release release, Outcome<?> outcome) {
            if (release instanceof Both both) {
                return both.release(outcome);
            }
            return Task.<@Nullable Object>defer(() -> part(release.of(outcome)).thenReturn(null))
                    .redeemWith(error -> after(outcome, error), done -> Task.now(outcome));
        }

        private static Task<Outcome<?>> after(Outcome<?> outcome, Throwable error) {
            if (outcome instanceof Outcome.Succeeded<?>) {
                return Task.now(new Outcome.Failed<>(error));
            }
            if (outcome instanceof Outcome.Failed<?> failed) {
                Suppressed.add(failed.error(), error);
                return Task.now(outcome);
            }
            return FinalizerNodes.report(error).thenReturn(outcome);
        }
    }

    /** The piles of two sides: released in parallel, each masked in its own branch. */
    private record Both(Pile left, Pile right) implements Release {
        @Override
        public Task<?> of(Outcome<?> outcome) {
            return release(outcome);
        }

        Task<Outcome<?>> release(Outcome<?> outcome) {
            return masked(left, outcome).zipPar(masked(right, outcome), Both::merged);
        }

        private static Task<Outcome<?>> masked(Pile pile, Outcome<?> outcome) {
            return Task.uncancelable(poll -> pile.release(outcome));
        }

        private static Outcome<?> merged(Outcome<?> one, Outcome<?> other) {
            if (one instanceof Outcome.Failed<?> first && other instanceof Outcome.Failed<?> second) {
                Suppressed.add(first.error(), second.error());
                return one;
            }
            return other instanceof Outcome.Failed<?> ? other : one;
        }
    }
}
