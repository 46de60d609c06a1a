package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code sequence} and {@code traverse}: one after another, in one loop, with the iterator pulled as it goes. */
public final class SequenceNode<A extends @Nullable Object, B extends @Nullable Object> extends Node<List<B>> {
    private final Iterable<? extends A> items;
    private final Fn<? super A, ? extends Task<B>> function;

    public SequenceNode(Iterable<? extends A> items, Fn<? super A, ? extends Task<B>> function) {
        this.items = items;
        this.function = function;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Run<A, B> run;
        try {
            run = new Run<>(items.iterator(), function);
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return run.go(fiber, strand, depth);
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(function);
    }

    /** One run, and the frame that keeps it. */
    private static final class Run<A extends @Nullable Object, B extends @Nullable Object> extends Frame {
        private final Iterator<? extends A> iterator;
        private final Fn<? super A, ? extends Task<B>> function;
        private final List<@Nullable Object> results = new ArrayList<>();

        Run(Iterator<? extends A> iterator, Fn<? super A, ? extends Task<B>> function) {
            this.iterator = iterator;
            this.function = function;
        }

        @Nullable
        Object go(FiberState fiber, Strand strand, int depth) {
            for (; ; ) {
                Node<B> next;
                try {
                    if (!iterator.hasNext()) {
                        return Collections.unmodifiableList(results);
                    }
                    next = of(function.apply(iterator.next()), "an element of a sequence");
                } catch (Throwable thrown) {
                    return fiber.raise(thrown);
                }
                Object value = next.eval(fiber, strand, depth + 1);
                if (value == UNWIND) {
                    fiber.passing(this);
                    return UNWIND;
                }
                results.add(value);
            }
        }

        @Override
        @Nullable
        CallSite callSite() {
            return CallSites.of(function);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            results.add(value);
            return go(fiber, strand, fiber.baseDepth());
        }
    }
}
