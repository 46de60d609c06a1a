package dev.clew.internal.kernel;

import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/** A wait for an event that is begun and given up by hand, without a fiber: for tests of what lies behind the event. */
public final class OpenWait {
    private final @Nullable WaitCell cell;
    private final @Nullable Object value;

    private OpenWait(@Nullable WaitCell cell, @Nullable Object value) {
        this.cell = cell;
        this.value = value;
    }

    /** Takes what is there at once, or enters the list of those who wait. */
    @SuppressWarnings("NullAway") // the events that are tested so do not look at the fiber
    public static OpenWait begin(Task<?> event) {
        EventNode<?> node = (EventNode<?>) event;
        Object now = node.now(null);
        if (now != WaitNode.WAIT) {
            return new OpenWait(null, now);
        }
        WaitCell cell = node.cell();
        try {
            node.enlist(null, cell);
        } catch (Exception failed) {
            throw new AssertionError("an event could not be waited for", failed);
        }
        return new OpenWait(cell, null);
    }

    /** Whether the wait has ended with a value. */
    public boolean isServed() {
        return cell == null || cell.isDecided();
    }

    /** The value that ended the wait. */
    @SuppressWarnings("NullAway") // no event that is tested so looks at the fiber of its wait
    public @Nullable Object value() {
        return cell == null ? value : cell.take(null);
    }

    /** Gives the wait up; false where it was served before. */
    public boolean cancel() {
        if (cell == null || !cell.cancel()) {
            return false;
        }
        cell.abandoned();
        return true;
    }
}
