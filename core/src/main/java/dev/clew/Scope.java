package dev.clew;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where fibers are started that end before it does: what {@link Task#scoped} hands to its body.
 *
 * <p><b>Semantics.</b> A child that fails stops its siblings and the body, and its error is the error of the scope; errors
 * found while they stop are added to it as suppressed. A child that is cancelled concerns nobody. Children may start
 * children. What becomes of those that run when the body ends is chosen by a {@link Rest}.
 *
 * <p>A scope may be handed to other fibers. A child inherits the locals and the executor of whoever starts it.
 *
 * <p><b>Cancellation.</b> Cancelling the fiber that runs the body cancels the children and waits for them. A child starts
 * unmasked.
 *
 * <p><b>Errors.</b> The failure of a child never goes to the runtime's error reporter.
 */
public interface Scope {

    /** What becomes of the children that still run when the body of a scope has given its value. */
    enum Rest {
        /** They are cancelled, and waited for. */
        CANCEL,
        /** They are waited for, and may go on to start others. */
        AWAIT
    }

    /**
     * Starts a child and gives its handle at once.
     *
     * <p><b>Semantics.</b> In a scope that is being stopped, because of an error or a cancellation or because its body has
     * ended, the child never begins, and its handle is that of a cancelled fiber.
     *
     * <p><b>Errors.</b> {@link IllegalStateException} where the scope has ended. A rejection by the executor that the child
     * would run on is the error of the start.
     */
    <A extends @Nullable Object> Task<Fiber<A>> start(Task<A> task);

    /**
     * {@link #start} of a child whose failure is kept from its siblings and from the body: whoever joins it sees it, and
     * nobody else does, so {@code task} should answer its own errors, or note them with {@link Task#onError}.
     */
    <A extends @Nullable Object> Task<Fiber<A>> startSupervised(Task<A> task);

    /**
     * Looks {@code every} so often, from now on, whether the scope has stalled, and if so fails it with a
     * {@link StalledException} that says who waits for what, and where.
     *
     * <p><b>Semantics.</b> A scope has stalled where each of its fibers, the children and who runs the body, waits for what only
     * fibers bring: something of {@code dev.clew.sync} or {@code dev.clew.channel}, or the end of another child. A choice does if all its
     * alternatives do. The sides of {@code both} and of a race, elements of a group, and the fibers of an inner scope count as fibers of this
     * one. A wait for a callback, a timer or a blocking call, and any wait under a time limit, be that around the scope, is none. Fibers
     * that are not of the scope, and threads, count as nobody: let what wakes the children be a child itself or a callback, or this finds
     * stalls where there are none. A second call changes how often.
     *
     * <p><b>Cost.</b> A timer, and at each look time linear in the fibers until one is found that does not wait.
     *
     * <p><b>Errors.</b> {@link IllegalArgumentException} where {@code every} is not more than nothing;
     * {@link IllegalStateException} where the scope has ended.
     */
    Task<@Nullable Void> failOnStall(Duration every);
}
