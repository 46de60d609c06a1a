package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.sched.LiveFiber;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A wait for elements: for one, which is the value, or for a list of at least {@code min}. */
final class TakeCell extends WaitCell {
    private final QueueCore core;
    private final boolean forOne;
    final int min;
    final int max;

    /** For one element. */
    TakeCell(QueueCore core) {
        this.core = core;
        this.forOne = true;
        this.min = 1;
        this.max = 1;
    }

    /** For a list. */
    TakeCell(QueueCore core, int min, int max) {
        this.core = core;
        this.forOne = false;
        this.min = min;
        this.max = max;
    }

    boolean isForOne() {
        return forOne;
    }

    /** The values that {@code elements} stand for. */
    static List<@Nullable Object> listOf(Object[] elements) {
        List<@Nullable Object> values = new ArrayList<>(elements.length);
        for (Object element : elements) {
            values.add(Answer.valueOf(element));
        }
        return values;
    }

    @Override
    protected String describeWait(Function<? super LiveFiber, String> name) {
        return forOne ? "an element of a queue" : "at least " + min + " elements of a queue";
    }

    @Override
    protected void abandoned() {
        core.leave(this);
    }

    @Override
    protected void undelivered(@Nullable Object value) {
        List<Object> elements = new ArrayList<>();
        if (forOne) {
            elements.add(Answer.value(value));
        } else if (value instanceof List<?> values) {
            for (Object one : values) {
                elements.add(Answer.value(one));
            }
        }
        core.giveBack(elements);
    }
}
