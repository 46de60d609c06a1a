package dev.clew.faults;

import static dev.clew.faults.Parts.act;
import static dev.clew.faults.Parts.all;
import static dev.clew.faults.Parts.ended;
import static dev.clew.faults.Parts.same;
import static dev.clew.faults.Parts.sleep;
import static dev.clew.faults.Parts.together;

import dev.clew.Callback;
import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.faults.Parts.Count;
import dev.clew.sync.Deferred;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Structures as users write them on top of Clew, each with a fault that users make, beside the same one repaired. A
 * program of at most five fibers uses it.
 */
final class Planted {
    private Planted() {}

    // ---- lost wake-up: look first, wait afterwards --------------------------------------------------------

    /** A gate that opens once. */
    private static final class Gate {
        private final List<Callback<Void>> waiting = new ArrayList<>();
        private boolean open;

        Task<Void> open() {
            return act(() -> {
                open = true;
                waiting.forEach(callback -> callback.success(null));
            });
        }

        /** Between the look and the wait others may run, and open. */
        Task<Void> faulty() {
            return Task.delay(() -> open).flatMap(open -> open ? Task.unit() : Task.async(waiting::add));
        }

        Task<Void> repaired() {
            return Task.async(callback -> {
                if (open) {
                    callback.success(null);
                } else {
                    waiting.add(callback);
                }
            });
        }
    }

    static Task<?> lostWakeUp(boolean faulty) {
        Gate gate = new Gate();
        Task<Void> await = faulty ? gate.faulty() : gate.repaired();
        return together(await, await, gate.open());
    }

    // ---- permit leak: a cancel between the acquisition and the registration of the release --------------

    static Task<?> permitLeak(boolean faulty) {
        Permits permits = new Permits(1);
        Task<Void> work = Task.yieldNow();
        Count users = new Count();
        // Without the step between there is no leak: no cancellation is seen on entering guarantee.
        Task<Void> user = faulty
                ? permits.acquire().then(users.increment()).then(work.guarantee(permits.release()))
                : permits.with(users.increment().then(work));
        return user.start()
                .flatMap(one -> user.start().flatMap(two -> all(one.cancel(), ended(two))))
                .then(same(1, permits::free, "the number of free permits at the end"));
    }

    // ---- element lost on cancel: handed to a taker who is gone -------------------------------------------

    /** A queue without a bound. */
    private static final class Line {
        private final Deque<Integer> elements = new ArrayDeque<>();
        private final Deque<Callback<Integer>> takers = new ArrayDeque<>();

        Task<Integer> take() {
            return Task.asyncWithFinalizer(callback -> {
                Integer first = elements.poll();
                if (first != null) {
                    callback.success(first);
                    return null;
                }
                takers.add(callback);
                return act(() -> takers.remove(callback));
            });
        }

        /** Takes no notice of a taker's refusal. */
        Task<Void> faulty(int element) {
            return act(() -> {
                Callback<Integer> taker = takers.poll();
                if (taker == null) {
                    elements.add(element);
                } else {
                    taker.success(element);
                }
            });
        }

        Task<Void> repaired(int element) {
            return act(() -> {
                for (Callback<Integer> taker = takers.poll(); taker != null; taker = takers.poll()) {
                    if (taker.success(element)) {
                        return;
                    }
                }
                elements.add(element);
            });
        }
    }

    static Task<?> elementLost(boolean faulty) {
        Line line = new Line();
        Count received = new Count();
        // Masked but for the wait, so that a taker who has the element counts it.
        Task<Void> taker =
                Task.uncancelable(poll -> poll.apply(line.take()).flatMap(element -> act(() -> received.value++)));
        Task<Void> put = faulty ? line.faulty(7) : line.repaired(7);
        return taker.start()
                .flatMap(fiber -> together(put, fiber.cancel()))
                .then(same(1, () -> received.value + line.elements.size(), "received and left elements together"));
    }

    // ---- double finalizer: registered for one end twice ------------------------------------------------

    static Task<?> doubleFinalizer(boolean faulty) {
        Count closed = new Count();
        Task<Void> use = sleep(1).then(Task.yieldNow());
        Task<Void> guarded = faulty
                ? use.onCancel(closed.increment()).guarantee(closed.increment())
                : use.guarantee(closed.increment());
        // The finalizers are registered before a cancel can be seen; when it comes is open.
        return Task.<Void>uncancelable(poll -> poll.apply(guarded))
                .start()
                .flatMap(fiber -> together(sleep(1).then(fiber.cancel())).then(ended(fiber)))
                .then(act(() -> {
                    if (closed.value > 1) {
                        throw new AssertionError("the resource was closed " + closed.value + " times");
                    }
                }));
    }

    // ---- deadlock by the order of locks ------------------------------------------------------------------

