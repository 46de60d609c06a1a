package dev.clew.testkit;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Decision;
import dev.clew.internal.sched.LiveFiber;
import org.jspecify.annotations.Nullable;

/** The one carrier that jobs run on. Its deque is robbed where the strategy says so. */
final class VirtualCarrier extends Carrier {
    /*
     * "expected" is a node such that, if it is the next one asked about, nothing that another fiber could see has happened
     * since "since". The three are:
     *
     *   BEGINNING  the job began: the node is where the fiber gave way or starts. To give way again is to have been
     *              chosen later; to be cancelled here is another thing than before.
     *   PARENT     the last question was about the node that enters this one. To give way, to be cancelled or to be
     *              robbed at either is the same; except that a branch may have been forked in between and stolen.
     *   ELEMENT    thieves were asked about this element already, and nobody else.
     */
    private enum Since {
        BEGINNING,
        PARENT,
        ELEMENT
    }

    private final VirtualScheduler scheduler;
    private final BranchDeque deque;
    long forked;
    long stolen;

    private @Nullable Object expected;
    private Since since = Since.BEGINNING;
    private boolean robbedSince;
    private boolean stealing;

    /** What the answers of {@link #isUnchanged} and {@link #isPlainlyEntered} are about the node just entered. */
    private boolean unchanged;

    private boolean plainlyEntered;

    VirtualCarrier(VirtualScheduler scheduler, BranchDeque deque) {
        super(scheduler, deque, 0);
        this.scheduler = scheduler;
        this.deque = deque;
    }

    /** A job begins, with {@code node} where that is not null. */
    void expect(@Nullable Object node) {
        expected = node;
        since = Since.BEGINNING;
        robbedSince = false;
        unchanged = false;
        plainlyEntered = false;
    }

    @Override
    public void entering(Object node, @Nullable Object first) {
        boolean same = node == expected;
        plainlyEntered = same && since == Since.PARENT && !robbedSince;
        unchanged = plainlyEntered || (same && since == Since.BEGINNING);
        if (!same) {
            playThief(Decision.SPLIT);
        }
        expected = first;
        since = Since.PARENT;
        robbedSince = false;
    }

    @Override
    public void beginning(Object node) {
        playThief(Decision.SPLIT);
        expected = node;
        since = Since.ELEMENT;
    }

    @Override
    public void branchPushed() {
        forked++;
        robbedSince |= playThief(Decision.FORK);
    }

    /** Whether nobody can tell giving way here from having given way, or not having been chosen, before; asked once. */
    boolean isUnchanged() {
        boolean answer = unchanged;
        unchanged = false;
        return answer;
    }

    /** Whether nobody can tell a cancel here from one at the node before; asked once. */
    boolean isPlainlyEntered() {
        boolean answer = plainlyEntered;
        plainlyEntered = false;
        return answer;
    }

    /** Whether a fiber is born just now because a thief took a branch. */
    boolean isStealing() {
        return stealing;
    }

    private boolean playThief(Decision kind) {
        boolean robbed = false;
        while (deque.mayHaveWork() && scheduler.decide(kind, 2) == 1) {
            stealing = true;
            Runnable job = deque.steal();
            stealing = false;
            if (job == null) {
                scheduler.trace().became(0);
                return robbed;
            }
            robbed = true;
            stolen++;
            if (job instanceof LiveFiber fiber) {
                scheduler.trace().became(FiberNumbers.of(fiber));
            }
            scheduler.accept(job);
        }
        return robbed;
    }
}
