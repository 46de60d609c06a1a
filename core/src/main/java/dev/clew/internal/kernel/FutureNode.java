package dev.clew.internal.kernel;

import dev.clew.Task;
import dev.clew.internal.sched.LiveFiber;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code fromFuture}: waits for a stage, made each time; a cancelled wait cancels it once, where it is a future. */
public final class FutureNode<A extends @Nullable Object> extends WaitNode<A> {
    private final Callable<? extends CompletionStage<? extends A>> start;

    public FutureNode(Callable<? extends CompletionStage<? extends A>> start) {
        this.start = start;
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(start);
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) throws Exception {
        CompletionStage<? extends A> stage = start.call();
        if (stage == null) {
            throw new NullPointerException("the function of fromFuture gave null where a stage was wanted");
        }
        StageCell cell = new StageCell(stage);
        try {
            stage.whenComplete(cell::completed);
        } catch (Throwable refused) {
            cell.letGo(fiber);
            throw refused;
        }
        return cell;
    }

    private static final class StageCell extends WaitCell {
        private final CompletionStage<?> stage;

        StageCell(CompletionStage<?> stage) {
            this.stage = stage;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "a future";
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
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            letGo(fiber);
            return UNWIND;
        }

        /** Nobody waits any more: cancels the stage where it can be. */
        void letGo(FiberState fiber) {
            if (stage instanceof Future<?> future) {
                try {
                    future.cancel(true);
                } catch (UnsupportedOperationException noFuture) {
                    // A stage that is a future by its class alone, such as a minimalCompletionStage: it is let go.
                    return;
                } catch (Throwable thrown) {
                    fiber.scheduler().report("a future threw while it was cancelled", thrown);
                }
            }
        }
    }

    /** As {@link Task}. */
    public static <A extends @Nullable Object> Task<A> of(Callable<? extends CompletionStage<? extends A>> start) {
        return new FutureNode<>(start);
    }
}
