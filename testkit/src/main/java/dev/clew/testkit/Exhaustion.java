package dev.clew.testkit;

import org.jspecify.annotations.Nullable;

/**
 * A search through all decisions, depth first, within bounds.
 *
 * <p>The state of the search is one list of answers. A run gives them, and 0 to every question after; the next list is
 * that run's answers up to the last one that can be raised, raised. So each run is made once, nothing is kept but one
 * run's decisions, and the first run is the usual one.
 */
final class Exhaustion<S extends @Nullable Object, A extends @Nullable Object> {
    private final Search<S, A> search;
    private final Plan.Exhaustive bounds;
    private final int most;
    private boolean complete;

    Exhaustion(Search<S, A> search, Plan.Exhaustive bounds, int most) {
        this.search = search;
        this.bounds = bounds;
        this.most = most;
    }

    /** Whether there was no run left within the bounds. */
    boolean isComplete() {
        return complete;
    }

    Search.@Nullable Ran<A> go() {
        Decisions next = Decisions.NONE;
        for (int runs = 0; runs < most; ) {
            long cancelAt = search.cancelsEverywhere() ? 1 : 0;
            Search.Ran<A> ran;
            do {
                ran = search.run(new ReplayStrategy(next, true), search.cancels(), cancelAt, true);
                runs++;
                if (ran.failure() != null) {
                    return ran;
                }
            } while (cancelAt > 0 && ran.steps() >= cancelAt++);
            Decisions following = following(ran.trace(), bounds);
            if (following == null) {
                complete = true;
                return null;
            }
            next = following;
        }
        return null;
    }

    /** The decisions of the run that comes after this one; null where it was the last. */
    static @Nullable Decisions following(Trace trace, Plan.Exhaustive bounds) {
        int unusual = 0;
        int raised = -1;
        for (int i = 0; i < Math.min(trace.size(), bounds.depth()); i++) {
            int answer = trace.answer(i);
            if (answer + 1 < trace.n(i) && (answer > 0 || unusual < bounds.unusual())) {
                raised = i;
            }
            unusual += answer > 0 ? 1 : 0;
        }
        if (raised < 0) {
            return null;
        }
        Decisions.Builder next = new Decisions.Builder();
        for (int i = 0; i < raised; i++) {
            if (trace.answer(i) > 0) {
                next.add(i, trace.choice(i), trace.answer(i));
            }
        }
        next.add(raised, trace.choice(raised), trace.answer(raised) + 1);
        return next.build();
    }
}
