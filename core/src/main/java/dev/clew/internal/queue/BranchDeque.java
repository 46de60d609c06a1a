package dev.clew.internal.queue;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The branches that one worker may still fork: its owner pushes and pops at the young end, thieves look at the old end,
 * where the largest pieces lie. It grows as needed and is never full.
 *
 * <p>Who gets the work of an entry is decided by the entry ({@link Stealable}), not here. That is why a pop needs neither
 * a compare-and-set nor a fence in this class.
 *
 * <p>The owner's methods are {@link #push}, {@link #popClaimed}, {@link #popIf}, {@link #isEmpty} and {@link #drainTo}: one
 * thread, or threads of which each happens-before the next.
 */
@SuppressWarnings("ReferenceEquality") // an entry is itself, whatever its equals says
public final class BranchDeque extends ThiefIndex {
    /*
     * Purpose. To show thieves the oldest entry that has work for them, at next to no cost for an owner that pushes and
     * pops some hundred million times a second in the extreme and is robbed rarely.
     *
     * Position n (from 0, 64 bits) lives in slot n & (length - 1). top (the index of ThiefIndex) is the oldest position
     * that may have work, bottom the first not filled; top <= bottom. The owner pushes at bottom.
     *
     *   field   | writer            | access mode                              | pairs with
     *   --------+-------------------+------------------------------------------+----------------------------------------
     *   top     | thieves and owner | compare-and-set; volatile read           | "Reuse" below
     *   bottom  | owner             | release; plain read by the owner         | acquire read by thieves
     *   slots[] | owner             | release on push, plain clear, volatile   | volatile read by thieves: the fields of
     *           |                   | clear of a spent entry                   | an entry; "Reuse"
     *   slots   | owner             | volatile (growing is rare)               | volatile read by thieves; "Reuse"
     *   low     | owner             | plain, owner only                        | -
     *
     * Invariants.
     *   I1  top only grows. It steps over position n only when the entry pushed there last is spent, or was drained.
     *       So no entry that was pushed and that nobody has claimed is ever passed over.
     *   I2  a thief takes work only from an entry at a position that top has reached.
     *   I3  low <= top, and all slots outside [low, bottom) are null between the owner's calls.
     *
     * A thief reads top = t, bottom, slots, and the entry e of t, and reads top again: if it is still t, e was pushed at
     * t and not at a later position of the same slot, since the owner fills that one only when it has seen top > t.
     * Then it asks e for work. If e is spent after that, it moves top from t to t + 1 and only then gives the job away: a
     * position is passed before what was stolen there can end. If e gave nothing and is not spent, the owner has it and
     * is about to pop it.
     *
     * Reuse. After a pop the next push fills the same position p again, so no thief may be able to move top from p to
     * p + 1 any more because of the old entry e. A thief moves top only if e is spent, and spent() is final when popIf
     * is called (contract of Stealable). Hence:
     *   - not spent (the owner claimed it): no thief will ever move top because of e, whatever stale value it holds.
     *     The owner clears the slot and takes bottom back. No fence, no compare-and-set. To ask spent() right after the
     *     claim costs more than the rest of the pop, hence popClaimed for a branch that its owner has just claimed.
     *   - spent, and top = p: the owner moves top to p + 1 itself; if that fails a thief has done it. bottom stays, p is
     *     never filled again, and every compare-and-set from p fails from now on.
     *   - spent, and top < p: the owner exhausted the entry itself (by I2 no thief did). It clears the
     *     slot and reads top again, all volatile. If top < p still holds, then in the order of volatile accesses
     *         clear of the slot < that read of top < top reaches p < a thief reads top = p < that thief reads the slot,
     *     so no thief will see e at p. The array is read after top as well, so an older array, in which e still stands,
     *     is not found either. If top has reached p meanwhile, it is the case above.
     *   drainTo moves top to bottom and so fills no position again: its entries may be taken and become spent later.
     *
     * Growing copies [top, bottom) to an array of twice the size, renewing to one of the same size. A thief that holds the
     * old array finds in it entries that were at their positions once; to take from them, or to fail, is as good as having
     * done so before.
     *
     * Retention. popIf and drainTo clear what they remove. A position that was passed while it was not the youngest is
     * cleared at the next drain, at the next pop of a spent entry, or when the owner finds the deque empty.
     *
     * Races worth naming.
     *   - Owner against thief for one entry: decided in the entry. The loser moves no index on the winner's behalf but
     *     top over a spent entry, which is idempotent.
     *   - A thief stops for ever, or throws, between the claim of an entry and the step of top: the next thief finds the
     *     entry spent and helps, and so does the owner's pop.
     *   - A thief that has read bottom before a pop sees a cleared slot, or a younger entry pushed at the same position;
     *     the first is nothing, the second is an entry like any other.
     *
     * The idea of an owner's end without compare-and-set is that of Arora, Blumofe and Plaxton and of Chase and Lev. Theirs
     * decide a conflict over the last element by the indices and need a fence in each pop; here entries decide.
     */

