package dev.clew.internal.kernel;

import dev.clew.Task;
import dev.clew.internal.sched.Bridge;
import org.jspecify.annotations.Nullable;

/**
 * A task as the evaluator sees it. Each kind of node evaluates itself by nested calls: the native stack is the
 * continuation stack, and nothing is allocated for a continuation that never suspends.
 *
 * <p>{@link #eval} gives the value, or {@link #UNWIND}; the reason for unwinding then stands in the fiber:
 *
 * <ul>
 *   <li><i>suspended, yielding, moving, deep</i>: every node on the way out that has something left to do pushes
 *       itself, or a {@link Frame} where state must be kept, on the fiber's frame array, innermost first. Later the run
 *       loop pops these and calls {@link #resume} with the value.
 *   <li><i>failed, cancelled</i>: the same nodes and frames are visited in the same order and may answer; most let it
 *       pass. A node that answers inside {@code eval} does what its {@link #failed} or {@link #cancelled} does.
 * </ul>
 *
 * <p>A node is immutable: it may be evaluated by many fibers at once.
 *
 * @param <A> the value
 */
public abstract non-sealed class Node<A extends @Nullable Object> extends Task<A> {

    /** The answer of {@link #eval} that is not a value. */
    public static final Object UNWIND = new Object() {
        @Override
        public String toString() {
            return "UNWIND";
        }
    };

    /**
     * No call nests deeper: at this depth a node answers <i>deep</i>, the stack is reified, and the run loop goes on
     * with the node at depth 0. No bit of a fiber's signal lies below it, so that one comparison asks for both.
     */
    public static final int DEPTH_LIMIT = 256;

    /**
     * Evaluates this node in {@code strand} of {@code fiber}. A node below is evaluated with {@code depth + 1}.
     *
     * <p>The strand is handed down instead of being kept in the fiber: so entering and leaving one costs no store. Only
     * who starts to unwind with something left to do notes it in the fiber, and reified boundaries set it back.
     */
    public abstract @Nullable Object eval(FiberState fiber, Strand strand, int depth);

    /**
     * The node that {@link #eval} enters at once, with nothing in between that another fiber could see, or be seen by; null
     * where there is none. To give way, or to be cancelled, at either is the same.
     */
    @Nullable
    Node<?> first() {
        return null;
    }

    /** Where the user built this; null where that is not known, as of most nodes that have no function. */
    @Nullable
    CallSite callSite() {
        return null;
    }

    /** The function of a {@code delay} or {@code defer}, which has no site until it is started or moved. */
    @Nullable
    Object rootFunction() {
        return null;
    }

    /** Whether what this forks must be kept apart from it by {@link #isolated}, where fibers carry thread-locals. */
    boolean forks() {
        return false;
    }

    /** This, with the parts it forks begun with {@code values}; null where they are fibers that inherit them anyway. */
    @Nullable
    Node<A> isolated(Bridge bridge, @Nullable Object[] values) {
        return null;
    }

    /** As a frame: whether a finalizer is registered here, or has begun and not ended. */
    boolean holdsFinalizer() {
        return false;
    }

    /** Goes on with {@code value}, what the node above gave. */
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
        return value;
    }

    /** A failure comes by; the error stands in the fiber. */
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        return UNWIND;
    }

    /** A cancellation comes by; the strand it unwinds to stands in the fiber. */
    public @Nullable Object cancelled(FiberState fiber, Strand strand) {
        return UNWIND;
    }

    /** What a fiber evaluates instead of this where the executor that it moves to has refused it. */
    Node<?> refused(Throwable refusal) {
        return new Fail<>(refusal);
    }

    /** {@code value} as what it is known to be: the value of a node of this type, which may allow null. */
    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
    static <A extends @Nullable Object> A typed(@Nullable Object value) {
        return (A) value;
    }

    /** The node that {@code task} is; {@code what} names its giver in the error where it is null. */
    static <A extends @Nullable Object> Node<A> of(@Nullable Task<A> task, String what) {
        if (task == null) {
            throw new NullPointerException(
                    what + " gave null where a task was wanted; give Task.now(null) for a task of null");
        }
        return (Node<A>) task;
    }
}
