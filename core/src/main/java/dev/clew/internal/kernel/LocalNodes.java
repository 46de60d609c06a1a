package dev.clew.internal.kernel;

import dev.clew.FiberLocal;
import dev.clew.Task;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fiber locals: a small table of keys and values in the strand, copied when it is written, so that whoever inherited it
 * keeps what it had.
 */
public final class LocalNodes {
    private LocalNodes() {}

    public static <A extends @Nullable Object> Task<A> get(FiberLocal<A> local) {
        return new Get<>(local);
    }

    public static <A extends @Nullable Object> Task<@Nullable Void> set(FiberLocal<A> local, A value) {
        return new Set<>(local, value);
    }

    public static <A extends @Nullable Object, B extends @Nullable Object> Task<B> locally(
            FiberLocal<A> local, A value, Task<B> task) {
        return new Locally<>(local, value, Node.of(task, "the argument of locally"));
    }

    private static int find(@Nullable Object @Nullable [] table, FiberLocal<?> local) {
        if (table != null) {
            for (int i = 0; i < table.length; i += 2) {
                if (table[i] == local) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static @Nullable Object read(Strand strand, FiberLocal<?> local) {
        @Nullable Object @Nullable [] table = Context.localsOf(strand.context);
        int i = find(table, local);
        return table == null || i < 0 ? local.initial() : table[i + 1];
    }

    private static void write(Strand strand, FiberLocal<?> local, @Nullable Object value) {
        @Nullable Object @Nullable [] table = Context.localsOf(strand.context);
        int i = find(table, local);
        if (table == null) {
            strand.context = Context.withLocals(strand.context, new @Nullable Object[] {local, value});
        } else if (i >= 0) {
            @Nullable Object[] copy = table.clone();
            copy[i + 1] = value;
            strand.context = Context.withLocals(strand.context, copy);
        } else {
            @Nullable Object[] copy = Arrays.copyOf(table, table.length + 2);
            copy[table.length] = local;
            copy[table.length + 1] = value;
            strand.context = Context.withLocals(strand.context, copy);
        }
    }

    private static final class Get<A extends @Nullable Object> extends Node<A> {
        private final FiberLocal<A> local;

        Get(FiberLocal<A> local) {
            this.local = local;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            return read(strand, local);
        }
    }

    private static final class Set<A extends @Nullable Object> extends Node<@Nullable Void> {
        private final FiberLocal<A> local;
        private final A value;

        Set(FiberLocal<A> local, A value) {
            this.local = local;
            this.value = value;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            write(strand, local, value);
            return null;
        }
    }

    private static final class Locally<A extends @Nullable Object, B extends @Nullable Object> extends Node<B> {
        private final FiberLocal<A> local;
        private final A value;
        private final Node<B> task;

        Locally(FiberLocal<A> local, A value, Node<B> task) {
            this.local = local;
            this.value = value;
            this.task = task;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            Object before = read(strand, local);
            write(strand, local, value);
            Object result = task.eval(fiber, strand, depth + 1);
            if (result == UNWIND && fiber.isCapturing()) {
                fiber.push(new Restore(local, before));
                return UNWIND;
            }
            write(strand, local, before);
            return result;
        }
    }

    private static final class Restore extends Frame {
        private final FiberLocal<?> local;
        private final @Nullable Object before;

        Restore(FiberLocal<?> local, @Nullable Object before) {
            this.local = local;
            this.before = before;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            write(strand, local, before);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            write(strand, local, before);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            write(strand, local, before);
            return UNWIND;
        }
    }
}
