package dev.clew.internal.queue;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link BranchDeque} holds: work that its owner means to do later and a thief may take meanwhile.
 *
 * <p>An entry decides by one state word of its own who gets its work; the deque only says where to look. A branch gives
 * its whole work once; a range gives its back half, and may give again.
 *
 * <p>{@link #spent} may turn from false to true, never back. The deque relies on one thing more: <em>once the owner
 * has called {@link BranchDeque#popClaimed} or {@link BranchDeque#popIf} for an entry, the answer of {@code spent()} is final</em>. So an owner first
 * claims the entry by its state (or learns that it is gone), and pops it afterwards.
 */
public interface Stealable {
    /**
     * Tries to take work on behalf of a thief, by compare-and-set on the entry's own state. Any thread, without waiting.
     *
     * @return the job to run, or null if there is nothing for thieves
     */
    @Nullable
    Runnable steal();

    /**
     * Whether thieves will never again get anything here because thieves have taken it or because it is exhausted. An
     * entry that its owner has claimed is not spent for that reason. Any thread.
     */
    boolean spent();
}
