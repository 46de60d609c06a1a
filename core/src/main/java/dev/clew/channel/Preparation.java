package dev.clew.channel;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.kernel.Arms;
import dev.clew.internal.kernel.SyncNode;
import dev.clew.internal.kernel.Wrap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One synchronisation on an alternative of which parts are known only once tasks have been run: runs them from the left to the
 * right, then makes the choice, and gives the negative acknowledgements of what is not chosen.
 *
 * <p>From the moment a {@link Nack} is handed out it is certain to be settled: by {@link #settle} from the choice, which
 * sees a cancellation itself from the first, or, where it does not come to that, by the finalizer of the tasks.
 * Between the two nothing is entered where a cancellation is looked at. What is done after the commit is no part of either, so that loops
 * through {@code wrap} pile up nothing.
 */
final class Preparation {
    private final Arms arms = new Arms();
    private final List<Nack> nacks = new ArrayList<>();

    <A extends @Nullable Object> Task<A> run(Alt<A> alt) {
        return prepare(alt, null)
                .guaranteeCase(end -> end instanceof Outcome.Succeeded
                        ? Task.unit()
                        : Task.delay(() -> {
                            settle(SyncNode.NONE);
                            return null;
                        }))
                .flatMap(prepared -> arms.choice(nacks.isEmpty() ? null : this::settle));
    }

    private void settle(int chosen) {
        for (Nack nack : nacks) {
            if (!nack.covers(chosen)) {
                nack.give();
            }
        }
    }

    private Task<@Nullable Void> prepare(@Nullable Alt<?> alternative, @Nullable Wrap after) {
        Alt<?> alt = Objects.requireNonNull(
                alternative,
                "a task of Alt.prepare or Alt.withNack gave null where an Alt was wanted; give Alt.never()");
        Wrap wrap = after;
        while (alt instanceof Alt.Wrapped<?> wrapped) {
            wrap = wrapped.before(wrap);
            alt = wrapped.inner;
        }
        if (!alt.isPrepared()) {
            alt.collect(arms, wrap);
            return Task.unit();
        }
        Wrap then = wrap;
        if (alt instanceof Alt.Several<?> several) {
            arms.open(several.random);
            return prepareAll(several.alternatives.iterator(), then);
        }
        if (alt instanceof Alt.Nacked<?> nacked) {
            return prepareNacked(nacked, then);
        }
        return ((Alt.Prepared<?>) alt).task.flatMap(given -> prepare(given, then));
    }

    private Task<@Nullable Void> prepareAll(Iterator<? extends Alt<?>> rest, @Nullable Wrap after) {
        if (!rest.hasNext()) {
            arms.close();
            return Task.unit();
        }
        return prepare(rest.next(), after).flatMap(x -> prepareAll(rest, after));
    }

    private <A extends @Nullable Object> Task<@Nullable Void> prepareNacked(
            Alt.Nacked<A> nacked, @Nullable Wrap after) {
        Nack nack = new Nack(arms.size());
        nacks.add(nack);
        return Task.defer(() -> nacked.function.apply(Alt.ofEvent(nack)))
                .flatMap(given -> prepare(given, after))
                .map(x -> {
                    nack.endsAt(arms.size());
                    return null;
                });
    }
}
