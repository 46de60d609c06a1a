package dev.clew.channel;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.internal.kernel.Arms;
import dev.clew.internal.kernel.CallSites;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.Wrap;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * An alternative: something that may be waited for, by itself or as one of several of which exactly one will happen.
 *
 * <p>An {@code Alt} is a value. Nothing happens until a fiber synchronises on it, by running the task that {@link #sync} gives;
 * each run of that synchronises anew. Simple alternatives are {@link Channel#send}, {@link Channel#receive},
 * {@link SwapChannel#swap}, {@link #timeOut}, {@link #always}, and every task that is a single wait ({@link #of}).
 *
 * <p><b>Semantics.</b> Synchronising commits <i>exactly one</i> of the simple alternatives, and leaves nothing behind at the
 * others: neither a waiter nor a timer. It does so in three steps:
 *
 * <ol>
 *   <li>what {@link #guard}, {@link #prepare} and {@link #withNack} hold is evaluated, all of it, from the left to the right;
 *   <li>the alternatives are asked in order, and the first that can be had at once is taken;
 *   <li>where there is none the fiber waits for whichever comes first.
 * </ol>
 *
 * <p>What {@link #map} and {@link #wrap} add is done once an alternative is committed; it no longer takes part in the choice.
 * The alternatives that were not chosen and were made by {@link #withNack} are told so at the commit.
 *
 * <p><b>Cancellation.</b> Cancel safe: a synchronisation that is cancelled has committed nothing, and all its negative
 * acknowledgements are given. One that has committed gives its value, also where a cancellation has come meanwhile, which is seen
 * at the next point as after any step; in a {@code wrap} that is within it.
 *
 * <p><b>Memory effects.</b> What happens before a fiber offers an alternative happens before whatever follows the commit of the one
 * that meets it, both ways.
 *
 * <p><b>Cost.</b> An alternative that is there is taken without allocating anything. A wait for one of n costs n + 1 small objects,
 * and each of the n is told when it is over. No thread is blocked.
 *
 * <p><b>Errors.</b> An error that an alternative ends with, as that of a failed {@code Deferred}, commits it and is the error of the
 * synchronisation. An error of what is evaluated in the first step commits nothing and is the error; negative
 * acknowledgements that were handed out before are given.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Task<String> answer = Alt.choose(
 *                 replies.receive().map(reply -> "reply " + reply),
 *                 Alt.timeOut(Duration.ofSeconds(1)).map(late -> "nobody answers"))
 *         .sync();
 * }</pre>
 *
 * <p>After Reppy, <i>Concurrent Programming in ML</i> (1999), and Hopac, whose names the operations have.
 *
 * @param <A> the value
 */
public abstract sealed class Alt<A extends @Nullable Object> {
    Alt() {}

    // ---- using --------------------------------------------------------------------------------------------

    /** Synchronises on this alternative: waits until it, or one that it is made of, is committed, and gives its value. */
    public Task<A> sync() {
        if (isPrepared()) {
            return Task.defer(() -> new Preparation().run(this));
        }
        Arms arms = new Arms();
        collect(arms, null);
        return CallSites.located(arms.choice(null));
    }

    /** This alternative, whose value becomes what {@code f} makes of it once it is committed. */
    public final <B extends @Nullable Object> Alt<B> map(Fn<? super A, ? extends B> f) {
        return new Wrapped<>(this, captured(f, "map"), false);
    }

    /**
     * This alternative, after whose commit the task of {@code f} is run, which is then the whole: its value, its error. It may take
     * any time and may be cancelled; the choice is over.
     */
    public final <B extends @Nullable Object> Alt<B> wrap(Fn<? super A, ? extends Task<B>> f) {
        return new Wrapped<>(this, captured(f, "wrap"), true);
    }

    /** This alternative where it can be had at once, else {@code value}: it never waits. As {@code choose(this, always(value))}. */
    public final Alt<A> tryElse(A value) {
        return choose(List.of(this, always(value)));
    }

    // ---- simple -------------------------------------------------------------------------------------------

    /**
     * The wait that {@code task} is: {@code Deferred.get()}, the join of a fiber, a sleep, {@code Task.never()}, what a queue or
     * semaphore waits for.
     *
     * <p><b>Errors.</b> {@link IllegalArgumentException} where the task is not a single wait, such as one that was mapped.
     */
    public static <A extends @Nullable Object> Alt<A> of(Task<A> task) {
        EventNode<A> event = EventNode.of(Objects.requireNonNull(task, "Alt.of takes a task, not null"));
        if (event == null) {
            throw new IllegalArgumentException(
                    "An alternative is a single wait, such as Deferred.get(), fiber.join() or Task.sleep, but this task is a "
                            + task.getClass().getSimpleName()
                            + ". Give what precedes the wait to Alt.prepare, what follows it to map or wrap of the Alt;"
                            + " start any other task, have it complete a Deferred, and choose that"
                            + " (withNack tells it when it is no longer wanted).");
        }
        return new Single<>(event);
    }

    /** An alternative that is always there, with {@code value}. */
    public static <A extends @Nullable Object> Alt<A> always(A value) {
        return new Single<>(new Ready.Always<>(value));
    }

    /** An alternative that is never there. */
    public static <A extends @Nullable Object> Alt<A> never() {
        return of(Task.never());
    }

    /** An alternative that is there until some synchronisation, of any fiber, commits it; and never again. */
    public static <A extends @Nullable Object> Alt<A> once(A value) {
        return new Single<>(new Ready.Once<>(value));
    }

    /** An alternative that is there once {@code delay} has passed since the beginning of the synchronisation; zero is there at once. */
    public static Alt<@Nullable Void> timeOut(Duration delay) {
        return of(Task.sleep(delay));
    }

    // ---- choosing -----------------------------------------------------------------------------------------

    /** One of {@code alternatives}: the first of them, in this order, that is there; else whichever comes first. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <A extends @Nullable Object> Alt<A> choose(Alt<? extends A>... alternatives) {
        return choose(listed(alternatives));
    }

    /** {@link #choose(Alt[])} of a list. Of none it is {@link #never}. */
    public static <A extends @Nullable Object> Alt<A> choose(List<? extends Alt<? extends A>> alternatives) {
        return new Several<>(given(alternatives), false);
    }

    /** One of {@code alternatives}: where several are there each has the same chance; else whichever comes first. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <A extends @Nullable Object> Alt<A> chooser(Alt<? extends A>... alternatives) {
        return chooser(listed(alternatives));
    }

    /** {@link #chooser(Alt[])} of a list. */
    public static <A extends @Nullable Object> Alt<A> chooser(List<? extends Alt<? extends A>> alternatives) {
        return new Several<>(given(alternatives), true);
    }

    // ---- before the choice --------------------------------------------------------------------------------

    /** The alternative that {@code code} gives, asked anew at the beginning of each synchronisation. */
    public static <A extends @Nullable Object> Alt<A> guard(Callable<? extends Alt<A>> code) {
        return prepare(Task.delay(code));
    }

    /**
     * The alternative that {@code task} gives, run anew at the beginning of each synchronisation, whether or not it is chosen
     * then. Nothing is chosen before the task has ended.
     */
    public static <A extends @Nullable Object> Alt<A> prepare(Task<? extends Alt<A>> task) {
        return new Prepared<>(Objects.requireNonNull(task, "Alt.prepare takes a task, not null"));
    }

    /**
     * {@link #prepare} of the task of {@code f}, which is given a negative acknowledgement: an alternative that is there as soon
     * as it is certain that this synchronisation does not choose what the task gives. That is where another is committed, where the
     * synchronisation is cancelled, and where {@code f}, its task, or one that is evaluated later fails. It is never there if
     * the alternative is chosen.
     *
     * <p>So a client can tell a server, by the task, what it wants and by which alternative it will learn that nobody waits for it any more.
     */
    public static <A extends @Nullable Object> Alt<A> withNack(
            Fn<? super Alt<@Nullable Void>, ? extends Task<Alt<A>>> f) {
        return new Nacked<>(captured(f, "withNack"));
    }

    // ---- how they are made --------------------------------------------------------------------------------

    /** Whether something is to be evaluated before there are arms. */
    abstract boolean isPrepared();

    /** Adds the arms of this, with what is to be done after each: what this adds, and then {@code after}. */
    abstract void collect(Arms arms, @Nullable Wrap after);

    private static <T> List<T> listed(T[] alternatives) {
        Objects.requireNonNull(alternatives, "a choice is made among alternatives, not null");
        return Arrays.asList(alternatives);
    }

    private static <T> List<T> given(List<? extends T> alternatives) {
        Objects.requireNonNull(alternatives, "a choice is made among a list of alternatives, not null");
        for (T alternative : alternatives) {
            Objects.requireNonNull(
                    alternative,
                    "a choice is made among alternatives, not null; Alt.never() is one that is never there");
        }
        return List.copyOf(alternatives);
    }

    private static <F> F captured(F function, String operation) {
        Objects.requireNonNull(function, () -> "Alt." + operation + " takes a function, not null");
        if (CallSites.isNew(function)) {
            CallSites.capture(function);
        }
        return function;
    }

    /** One event. */
    static final class Single<A extends @Nullable Object> extends Alt<A> {
        private final EventNode<A> event;

        Single(EventNode<A> event) {
            this.event = event;
        }

        /** The event by itself: no choice is made. */
        @Override
        public Task<A> sync() {
            return CallSites.located(event);
        }

        @Override
        boolean isPrepared() {
            return false;
        }

        @Override
        void collect(Arms arms, @Nullable Wrap after) {
            arms.add(event, after);
        }
    }

    /** An alternative, and what is done with its value. */
    static final class Wrapped<A extends @Nullable Object> extends Alt<A> {
        final Alt<?> inner;
        final boolean givesTask;
        private final Fn<?, ?> function;

        Wrapped(Alt<?> inner, Fn<?, ?> function, boolean givesTask) {
            this.inner = inner;
            this.function = function;
            this.givesTask = givesTask;
        }

        Wrap before(@Nullable Wrap after) {
            return new Wrap(function, givesTask, after);
        }

        @Override
        boolean isPrepared() {
            Alt<?> alt = inner;
            while (alt instanceof Wrapped<?> wrapped) {
                alt = wrapped.inner;
            }
            return alt.isPrepared();
        }

        @Override
        void collect(Arms arms, @Nullable Wrap after) {
            Alt<?> alt = this;
            Wrap wrap = after;
            while (alt instanceof Wrapped<?> wrapped) {
                wrap = wrapped.before(wrap);
                alt = wrapped.inner;
            }
            alt.collect(arms, wrap);
        }
    }

    /** One of several. */
    static final class Several<A extends @Nullable Object> extends Alt<A> {
        final List<Alt<? extends A>> alternatives;
        final boolean random;
        private final boolean prepared;

        Several(List<Alt<? extends A>> alternatives, boolean random) {
            this.alternatives = alternatives;
            this.random = random;
            this.prepared = alternatives.stream().anyMatch(Alt::isPrepared);
        }

        @Override
        boolean isPrepared() {
            return prepared;
        }

        @Override
        void collect(Arms arms, @Nullable Wrap after) {
            arms.open(random);
            for (Alt<?> alternative : alternatives) {
                alternative.collect(arms, after);
            }
            arms.close();
        }
    }

    /** What is known only once a task has given it. */
    abstract static sealed class Later<A extends @Nullable Object> extends Alt<A> permits Prepared, Nacked {
        @Override
        final boolean isPrepared() {
            return true;
        }

        @Override
        final void collect(Arms arms, @Nullable Wrap after) {
            throw new IllegalStateException("an alternative that is to be prepared has no arms before that");
        }
    }

    static final class Prepared<A extends @Nullable Object> extends Later<A> {
        final Task<? extends Alt<A>> task;

        Prepared(Task<? extends Alt<A>> task) {
            this.task = task;
        }
    }

    static final class Nacked<A extends @Nullable Object> extends Later<A> {
        final Fn<? super Alt<@Nullable Void>, ? extends Task<Alt<A>>> function;

        Nacked(Fn<? super Alt<@Nullable Void>, ? extends Task<Alt<A>>> function) {
            this.function = function;
        }
    }

    static <A extends @Nullable Object> Alt<A> ofEvent(EventNode<A> event) {
        return new Single<>(event);
    }
}
