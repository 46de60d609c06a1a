package dev.clew.internal.kernel;

import dev.clew.Task;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** {@code fromFuture}: waits for a stage, made each time; a cancelled wait cancels it once, where it is a future. */
public final class FutureNode<A extends @Nullable Object> extends WaitNode<A> {
    private final Callable<? extends CompletionStage<? extends A>> start;

    public FutureNode(Callable<? extends CompletionStage<? extends A>> start) {
        this.start = start;
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) throws Exception {
        CompletionStage<? extends A> stage = start.call();
        if (stage == null) {
            throw new NullPointerException("the function of fromFuture gave null where a stage was wanted");
        }
        StageCell cell = new StageCell(stage);
        stage.whenComplete(cell::completed);
        return cell;
    }

    private static final class StageCell extends WaitCell {
        private final CompletionStage<?> stage;

        StageCell(CompletionStage<?> stage) {
            this.stage = stage;
        }

        void completed(@Nullable Object value, @Nullable Throwable error) {
            if (error == null) {
                complete(value);
            } else {
                completeError(unwrapped(error));
            }
        }

        /** Stages wrap errors on their way; the user threw what is inside. */
        private static Throwable unwrapped(Throwable error) {
            Throwable t = error;
            while ((t instanceof CompletionException || t instanceof ExecutionException) && t.getCause() != null) {
                t = t.getCause();
            }
            return t;
        }

        @Override
        protected void abandoned() {
            if (stage instanceof Future<?> future) {
                future.cancel(true);
            }
        }
    }

    /** As {@link Task}. */
    public static <A extends @Nullable Object> Task<A> of(Callable<? extends CompletionStage<? extends A>> start) {
        return new FutureNode<>(start);
    }
}
