package dev.clew.internal.kernel;

import dev.clew.Callback;
import dev.clew.Fn;
import dev.clew.Proc;
import dev.clew.Task;
import dev.clew.internal.sched.LiveFiber;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code async}: waits until somebody calls a callback. */
public final class AsyncNode<A extends @Nullable Object> extends WaitNode<A> {
    private final Fn<? super Callback<A>, ? extends @Nullable Task<?>> register;

    public AsyncNode(Fn<? super Callback<A>, ? extends @Nullable Task<?>> register) {
        this.register = register;
    }

    /** The form whose {@code register} gives no finalizer. */
    public static <A extends @Nullable Object> AsyncNode<A> of(Proc<? super Callback<A>> register) {
        return new AsyncNode<>(callback -> {
            register.accept(callback);
            return null;
        });
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(register);
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) throws Exception {
        AsyncCell<A> cell = new AsyncCell<>();
        Task<?> finalizer = register.apply(cell);
        cell.finalizer = finalizer;
        return cell;
    }

    /** The callback is the cell itself. */
    private static final class AsyncCell<A extends @Nullable Object> extends WaitCell implements Callback<A> {
        /** Written by the fiber once {@code register} has returned, read by the fiber when it is cancelled. */
        @Nullable
        Task<?> finalizer;

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the callback of an async";
        }

        @Override
        public boolean success(A value) {
            return complete(value);
        }

        @Override
        public boolean failure(Throwable error) {
            return completeError(Objects.requireNonNull(
                    error, "a callback's failure is an error, not null; use success(null) for a value of null"));
        }

        @Override
        boolean holdsFinalizer() {
            return finalizer != null;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            Task<?> fin = finalizer;
            return fin == null ? UNWIND : FinalizerFrame.runThenCancel(fiber, strand, (Node<?>) fin);
        }
    }
}
