package dev.clew.internal.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The steps that an error has passed on its way out of a fiber: the calls that would have gone on. Made when the first is
 * passed, so that an error which is answered at once costs nothing.
 *
 * <p>It goes on where the same throwable is raised again, as a handler does that only looks at it. A fiber that waits
 * keeps the sites but not the throwable, which may be large: from then on it is known by its identity hash.
 *
 * <p>Only the fiber's owner uses it; who takes the error over from another fiber takes a copy.
 */
final class Trail {
    /** Sites that are kept, innermost first; of more only the number is. A site directly after itself counts once. */
    static final int MOST = 32;

    private @Nullable Throwable error;
    private int hash;
    private @Nullable CallSite[] sites = new CallSite[4];
    private int size;
    private int more;

    Trail(Throwable error) {
        this.error = error;
    }

    private Trail(Trail other) {
        this.error = other.error;
        this.hash = other.hash;
        this.sites = other.sites.clone();
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

    /** Lets the throwable go; the fiber may wait for long. */
    void forget() {
        Throwable known = error;
        if (known != null) {
            hash = System.identityHashCode(known);
            error = null;
        }
    }

    void add(CallSite site) {
        if (size > 0 && sites[size - 1] == site) {
            return;
        }
        if (size == MOST) {
            more++;
            return;
        }
        if (size == sites.length) {
            sites = Arrays.copyOf(sites, size * 2);
        }
        sites[size++] = site;
    }

    int size() {
        return size;
    }

    /** How many were passed beyond those that are kept. */
    int more() {
        return more;
    }

    StackTraceElement element(int i) {
        CallSite site = sites[i];
        if (site == null) {
            throw new IllegalStateException("a trail of " + size + " sites was asked for number " + i);
        }
        return site.element();
    }
}
