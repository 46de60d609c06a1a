package dev.clew.internal.kernel;

import dev.clew.Fn;
import org.jspecify.annotations.Nullable;

/** What is done with the value of an arm once it has won: functions, or functions that give tasks, one after another. */
public final class Wrap extends Frame {
    private final Fn<@Nullable Object, ?> function;
    private final boolean givesTask;
    private final @Nullable Wrap next;

    /** {@code function}, and then {@code next}. */
    @SuppressWarnings("unchecked")
    public Wrap(Fn<?, ?> function, boolean givesTask, @Nullable Wrap next) {
        this.function = (Fn<@Nullable Object, ?>) function;
        this.givesTask = givesTask;
        this.next = next;
    }

    /** Does it all with {@code value}; the last task is evaluated in the place of this, so that loops pile up nothing. */
    @Nullable
    Object apply(FiberState fiber, Strand strand, @Nullable Object value, int depth) {
        Object v = value;
        for (Wrap w = this; w != null; w = w.next) {
            Object made;
            try {
                made = w.function.apply(v);
                if (w.givesTask && made == null) {
                    throw new NullPointerException(
                            "the function of wrap gave null where a task was wanted; give Task.now(null) for a task of null");
                }
            } catch (Throwable thrown) {
                return fiber.raise(thrown);
            }
            v = w.givesTask && made instanceof Node<?> task ? task.eval(fiber, strand, depth + 1) : made;
            if (v == UNWIND) {
                if (w.next != null) {
                    fiber.passing(w.next);
                }
                return UNWIND;
            }
        }
        return v;
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(function);
    }

    @Override
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
        return apply(fiber, strand, value, fiber.baseDepth());
    }
}
