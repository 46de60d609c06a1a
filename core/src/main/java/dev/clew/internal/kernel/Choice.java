package dev.clew.internal.kernel;

import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.util.Spin;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One wait for the first of several events, each of which has a cell of its own: an <i>arm</i>. The choice is what the
 * fiber waits in; its state says which arm has won.
 *
 * <pre>
 *                          an arm is won                the fiber takes it
 *   UNDECIDED (null) ───────────────────────▶ the cell ───────────────────▶
 *     │  ▲ │ │                                 ▲    ▲
 *     │  │ │ └─ claim ─▶ CLAIMED ── matched ───┘    │
 *     │  └─┼─ unclaim ──────┘                       │ an arm is won: and the fiber is scheduled
 *     │    └─ cancel (by the fiber, parking) ─▶ CANCELLED
 *     │ park                                      ▲ │
 *     ▼                                           │ │
 *   WAITING ──────────────────────────────────────┴─┘
 * </pre>
 *
 * <p><b>An arm is won</b> by two steps: its cell gets the answer, by a compare-and-set from null; then the choice gets the
 * cell. Who fails at either gives what he has to somebody else. Who fails at the first may be told so before the other has
 * done the second. That is right: the other will win, or the choice has ended otherwise.
 *
 * <p><b>Two choices meet</b>, one offering to send, the other to receive, and both must end or neither. The one that comes
 * second does it, as its fiber makes its arm known, after Reppy, Russo and Xiao, <i>Parallel Concurrent ML</i> (2009): it
 * claims itself, so that nobody ends it meanwhile, then ends the other by a compare-and-set, and then itself, which
 * nobody can prevent. Only a fiber that is running claims, and only its own choice; hence a choice that is WAITING is never
 * claimed, and a canceller, who knows a choice only once its fiber has published it, never meets a claim. Whoever wants to
 * win an arm of a choice that is claimed spins: a claim is held for a few instructions, and no lock is taken in it.
 *
 * <p>Two that claim themselves and want each other would wait for ever. There this departs from the paper, where both
 * give up their claims and try again: of two only the one with the <i>greater</i> number gives way, and it claims itself again once
 * the other has no claim. So one who keeps its claim waits for a greater number; among claims that wait for one another the greatest
 * waits for nobody, and who waited for it goes on. Two of equal numbers, which are hashes, both give way, as in the paper.
 *
 * <p>The answers of both are written before the compare-and-set that ends the other; the other's cell is emptied again where that
 * fails. Nobody sees it between: who may win that cell holds the same lock ({@link WaitCell#match}).
 *
 * <pre>
 * field | writer           | access                    | pairs with
 * ------+------------------+---------------------------+------------------------------------
 * state | fiber, winner, canceller | compare-and-set, volatile | itself
 * cells, node | fiber, before WAITING | plain          | state
 * </pre>
 */
final class Choice extends WaitCell {
    /** Its own fiber, which runs, tries to end it together with another. */
    static final Object CLAIMED = new Object();

    private final SyncNode<?> node;
    private final @Nullable WaitCell[] cells;

    Choice(SyncNode<?> node, int arms) {
        this.node = node;
        this.cells = new @Nullable WaitCell[arms];
    }

    /** Makes an arm known; false where the choice has ended, and no other need be. */
    boolean enlist(FiberState fiber, int arm, EventNode<?> event) {
        WaitCell cell = event.cell();
        cell.setChoice(this);
        cells[arm] = cell;
        try {
            event.enlist(fiber, cell);
        } catch (Throwable thrown) {
            // The arm has won with an error, unless another has won before.
            winBy(cell, Answer.error(thrown));
        }
        return !isDecided();
    }

    /** {@link WaitCell#win} of {@code cell}, an arm of this. */
    Win winBy(WaitCell cell, Object answer) {
        if (!cell.casState(null, answer)) {
            return Win.LOST;
        }
        for (int spins = 0; ; ) {
            Object s = state();
            if (s == CLAIMED) {
                spins = Spin.pause(spins);
            } else if (s != null && s != WAITING) {
                return Win.LOST;
            } else if (casState(s, cell)) {
                return s == null ? Win.RUNS : Win.WAITS;
            }
        }
    }

    /** {@link WaitCell#match} of {@code arm}, an arm of this, with {@code other}, which is none. */
    Match matchBy(WaitCell arm, Object mine, WaitCell other, Object others) {
        Choice theirs = other.choice();
        while (casState(null, CLAIMED)) {
            Win win = theirs == null ? other.winAlone(others) : winClaimed(theirs, other, others);
            if (win != null && win != Win.LOST) {
                arm.setState(mine);
                setState(arm);
                return Match.of(win);
            }
            setState(null);
            if (win != null || theirs == null) {
                return Match.GONE;
            }
            theirs.awaitUnclaimed();
        }
        return Match.OVER;
    }

    /** Wins {@code other}, an arm of {@code theirs}, while this is claimed; null where this must give way. */
    private @Nullable Win winClaimed(Choice theirs, WaitCell other, Object answer) {
        for (int spins = 0; ; ) {
            Object s = theirs.state();
            if (s == CLAIMED) {
                if (System.identityHashCode(this) >= System.identityHashCode(theirs)) {
                    return null;
                }
                spins = Spin.pause(spins);
            } else if (s != null && s != WAITING) {
                return Win.LOST;
            } else {
                other.setState(answer);
                if (theirs.casState(s, other)) {
                    return s == null ? Win.RUNS : Win.WAITS;
                }
                other.setState(null);
            }
        }
    }

    private void awaitUnclaimed() {
        for (int spins = 0; state() == CLAIMED; ) {
            spins = Spin.pause(spins);
        }
    }

    /** The number of the arm that has won so far, else {@link SyncNode#NONE}. */
    int wonArm() {
        Object won = state();
        for (int i = 0; won != null && i < cells.length; i++) {
            if (cells[i] == won) {
                return i;
            }
        }
        return SyncNode.NONE;
    }

    /** The fiber goes on with what {@code won} was won with. */
    @Nullable
    Object goOn(FiberState fiber, Strand strand, WaitCell won, int depth) {
        int arm = settle();
        Object answer = won.state();
        if (answer == null) {
            throw new IllegalStateException("an arm of a choice has won without an answer");
        }
        Throwable error = Answer.errorOf(answer);
        if (error != null) {
            fiber.raise(error);
            return won.failed(fiber, strand);
        }
        Object value = won.resume(fiber, strand, Answer.valueOf(answer));
        return value == UNWIND ? UNWIND : node.wrap(arm, fiber, strand, value, depth);
    }

    /** All arms but the one that has won are told that they have lost; gives the number of that one. */
    private int settle() {
        int won = wonArm();
        for (int i = 0; i < cells.length; i++) {
            WaitCell cell = cells[i];
            if (i != won && cell != null) {
                cell.abandoned();
            }
        }
        node.chose(won);
        return won;
    }

    @Override
    protected String describeWait(Function<? super LiveFiber, String> name) {
        StringJoiner words = new StringJoiner(", or ");
        for (WaitCell cell : cells) {
            if (cell != null) {
                words.add(cell.describeWait(name));
            }
        }
        return words.toString();
    }

    @Override
    protected void abandoned() {
        settle();
    }

    /** Certain where it is certain of every arm that somebody could win. */
    @Override
    boolean stallsIn(StallRound round) {
        boolean any = false;
        for (WaitCell cell : cells) {
            if (cell != null && !cell.isEndedByNobody()) {
                if (!cell.stallsIn(round)) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    /** The arm that has won was given something that nobody goes on with. */
    @Override
    protected void undelivered(@Nullable Object won) {
        if (won instanceof WaitCell cell) {
            Object answer = cell.state();
            if (answer != null && Answer.errorOf(answer) == null) {
                cell.undelivered(Answer.valueOf(answer));
            }
        }
    }

    @Override
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object won) {
        if (won instanceof WaitCell cell) {
            return goOn(fiber, strand, cell, fiber.baseDepth());
        }
        throw new IllegalStateException("a choice was ended by what is not an arm of it: " + won);
    }

    /** The executor that the fiber was to wake on has refused it, after an arm had won. */
    @Override
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        settle();
        return UNWIND;
    }
}
