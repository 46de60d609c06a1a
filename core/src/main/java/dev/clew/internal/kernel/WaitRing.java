package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Cells that wait for one thing, in the order of their coming, known by the first of them: for things of which there are
 * many, and which have no room for a {@link WaitList}. The cells are linked in a circle, so that the first one knows the
 * last. Every call is made under the lock of the thing.
 */
public final class WaitRing {
    private WaitRing() {}

    /** Puts {@code cell} behind all of the ring that begins with {@code first}; gives the first of the ring. */
    public static WaitCell add(@Nullable WaitCell first, WaitCell cell) {
        if (first == null) {
            cell.previous = cell;
            cell.next = cell;
            return cell;
        }
        WaitCell last = linked(first.previous);
        cell.previous = last;
        cell.next = first;
        last.next = cell;
        first.previous = cell;
        return first;
    }

    /** Puts {@code cell} before all of the ring that begins with {@code first}; gives the first of the ring, which is the cell. */
    public static WaitCell addFirst(@Nullable WaitCell first, WaitCell cell) {
        add(first, cell);
        return cell;
    }

    /** Takes {@code cell} out, if it is in the ring that begins with {@code first}; gives the first of the ring, null where it is empty. */
    public static @Nullable WaitCell remove(@Nullable WaitCell first, WaitCell cell) {
        WaitCell after = cell.next;
        if (after == null) {
            return first;
        }
        WaitCell before = linked(cell.previous);
        cell.previous = null;
        cell.next = null;
        if (after == cell) {
            return null;
        }
        before.next = after;
        after.previous = before;
        return first == cell ? after : first;
    }

    /** The cell behind {@code cell} in the ring that begins with {@code first}; null where it is the last. */
    public static @Nullable WaitCell next(@Nullable WaitCell first, WaitCell cell) {
        WaitCell after = cell.next;
        return after == first ? null : after;
    }

    private static WaitCell linked(@Nullable WaitCell cell) {
        if (cell == null) {
            throw new IllegalStateException("a wait cell is linked on one side only");
        }
        return cell;
    }
}
