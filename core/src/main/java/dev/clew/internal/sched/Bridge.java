package dev.clew.internal.sched;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread-locals that fibers carry with them. A scheduler without any has no bridge, and pays for asking.
 *
 * <p>Values are arrays with an element a thread-local, never written once they are there.
 */
public final class Bridge {

    /** How one thread-local is read and written. */
    public record Carried(Supplier<?> capture, Consumer<@Nullable Object> restore) {}

    private final Carried[] carried;
    private final Scheduler scheduler;

    Bridge(List<Carried> carried, Scheduler scheduler) {
        this.carried = carried.toArray(new Carried[0]);
        this.scheduler = scheduler;
    }

    /** What the current thread has. What throws is reported, and its element is null. */
    public @Nullable Object[] capture() {
        @Nullable Object[] values = new @Nullable Object[carried.length];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = carried[i].capture().get();
            } catch (Throwable thrown) {
                scheduler.report("reading a thread-local that fibers carry failed", thrown);
            }
        }
        return values;
    }

    /** Gives the current thread {@code values}. What throws is reported, and the others are written all the same. */
    public void restore(@Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            try {
                carried[i].restore().accept(values[i]);
            } catch (Throwable thrown) {
                scheduler.report("writing a thread-local that fibers carry failed", thrown);
            }
        }
    }
}