    private static final int INITIAL_CAPACITY = 64;

    /** How often a thief looks again when the oldest entry is just being popped or taken. */
    private static final int PATIENCE = 4;

    private static final VarHandle BOTTOM = VarHandles.field(MethodHandles.lookup(), "bottom", long.class);
    private static final VarHandle SLOTS = VarHandles.field(MethodHandles.lookup(), "slots", Object[].class);

    /** Elements of an {@code Object[]}: an array of an interface would cost a type check of each entry stored. */
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    private @Nullable Object[] slots;
    private long bottom;

    /** The owner's lower bound of top: how far it has seen and cleared what was passed. */
    private long low;

    public BranchDeque() {
        this(INITIAL_CAPACITY);
    }

    /** A deque that first has {@code capacity} slots, which must be a power of two. */
    public BranchDeque(int capacity) {
        slots = new Object[Capacities.powerOfTwo(capacity)];
    }

    /** Adds {@code entry} as the youngest. Owner only. */
    public void push(Stealable entry) {
        long b = bottom;
        @Nullable Object[] a = slots;
        if (b - low >= a.length) {
            a = makeRoom();
        }
        SLOT.setRelease(a, (int) b & (a.length - 1), (Object) entry);
        BOTTOM.setRelease(this, b + 1);
    }

    /**
     * Removes {@code entry}, which its owner has just claimed whole, if it is the youngest, else does nothing. The caller vouches
     * that the entry is not spent and never will be: this is {@link #popIf} without the question. Owner only.
     */
    public void popClaimed(Stealable entry) {
        long p = bottom - 1;
        @Nullable Object[] a = slots;
        int i = (int) p & (a.length - 1);
        if (a[i] == entry) {
            a[i] = null;
            BOTTOM.setRelease(this, p);
        }
    }

    /**
     * Removes {@code entry} if it is the youngest, else does nothing. The owner has claimed the entry by its state
     * before, or has learnt that thieves have it: see {@link Stealable}. Owner only.
     */
    public void popIf(Stealable entry) {
        if (entry.spent()) {
            popSpent(entry);
        } else {
            popClaimed(entry);
        }
    }

    /** Whether there is no entry that may have work for thieves. Owner only. */
    public boolean isEmpty() {
        long b = bottom;
        if (indexAcquire() < b) {
            return false;
        }
        forget(b);
        return true;
    }

    /**
     * Removes all entries, and hands those that are not spent to {@code to}, oldest first; gives how many they were.
     * {@code to} must neither throw nor use this deque: what it has not got by then would be lost. Owner only.
     */
    public int drainTo(Consumer<Stealable> to) {
        long b = bottom;
        long t = indexAcquire();
        while (t < b && !casIndex(t, b)) {
            t = indexAcquire();
        }
        forget(t);
        @Nullable Object[] a = slots;
        int handed = 0;
        for (long p = t; p < b; p++) {
            int i = (int) p & (a.length - 1);
            Stealable entry = (Stealable) Objects.requireNonNull(a[i], "a slot is cleared by its owner alone");
            a[i] = null;
            low = p + 1;
            if (!entry.spent()) {
                handed++;
                to.accept(entry);
            }
        }
        return handed;
    }

