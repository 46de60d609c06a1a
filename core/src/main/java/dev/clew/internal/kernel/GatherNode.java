package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Fn2;
import dev.clew.Task;
import dev.clew.internal.sched.Bridge;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code gather}, {@code gatherUnordered}, {@code reduceUnordered}, {@code parTraverse} and its discarding form,
 * {@code raceAll}, {@code firstSuccess}: many elements by one {@link Crew}. An array of known size without a bound is a {@link RangeCrew}, all else a
 * {@link PullCrew}.
 */
public final class GatherNode<R extends @Nullable Object> extends Node<R> {
    private enum Kind {
        ORDERED,
        UNORDERED,
        DISCARD,
        REDUCE,
        FIRST,
        FIRST_SUCCESS
    }

    private final Kind kind;
    private final Iterable<?> items;
    private final Fn<@Nullable Object, ? extends Task<?>> function;
    private final int limit;
    private final boolean firstErrorStops;
    private final @Nullable Object zero;
    private final @Nullable Fn2<@Nullable Object, @Nullable Object, @Nullable Object> op;

    private GatherNode(
            Kind kind,
            Iterable<?> items,
            Fn<?, ? extends Task<?>> function,
            int limit,
            boolean firstErrorStops,
            @Nullable Object zero,
            @Nullable Fn2<?, ?, ?> op) {
        this.kind = kind;
        this.items = items;
        this.function = erased(function);
        this.limit = limit;
        this.firstErrorStops = firstErrorStops;
        this.zero = zero;
        this.op = op == null ? null : erased(op);
    }

    @SuppressWarnings("unchecked")
    private static Fn<@Nullable Object, ? extends Task<?>> erased(Fn<?, ? extends Task<?>> function) {
        return (Fn<@Nullable Object, ? extends Task<?>>) function;
    }

    @SuppressWarnings("unchecked")
    private static Fn2<@Nullable Object, @Nullable Object, @Nullable Object> erased(Fn2<?, ?, ?> op) {
        return (Fn2<@Nullable Object, @Nullable Object, @Nullable Object>) op;
    }

    public static <A extends @Nullable Object, B extends @Nullable Object> Task<List<B>> ordered(
            Iterable<? extends A> items, Fn<? super A, ? extends Task<B>> function, int limit) {
        return new GatherNode<>(Kind.ORDERED, items, function, limit, true, null, null);
    }

    public static <A extends @Nullable Object, B extends @Nullable Object> Task<List<B>> unordered(
            Iterable<? extends A> items, Fn<? super A, ? extends Task<B>> function, boolean exceptionCancels) {
        return new GatherNode<>(Kind.UNORDERED, items, function, Integer.MAX_VALUE, exceptionCancels, null, null);
    }

    public static <A extends @Nullable Object> Task<@Nullable Void> discard(
            Iterable<? extends A> items, Fn<? super A, ? extends Task<?>> function, int limit) {
        return new GatherNode<>(Kind.DISCARD, items, function, limit, true, null, null);
    }

    public static <A extends @Nullable Object, B extends @Nullable Object> Task<B> reduced(
            Iterable<? extends A> items,
            Fn<? super A, ? extends Task<B>> function,
            B zero,
            Fn2<? super B, ? super B, ? extends B> op) {
        return new GatherNode<>(Kind.REDUCE, items, function, Integer.MAX_VALUE, true, zero, op);
    }

    public static <A extends @Nullable Object> Task<A> first(
            Iterable<? extends Task<? extends A>> tasks, boolean successOnly) {
        Kind kind = successOnly ? Kind.FIRST_SUCCESS : Kind.FIRST;
        return new GatherNode<>(
                kind, tasks, (Task<? extends A> task) -> task, Integer.MAX_VALUE, !successOnly, null, null);
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        if (fiber.carrier().isGuest()) {
            return fiber.leaveGuest(strand, this);
        }
        Crew crew;
        try {
            crew = crew(fiber, strand);
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return crew.parentOwner().begin(fiber, depth);
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(function);
    }

    @Override
    boolean forks() {
        return !(function instanceof Isolated.IsolatedFn);
    }

    @Override
    Node<R> isolated(Bridge bridge, @Nullable Object[] values) {
        Fn2<@Nullable Object, @Nullable Object, @Nullable Object> merge = op;
        return new GatherNode<>(
                kind,
                items,
                new Isolated.IsolatedFn(function, bridge, values),
                limit,
                firstErrorStops,
                zero,
                merge == null
                        ? null
                        : new Isolated.IsolatedFn2<@Nullable Object, @Nullable Object, @Nullable Object>(
                                merge, bridge, values));
    }

    private Crew crew(FiberState fiber, Strand strand) {
        if (items instanceof Collection<?> collection && limit >= collection.size()) {
            @Nullable Object[] array = collection.toArray();
            RangeCrew crew = new RangeCrew(fiber, strand, array, function, sink(array.length), firstErrorStops);
            callHelpers(fiber, crew, array.length - 1);
            return crew;
        }
        PullCrew crew = new PullCrew(fiber, strand, items.iterator(), function, limit, sink(-1), firstErrorStops);
        callHelpers(fiber, crew, limit - 1);
        return crew;
    }

    /** Where there is no deque nobody steals: as many owners as may be of use are submitted. */
    private static void callHelpers(FiberState fiber, Crew crew, int most) {
        if (fiber.deque() == null) {
            int helpers = Math.min(most, fiber.scheduler().helpers());
            for (int i = 0; i < helpers; i++) {
                try {
                    crew.submit(crew.parentOwner());
                } catch (Throwable refused) {
                    // The helpers that were taken may be at work: the crew fails, and ends as one that has begun.
                    crew.fail(refused);
                    return;
                }
            }
        }
    }

    private Sink sink(int size) {
        return switch (kind) {
            case ORDERED -> size < 0 ? Sink.ordered() : Sink.ordered(size);
            case UNORDERED -> size < 0 ? Sink.unordered() : Sink.unordered(size);
            case DISCARD -> Sink.discard();
            case FIRST -> Sink.first("raceAll");
            case FIRST_SUCCESS -> Sink.first("firstSuccess");
            case REDUCE -> {
                Fn2<@Nullable Object, @Nullable Object, @Nullable Object> merge = op;
                if (merge == null) {
                    throw new IllegalStateException("a reduction has an operation");
                }
                yield Sink.reduce(zero, merge);
            }
        };
    }
}
