package dev.clew.testkit;

import dev.clew.internal.sched.LiveFiber;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of fibers, in the order of birth from 1, and the list of those that have suspended and not ended.
 *
 * <p>The word that a fiber keeps for a registry holds its number n: n while it is in the list, -1 - n while it is not. So
 * a fiber that never met this has the number 0.
 */
final class FiberNumbers {
    private int born;
    private int live;
    private @Nullable LiveFiber head;

    static int of(LiveFiber fiber) {
        int word = fiber.liveStripe();
        return word < 0 ? -1 - word : word;
    }

    static String name(LiveFiber fiber) {
        return "#" + of(fiber);
    }

    synchronized int born(LiveFiber fiber) {
        fiber.setLiveStripe(-1 - ++born);
        return born;
    }

    synchronized void suspended(LiveFiber fiber) {
        LiveFiber first = head;
        fiber.setNextLive(first);
        if (first != null) {
            first.setPreviousLive(fiber);
        }
        head = fiber;
        live++;
        fiber.setLiveStripe(of(fiber));
    }

    synchronized void ended(LiveFiber fiber) {
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
        live--;
        fiber.setLiveStripe(-1 - of(fiber));
    }

    synchronized int live() {
        return live;
    }

    /** Those that have suspended and not ended, by number. */
    synchronized List<LiveFiber> all() {
        List<LiveFiber> all = new ArrayList<>(live);
        for (LiveFiber fiber = head; fiber != null; fiber = fiber.nextLive()) {
            all.add(fiber);
        }
        all.sort(Comparator.comparingInt(FiberNumbers::of));
        return all;
    }
}
