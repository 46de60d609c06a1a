package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Fn2;
import dev.clew.Task;
import dev.clew.internal.sched.Bridge;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What keeps carried thread-locals apart where several things run on one thread, as inline branches do: each side, and
 * what comes after, begins with the values of the fork.
 *
 * <p>Nodes know nothing of it. A fiber with a bridge has a bit in its signal, so that it asks at each node; a node that forks
 * is then replaced by one whose parts are wrapped in what stands here. A fiber without a bridge runs none of this.
 */
final class Isolated {
    private Isolated() {}

    /** {@code node}, begun with {@code values}. */
    static <A extends @Nullable Object> Node<A> begun(Node<A> node, Bridge bridge, @Nullable Object[] values) {
        return new Begun<>(node, bridge, values);
    }

    /** {@code node}, after which the thread has {@code values} again. */
    static <A extends @Nullable Object> Node<A> ended(Node<A> node, Bridge bridge, @Nullable Object[] values) {
        return new Ended<>(node, bridge, values);
    }

    static boolean isBegun(Node<?> node) {
        return node instanceof Begun;
    }

    /** A node begun with certain values. */
    private static final class Begun<A extends @Nullable Object> extends Node<A> {
        private final Node<A> node;
        private final Bridge bridge;
        private final @Nullable Object[] values;

        Begun(Node<A> node, Bridge bridge, @Nullable Object[] values) {
            this.node = node;
            this.bridge = bridge;
            this.values = values;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            bridge.restore(values);
            return node.eval(fiber, strand, depth + 1);
        }

        @Override
        Node<?> first() {
            return node;
        }
    }

    /** A node that leaves the thread as it was, however it ends. */
    private static final class Ended<A extends @Nullable Object> extends Node<A> {
        private final Node<A> node;
        private final Bridge bridge;
        private final @Nullable Object[] values;

        Ended(Node<A> node, Bridge bridge, @Nullable Object[] values) {
            this.node = node;
            this.bridge = bridge;
            this.values = values;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            Object value = node.eval(fiber, strand, depth + 1);
            if (value == UNWIND && fiber.isCapturing()) {
                fiber.push(this);
            } else {
                bridge.restore(values);
            }
            return value;
        }

        @Override
        Node<?> first() {
            return node;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            bridge.restore(values);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            bridge.restore(values);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            bridge.restore(values);
            return UNWIND;
        }
    }

    /** A function of elements, called with certain values. */
    static final class IsolatedFn implements Fn<@Nullable Object, Task<?>> {
        private final Fn<@Nullable Object, ? extends Task<?>> function;
        private final Bridge bridge;
        private final @Nullable Object[] values;

        IsolatedFn(Fn<@Nullable Object, ? extends Task<?>> function, Bridge bridge, @Nullable Object[] values) {
            this.function = function;
            this.bridge = bridge;
            this.values = values;
        }

        @Override
        public Task<?> apply(@Nullable Object element) throws Exception {
            bridge.restore(values);
            return function.apply(element);
        }
    }

    /** A function of two, called with certain values. */
    static final class IsolatedFn2<A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            implements Fn2<A, B, C> {
        private final Fn2<? super A, ? super B, ? extends C> function;
        private final Bridge bridge;
        private final @Nullable Object[] values;

        IsolatedFn2(Fn2<? super A, ? super B, ? extends C> function, Bridge bridge, @Nullable Object[] values) {
            this.function = function;
            this.bridge = bridge;
            this.values = values;
        }

        @Override
        public C apply(A a, B b) throws Exception {
            bridge.restore(values);
            return function.apply(a, b);
        }
    }

    /** Code for another thread, which gets the fiber's values for it; the fiber gets what the code made of them. */
    static final class Elsewhere<A extends @Nullable Object> implements Callable<A> {
        private final Callable<A> code;
        private final Bridge bridge;
        private final @Nullable Object[] values;

        /** Written by the thread that ran the code, before it completes the fiber's wait. */
        private @Nullable Object @Nullable [] left;

        Elsewhere(Callable<A> code, Bridge bridge) {
            this.code = code;
            this.bridge = bridge;
            this.values = bridge.capture();
        }

        @Override
        public A call() throws Exception {
            @Nullable Object[] before = bridge.capture();
            bridge.restore(values);
            try {
                return code.call();
            } finally {
                left = bridge.capture();
                bridge.restore(before);
            }
        }

        /** The fiber goes on. */
        void cameBack() {
            @Nullable Object[] made = left;
            if (made != null) {
                bridge.restore(made);
            }
        }
    }
}
