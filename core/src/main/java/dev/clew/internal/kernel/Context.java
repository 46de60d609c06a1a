package dev.clew.internal.kernel;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a strand inherits as it is forked, in one reference: null where nothing was ever set. Immutable. */
final class Context {
    /** Fiber locals, alternating keys and values, never written in place; null for none. */
    private final @Nullable Object @Nullable [] locals;

    /** The executor asked for by {@code on}; null is the pool. */
    private final @Nullable Executor executor;

    /** The thread-locals it carries, as they were when they were last saved; null where there is no bridge. */
    private final @Nullable Object @Nullable [] carried;

    private Context(
            @Nullable Object @Nullable [] locals, @Nullable Executor executor, @Nullable Object @Nullable [] carried) {
        this.locals = locals;
        this.executor = executor;
        this.carried = carried;
    }

    static @Nullable Object @Nullable [] localsOf(@Nullable Context context) {
        return context == null ? null : context.locals;
    }

    static @Nullable Executor executorOf(@Nullable Context context) {
        return context == null ? null : context.executor;
    }

    static Context withLocals(@Nullable Context context, @Nullable Object[] locals) {
        return context == null
                ? new Context(locals, null, null)
                : new Context(locals, context.executor, context.carried);
    }

    static @Nullable Context withExecutor(@Nullable Context context, @Nullable Executor executor) {
        if (context == null) {
            return executor == null ? null : new Context(null, executor, null);
        }
        return new Context(context.locals, executor, context.carried);
    }

    static @Nullable Object @Nullable [] carriedOf(@Nullable Context context) {
        return context == null ? null : context.carried;
    }

    static Context withCarried(@Nullable Context context, @Nullable Object[] carried) {
        return context == null
                ? new Context(null, null, carried)
                : new Context(context.locals, context.executor, carried);
    }
}
