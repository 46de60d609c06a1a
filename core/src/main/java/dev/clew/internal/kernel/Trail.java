package dev.clew.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps that an error has passed on its way out of a fiber: the calls that would have gone on. Made when the first is
 * passed, and used again for the next error, so that an error which is answered soon costs next to nothing.
 *
 * <p>It goes on where the same throwable is raised again, as a handler does that only looks at it. Sites are looked up
 * late, since most errors are answered: until then the steps themselves are kept. A fiber that gives its thread back keeps
 * neither them nor the throwable, which may be large: from then on it is known by its identity hash.
 *
 * <p>Only the fiber's owner writes it. It looks all up as the fiber ends; from then on others may copy it.
 */
final class Trail {
    /** Sites that are kept, innermost first; of more only the number is. A site directly after itself counts once. */
    static final int MOST = 32;

    /** An error that was answered after so many steps begins anew where it is raised again. */
    private static final int ANSWERED = MOST / 2;

    private @Nullable Throwable error;
    private int hash;

    /** Sites, and after them, from {@code looked}, nodes and sites whose turn has not come. */
    private @Nullable Object[] steps = new @Nullable Object[4];

    private int looked;
    private int size;
    private int more;

    Trail(Throwable error) {
        this.error = error;
    }

    private Trail(Trail other) {
        other.look();
        this.error = other.error;
        this.hash = other.hash;
        this.steps = other.steps.clone();
        this.looked = other.looked;
        this.size = other.size;
        this.more = other.more;
    }

    static @Nullable Trail copy(@Nullable Trail other) {
        return other == null ? null : new Trail(other);
    }

    /** Whether this is the trail of {@code raised}. */
    @SuppressWarnings("ReferenceEquality") // the very throwable is meant
    boolean isOf(Throwable raised) {
        Throwable known = error;
        return known == null ? hash == System.identityHashCode(raised) : known == raised;
    }

    /** Whether what is added is passed by {@code raised} anyway. */
    boolean isAt(@Nullable Object raised) {
        return error == raised;
    }

    /** What is added from now on is passed by {@code raised}: it begins anew, unless it is the trail of that very throwable. */
    void raised(Throwable raised) {
        if (!isOf(raised)) {
            clear();
        }
        error = raised;
    }

    /**
     * The error was answered. Mostly it is never raised again; but one that is made once is raised in every round of some
     * loop, and its trail must not grow by each.
     */
    void answered() {
        if (size >= ANSWERED) {
            clear();
        }
    }

    /** What stood beyond {@link #size} is let go when the fiber gives its thread back. */
    private void clear() {
        looked = 0;
        size = 0;
        more = 0;
    }

    /** Lets the throwable and the steps go; the fiber may wait for long. */
    void forget() {
        Throwable known = error;
        if (known != null) {
            hash = System.identityHashCode(known);
            error = null;
            look();
            Arrays.fill(steps, size, steps.length, null);
        }
    }

    /** Adds {@code step}, a node or a site. */
    void add(Object step) {
        if (size < steps.length) {
            steps[size++] = step;
        } else {
            addToFull(step);
        }
    }

    private void addToFull(Object step) {
        if (size < MOST) {
            steps = Arrays.copyOf(steps, size * 2);
        } else {
            look();
            if (size == MOST) {
                CallSite site = site(step);
                if (site != null && site != steps[MOST - 1]) {
                    more++;
                }
                return;
            }
        }
        steps[size++] = step;
    }

    private static @Nullable CallSite site(@Nullable Object step) {
        return step instanceof Node<?> node ? node.callSite() : (CallSite) step;
    }

    /** Puts sites in the place of steps, each once in a row, and leaves out steps that have none. */
    private void look() {
        if (looked == size) {
            return;
        }
        int kept = looked;
        for (int i = looked; i < size; i++) {
            CallSite site = site(steps[i]);
            if (site != null && (kept == 0 || steps[kept - 1] != site)) {
                steps[kept++] = site;
            }
        }
        Arrays.fill(steps, kept, size, null);
        size = kept;
        looked = kept;
    }

    /** The sites, innermost first. */
    List<StackTraceElement> elements() {
        look();
        List<StackTraceElement> elements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            if (steps[i] instanceof CallSite site) {
                elements.add(site.element());
            }
        }
        return elements;
    }

    /** How many were passed beyond those that are kept. */
    int more() {
        return more;
    }
}
