package dev.clew.internal.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fibers that have suspended and not yet ended, so that closing and fatal errors find every one of them.
 *
 * <p>Striped doubly linked lists, each under a lock of its own that its worker nearly always finds free. The registry
 * is strong: a fiber that waits for ever is a leak, and shows here.
 */
public final class LiveFibers {
    private final Stripe[] stripes;

    public LiveFibers(int count) {
        stripes = new Stripe[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** Enters {@code fiber} into the stripe that {@code hint}, any number, names. */
    public void enter(LiveFiber fiber, int hint) {
        int stripe = Math.floorMod(hint, stripes.length);
        fiber.setLiveStripe(stripe);
        stripes[stripe].enter(fiber);
    }

    public void leave(LiveFiber fiber) {
        stripes[fiber.liveStripe()].leave(fiber);
        fiber.setLiveStripe(-1);
    }

    public int size() {
        int size = 0;
        for (Stripe stripe : stripes) {
            size += stripe.size();
        }
        return size;
    }

    /** Calls {@code action} with each fiber of a snapshot, outside the locks. */
    public void forEach(Consumer<LiveFiber> action) {
        for (Stripe stripe : stripes) {
            stripe.snapshot().forEach(action);
        }
    }

    /** Shows as many as {@code visitor} has room for; under a lock no more are looked at than that. */
    public void visit(JobVisitor visitor) {
        for (Stripe stripe : stripes) {
            int room = Math.max(0, visitor.room());
            List<LiveFiber> some = stripe.some(room);
            for (LiveFiber fiber : some) {
                if (fiber instanceof Runnable job) {
                    visitor.found(job, JobVisitor.Place.REGISTRY, -1);
                }
            }
            visitor.notShown(stripe.size() - (long) some.size());
        }
    }

    /**
     * Calls {@code action} with each fiber, and allocates nothing. The locks are held: it must not wait, nor have a fiber
     * end on this thread.
     */
    void forEachHeld(Consumer<LiveFiber> action) {
        for (Stripe stripe : stripes) {
            stripe.forEachHeld(action);
        }
    }

    private static final class Stripe {
        private @Nullable LiveFiber head;
        private int size;

        synchronized void enter(LiveFiber fiber) {
            LiveFiber first = head;
            fiber.setNextLive(first);
            if (first != null) {
                first.setPreviousLive(fiber);
            }
            head = fiber;
            size++;
        }

        synchronized void leave(LiveFiber fiber) {
            LiveFiber next = fiber.nextLive();
            LiveFiber previous = fiber.previousLive();
            if (next != null) {
                next.setPreviousLive(previous);
            }
            if (previous != null) {
                previous.setNextLive(next);
            } else {
                head = next;
            }
            fiber.setNextLive(null);
            fiber.setPreviousLive(null);
            size--;
        }

        synchronized int size() {
            return size;
        }

        synchronized void forEachHeld(Consumer<LiveFiber> action) {
            for (LiveFiber fiber = head; fiber != null; fiber = fiber.nextLive()) {
                action.accept(fiber);
            }
        }

        synchronized List<LiveFiber> some(int most) {
            List<LiveFiber> some = new ArrayList<>(Math.min(size, most));
            for (LiveFiber fiber = head; fiber != null && some.size() < most; fiber = fiber.nextLive()) {
                some.add(fiber);
            }
            return some;
        }

        synchronized List<LiveFiber> snapshot() {
            List<LiveFiber> all = new ArrayList<>(size);
            for (LiveFiber fiber = head; fiber != null; fiber = fiber.nextLive()) {
                all.add(fiber);
            }
            return all;
        }
    }
}