    /**
     * Takes work from the oldest entry that has some. Gives null if there is none, or if the oldest one is being popped
     * or taken by others again and again. Any thread; it never waits.
     */
    public @Nullable Runnable steal() {
        int patience = PATIENCE;
        for (; ; ) {
            long t = indexVolatile();
            if (t >= (long) BOTTOM.getAcquire(this)) {
                return null;
            }
            @Nullable Object[] a = (Object[]) SLOTS.getVolatile(this);
            Object found = SLOT.getVolatile(a, (int) t & (a.length - 1));
            Stealable entry = (Stealable) found;
            if (entry != null && indexAcquire() == t) {
                Runnable job = entry.steal();
                boolean spent = entry.spent();
                if (spent) {
                    casIndex(t, t + 1);
                }
                if (job != null) {
                    return job;
                }
                if (spent) {
                    continue;
                }
            }
            if (--patience == 0) {
                return null;
            }
            Thread.onSpinWait();
        }
    }

    /** Whether an entry was there that may have work for thieves, at one moment during the call. Any thread. */
    public boolean mayHaveWork() {
        // top first: it only grows, so a top that has reached the bottom read later had reached it then.
        long t = indexAcquire();
        return t < (long) BOTTOM.getAcquire(this);
    }

    /** Calls {@code action} with entries that are there, or just were, and are not spent. Any thread; for a dump. */
    public void forEach(Consumer<Stealable> action) {
        long t = indexAcquire();
        long b = (long) BOTTOM.getAcquire(this);
        @Nullable Object[] a = (Object[]) SLOTS.getVolatile(this);
        for (long p = t; p < Math.min(b, t + a.length); p++) {
            Object entry = SLOT.getVolatile(a, (int) p & (a.length - 1));
            if (entry instanceof Stealable stealable && !stealable.spent()) {
                action.accept(stealable);
            }
        }
    }

    private void popSpent(Stealable entry) {
        long p = bottom - 1;
        @Nullable Object[] a = slots;
        int i = (int) p & (a.length - 1);
        if (a[i] != entry) {
            return;
        }
        SLOT.setVolatile(a, i, (Object) null);
        if (indexVolatile() < p) {
            BOTTOM.setRelease(this, p);
        } else {
            casIndex(p, p + 1);
            forget(p + 1);
        }
    }

    /**
     * Goes on with a fresh array, no larger than is needed. To a generational collector a store into an old array costs a fence; a
     * young one costs none, and stays young for some collections. Owner only, every so many pushes.
     */
    public void renew() {
        forget(indexAcquire());
        long b = bottom;
        int length = INITIAL_CAPACITY;
        while (length < 2 * (b - low)) {
            length = Capacities.twice(length);
        }
        SLOTS.setVolatile(this, copy(Math.min(length, slots.length)));
    }

    private @Nullable Object[] makeRoom() {
        forget(indexAcquire());
        @Nullable Object[] a = slots;
        long b = bottom;
        if (b - low < a.length) {
            return a;
        }
        @Nullable Object[] grown = copy(Capacities.twice(a.length));
        SLOTS.setVolatile(this, grown);
        return grown;
    }

    /** The entries, each at its position in an array of {@code length} slots, which are enough. */
    private @Nullable Object[] copy(int length) {
        @Nullable Object[] from = slots;
        @Nullable Object[] to = new Object[length];
        for (long p = low; p < bottom; p++) {
            to[(int) p & (length - 1)] = from[(int) p & (from.length - 1)];
        }
        return to;
    }

    /** Clears the slots of all positions below {@code passed}, which top has passed. */
    private void forget(long passed) {
        @Nullable Object[] a = slots;
        for (long p = low; p < passed; p++) {
            a[(int) p & (a.length - 1)] = null;
        }
        low = Math.max(low, passed);
    }
}
