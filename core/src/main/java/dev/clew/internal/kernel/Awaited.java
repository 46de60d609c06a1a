package dev.clew.internal.kernel;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for something that comes once, in one field of whoever has it: nearly always nobody or one cell, and no lock
 * is taken for those.
 *
 * <pre>
 *   NOBODY (null) ◀───▶ ONE (a WaitCell) ───▶ SEVERAL (a WaitList)
 *                    each of the three ───▶ COME, which stays: neither null nor a cell nor a list
 * </pre>
 *
 * <p>A list goes into the field, and the first two cells into the list, under the list's lock; so who sees the list, and
 * takes the lock, finds both. Cells are added to a list only while the field still has it. So who replaces the list by
 * COME, and then takes its cells out one at a time, finds all. Who takes a cell out goes by the field, not by what the
 * cell says of itself: as long as the field has the cell it is in no list.
 *
 * <p>Cells are told in the order of their coming, outside the lock: to wake a fiber may call an executor of the user's.
 */
public final class Awaited {
    private Awaited() {}

    /** Whether {@code state}, a value of such a field, says that it has come. */
    public static boolean hasCome(@Nullable Object state) {
        return state != null && !(state instanceof WaitCell) && !(state instanceof WaitList);
    }

    /** Has {@code cell} told when it comes; false where it has come. */
    public static boolean add(VarHandle field, Waiters holder, Object fieldOf, WaitCell cell) {
        cell.list = holder;
        for (; ; ) {
            Object s = field.getVolatile(fieldOf);
            if (s == null) {
                if (field.compareAndSet(fieldOf, null, cell)) {
                    return true;
                }
            } else if (s instanceof WaitCell first) {
                if (beginList(field, holder, fieldOf, first, cell)) {
                    return true;
                }
            } else if (!(s instanceof WaitList several)) {
                return false;
            } else if (addTo(field, fieldOf, several, cell)) {
                return true;
            }
        }
    }

    private static boolean beginList(VarHandle field, Waiters holder, Object fieldOf, WaitCell first, WaitCell second) {
        WaitList several = new WaitList(holder.awaited());
        synchronized (several.lock()) {
            if (!field.compareAndSet(fieldOf, first, several)) {
                return false;
            }
            several.add(first);
            several.add(second);
            return true;
        }
    }

    private static boolean addTo(VarHandle field, Object fieldOf, WaitList several, WaitCell cell) {
        synchronized (several.lock()) {
            if (field.getVolatile(fieldOf) != several) {
                return false;
            }
            several.add(cell);
            return true;
        }
    }

    /** Takes {@code cell} out, whose wait is over. */
    public static void remove(VarHandle field, Object fieldOf, WaitCell cell) {
        Object s = field.getVolatile(fieldOf);
        if (s == cell && field.compareAndSet(fieldOf, cell, null)) {
            return;
        }
        s = field.getVolatile(fieldOf);
        if (s instanceof WaitList several) {
            several.remove(cell);
        }
    }

    /** Tells {@code waiting}, what was in the field before it came, of {@code answer}; true where somebody heard. */
    public static boolean tell(@Nullable Object waiting, Object answer) {
        if (waiting instanceof WaitCell one) {
            return one.answer(answer);
        }
        boolean heard = false;
        if (waiting instanceof WaitList several) {
            for (WaitCell cell = take(several); cell != null; cell = take(several)) {
                heard |= cell.answer(answer);
            }
        }
        return heard;
    }

    private static @Nullable WaitCell take(WaitList several) {
        synchronized (several.lock()) {
            return several.poll();
        }
    }
}
