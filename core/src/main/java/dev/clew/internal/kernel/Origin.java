package dev.clew.internal.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a fiber made by {@code start} came from: the site of its task, and so for those around it. It stands where other
 * fibers have who is told of their end, so it takes no room in a fiber without tracing; and it refers to no fiber.
 */
final class Origin implements FiberEnd {
    /** At least so many generations are kept, and at most twice as many: a fiber that starts its successor for ever leaks none. */
    private static final int MOST = 8;

    private final @Nullable CallSite site;
    private final @Nullable Origin parent;
    private final int generations;

    private Origin(@Nullable CallSite site, @Nullable Origin parent) {
        this.site = site;
        this.parent = parent;
        this.generations = parent == null ? 1 : parent.generations + 1;
    }

    /** The origin of a fiber that evaluates {@code task} and is started by {@code parent}; null without tracing. */
    static @Nullable Origin of(FiberState parent, Node<?> task) {
        if (!Tracing.ON) {
            return null;
        }
        Origin around = parent.origin();
        if (around != null && around.generations >= 2 * MOST) {
            around = around.youngest(MOST);
        }
        return new Origin(CallSites.ofTask(task), around);
    }

    private @Nullable Origin youngest(int count) {
        return count == 0 || parent == null
                ? (count == 0 ? null : new Origin(site, null))
                : new Origin(site, parent.youngest(count - 1));
    }

    /** The site of the fiber's own task. */
    @Nullable
    CallSite site() {
        return site;
    }

    /** The sites, youngest first. */
    List<StackTraceElement> elements() {
        List<StackTraceElement> elements = new ArrayList<>();
        for (Origin o = this; o != null; o = o.parent) {
            CallSite s = o.site;
            if (s != null) {
                elements.add(s.element());
            }
        }
        return elements;
    }

    /** Nobody is told. */
    @Override
    public void fiberEnded(FiberState fiber) {}

    @Override
    public boolean hears(FiberState fiber) {
        return false;
    }
}