    static Task<?> lockOrder(boolean faulty) {
        Permits one = new Permits(1);
        Permits other = new Permits(1);
        Task<Void> forth = one.with(other.with(Task.unit()));
        Task<Void> back = faulty ? other.with(one.with(Task.unit())) : forth;
        return together(forth, back);
    }

    // ---- race: read, then write --------------------------------------------------------------------------

    static Task<?> readThenWrite(boolean faulty) {
        Count count = new Count();
        Task<Void> increment = faulty
                ? Task.delay(() -> count.value).flatMap(seen -> act(() -> count.value = seen + 1))
                : count.increment();
        return together(increment, increment, increment).then(same(3, () -> count.value, "three increments"));
    }

    // ---- missing broadcast: one is woken where all must be -----------------------------------------------

    static Task<?> missingBroadcast(boolean faulty) {
        Deque<Callback<Void>> waiting = new ArrayDeque<>();
        boolean[] open = {false};
        Task<Void> await = Task.async(callback -> {
            if (open[0]) {
                callback.success(null);
            } else {
                waiting.add(callback);
            }
        });
        Task<Void> opening = act(() -> {
            open[0] = true;
            for (Callback<Void> next = waiting.poll(); next != null; next = faulty ? null : waiting.poll()) {
                next.success(null);
            }
        });
        return together(await, await, opening);
    }

    // ---- check, then act: a cache that computes twice ------------------------------------------------------

    /** A value computed when first asked for. */
    private static final class Cache {
        private final Count computed = new Count();
        private @Nullable Integer value;
        private @Nullable Deferred<Integer> coming;

        private Task<Integer> compute() {
            return computed.increment().then(Task.yieldNow()).thenReturn(42);
        }

        Task<Integer> faulty() {
            return Task.defer(() -> {
                Integer known = value;
                return known != null ? Task.now(known) : compute().tap(made -> act(() -> value = made));
            });
        }

        Task<Integer> repaired() {
            return Task.defer(() -> {
                Deferred<Integer> first = coming;
                if (first != null) {
                    return first.get();
                }
                Deferred<Integer> mine = Deferred.create();
                coming = mine;
                return compute().flatMap(made -> mine.complete(made).thenReturn(made));
            });
        }
    }

    static Task<?> checkThenAct(boolean faulty) {
        Cache cache = new Cache();
        Task<Integer> get = faulty ? cache.faulty() : cache.repaired();
        return together(get, get).then(same(1, () -> cache.computed.value, "the number of computations"));
    }

    // ---- a time limit that drops a result ------------------------------------------------------------------

    static Task<?> timeoutDropsAResult(boolean faulty) {
        Line line = new Line();
        Count received = new Count();
        return line.take()
                .start()
                .flatMap(taker -> together(
                        sleep(1).then(line.repaired(7)),
                        sleep(1).then(taker.cancel()).then(faulty ? Task.unit() : takeWhatCame(taker, received))))
                .then(same(1, () -> received.value + line.elements.size(), "received and left elements together"));
    }

    private static Task<Void> takeWhatCame(Fiber<Integer> taker, Count received) {
        return taker.join()
                .flatMap(outcome -> outcome instanceof Outcome.Succeeded ? received.increment() : Task.unit());
    }

    // ---- a signal swallowed by a waiter that is cancelled after it has come ---------------------------------

    static Task<?> swallowedSignal(boolean faulty) {
        Deque<Integer> elements = new ArrayDeque<>();
        Permits signal = new Permits(0);
        Task<Void> consume = act(elements::poll);
        Task<Void> consumer = faulty
                ? signal.acquire().then(consume)
                : Task.uncancelable(poll -> poll.apply(signal.acquire()).then(consume));
        Task<Void> producer = act(() -> elements.add(7)).then(signal.release());
        return consumer.start()
                .flatMap(one -> consumer.start()
                        .flatMap(two -> together(producer, one.cancel())
                                .then(ended(one))
                                .then(one.join())
                                // Where the first was stopped before it consumed, the second must have been woken.
                                .flatMap(first -> elements.isEmpty() ? two.cancel() : ended(two))));
    }

    // ---- memoize: the first asker computes, and its cancellation hurts the others ---------------------------

    static Task<?> cancelledMemo(boolean faulty) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        @Nullable
        Deferred<Integer>[] memo = new Deferred[1];
        Task<Integer> compute = Task.yieldNow().thenReturn(42);
        Task<Integer> get = Task.uncancelable(poll -> Task.defer(() -> {
            Deferred<Integer> first = memo[0];
            if (first != null) {
                return poll.apply(first.get());
            }
            Deferred<Integer> mine = Deferred.create();
            memo[0] = mine;
            Task<Boolean> filled = compute.flatMap(mine::complete);
            return faulty ? poll.apply(filled.then(mine.get())) : filled.start().then(poll.apply(mine.get()));
        }));
        return get.start().flatMap(one -> get.start().flatMap(two -> all(one.cancel(), ended(two))));
    }
}
