package dev.clew.faults;

import static dev.clew.faults.Parts.act;
import static dev.clew.faults.Parts.check;
import static dev.clew.faults.Parts.ended;
import static dev.clew.faults.Parts.same;
import static dev.clew.faults.Parts.sleep;
import static dev.clew.faults.Parts.together;
import static dev.clew.faults.Parts.waiters;

import dev.clew.Callback;
import dev.clew.FiberLocal;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.faults.Parts.Count;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.sync.Deferred;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.Queue;
import dev.clew.sync.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Right programs of at most five fibers, one for each promise of Clew that a mutant breaks. They go well on Clew as it
 * is, however they are scheduled.
 */
final class OwnPrograms {
    private OwnPrograms() {}

    private static final Duration LONG = Duration.ofHours(1);

    /** An error that is only itself. */
    private static final class Boom extends Exception {
        private static final long serialVersionUID = 1;

        Boom() {
            super("boom");
        }
    }

    /** {@code task}, which must fail with a {@link Boom}. */
    private static Task<Void> booms(Task<?> task) {
        return task.attempt().flatMap(outcome -> {
            boolean boomed = outcome instanceof Outcome.Failed<?> failed && failed.error() instanceof Boom;
            return check(() -> boomed, "the end is the error, but it was " + outcome);
        });
    }

    /** Losers of a race do not stay registered with what they waited for. */
    static Task<?> losersLeaveNothing() {
        Deferred<Integer> never = Deferred.create();
        Task<?> loser = never.get().timeout(Duration.ofMillis(1)).attempt();
        return never.get()
                .start()
                .flatMap(fiber -> together(loser, loser, fiber.cancel()))
                .then(same(0, () -> waiters(never), "those who wait for what never comes"));
    }

    /** What a choice has not chosen keeps nobody. */
    static Task<?> choiceLeavesNothing() {
        Deferred<Integer> never = Deferred.create();
        Channel<Integer> channel = Channel.create();
        Task<Integer> choice =
                Alt.choose(channel.receive(), Alt.of(never.get())).sync();
        return together(choice, channel.send(1).sync(), choice, channel.send(2).sync())
                .then(same(0, () -> waiters(never), "those who wait for what never comes"));
    }

    /** Who offers both sides of a channel does not meet himself, and whoever comes finds what he looks for. */
    static Task<?> choiceDoesNotMeetItself() {
        Channel<Integer> channel = Channel.create();
        Task<Integer> either =
                Alt.choose(channel.send(1).map(x -> 0), channel.receive()).sync();
        return together(either, channel.receive().sync());
    }

    /** What is sent is received, whoever has gone before. */
    static Task<?> sendersPassCancelledReceivers() {
        Channel<Integer> channel = Channel.create();
        Task<Integer> receive = channel.receive().sync();
        Count received = new Count();
        Task<Integer> impatient = Alt.choose(
                        channel.receive(), Alt.timeOut(Duration.ofMillis(1)).map(late -> 0))
                .sync()
                .tap(x -> act(() -> received.value += x));
        return receive.start()
                .flatMap(fiber -> together(
                        impatient,
                        fiber.cancel(),
                        Task.yieldNow()
                                .then(channel.send(1).map(x -> 1).tryElse(0).sync())
                                .flatMap(sent -> Task.sleep(Duration.ofMillis(5))
                                        .then(fiber.join())
                                        .flatMap(end -> same(
                                                sent,
                                                () -> received.value + (end instanceof Outcome.Succeeded ? 1 : 0),
                                                "what was received")))));
    }

    /** Who asked for an alternative is told that nobody waits for it. */
    static Task<?> nackIsGivenOnCancel() {
        Channel<Integer> granted = Channel.create();
        Deferred<Alt<Void>> asked = Deferred.create();
        Task<Integer> client = Alt.withNack(nack -> asked.complete(nack).thenReturn(granted.receive()))
                .sync();
        return client.start()
                .flatMap(fiber -> asked.get()
                        .flatMap(nack -> together(
                                fiber.cancel(),
                                Alt.<Object>choose(granted.send(1), nack).sync())));
    }

    /** A cancelled wait takes nobody's place with it: who waits beside it, or comes after it, is woken. */
    static Task<?> waitersKeepTheirPlaces() {
        Deferred<Integer> value = Deferred.create();
        Task<?> cancelled = value.get().start().flatMap(fiber -> fiber.cancel());
        return together(
                value.get(),
                cancelled.then(Task.yieldNow()).then(Task.yieldNow()).then(value.complete(1)),
                value.get());
    }

    /** A wake-up that meets a cancelled waiter goes on to the others. */
    static Task<?> wakeUpsPassCancelledWaiters() {
        Deferred<Integer> value = Deferred.create();
        return value.get()
                .start()
                .flatMap(one -> value.get()
                        .start()
                        .flatMap(
                                two -> together(one.cancel(), value.complete(1)).then(ended(two))));
    }

    /** The end of a fiber is told to all who join it, whether some have gone or not. */
    static Task<?> endsPassCancelledJoiners() {
        Deferred<Integer> go = Deferred.create();
        return go.get()
                .start()
                .flatMap(fiber -> fiber.join()
                        .start()
                        .flatMap(one -> fiber.join()
                                .start()
                                .flatMap(two ->
                                        together(one.cancel(), go.complete(1)).then(ended(two)))));
    }

    /** An element that is offered while a taker waits is that taker's. */
    static Task<?> waitingTakersAreSeen() {
        Queue<Integer> queue = Queue.bounded(1);
        return queue.take().start().flatMap(taker -> together(queue.offer(1), ended(taker)));
    }

    /** A taker that is cancelled leaves what there is to who waits behind it. */
    static Task<?> whoLeavesServesThoseBehind() {
        Queue<Integer> queue = Queue.bounded(3);
        return queue.takeBetween(2, 2)
                .start()
                .flatMap(first -> queue.take()
                        .start()
                        .flatMap(second ->
                                together(first.cancel(), queue.offer(1)).then(ended(second))));
    }

    /** Who waits for room is told that the queue is closed. */
    static Task<?> closeTellsOfferers() {
        Queue<Integer> queue = Queue.bounded(1);
        return queue.offer(1)
                .then(queue.offer(2).attempt().start())
                .flatMap(offerer -> together(queue.close(), ended(offerer)));
    }

    /** A cancelled sleep leaves no timer. */
    static Task<?> cancelledSleepLeavesNoTimer() {
        return Task.sleep(LONG).start().flatMap(fiber -> fiber.cancel());
    }

    /** Work that ends in time leaves no timer of its limit. */
    static Task<?> endedLimitLeavesNoTimer() {
        Deferred<Integer> value = Deferred.create();
        return together(value.get().timeout(LONG), value.complete(1));
    }

    /** A finalizer runs to its end, however often its fiber is cancelled. */
    static Task<?> finalizersAreNotCancelled() {
        Count ends = new Count();
        Task<Void> finalizer = Task.yieldNow().then(Task.yieldNow()).then(ends.increment());
        return Task.never()
                .guarantee(finalizer)
                .guarantee(finalizer)
                .start()
                .flatMap(fiber -> Task.yieldNow()
                        .then(together(fiber.cancel(), fiber.cancel(), fiber.cancel()))
                        .then(check(() -> ends.value == 2 || ends.value == 0, "both finalizers run to their ends")));
    }

    /** The finalizer of an {@code async} runs once if the wait is cancelled, and not if it ends. */
    static Task<?> asyncFinalizerRunsOnce() {
        Count registered = new Count();
        Count answered = new Count();
        Count finalized = new Count();
        @SuppressWarnings({"unchecked", "rawtypes"})
        @Nullable
        Callback<Integer>[] callback = new Callback[1];
        Task<Integer> wait = Task.asyncWithFinalizer(given -> {
            registered.value++;
            callback[0] = given;
            return finalized.increment();
        });
        Task<Void> answer = act(() -> {
            Callback<Integer> known = callback[0];
            if (known != null && known.success(1)) {
                answered.value++;
            }
        });
        return wait.start()
                .flatMap(fiber -> together(answer, fiber.cancel()))
                .then(same(
                        0,
                        () -> registered.value - answered.value - finalized.value,
                        "waits that neither were answered nor ran their finalizer"));
    }

    /** A finalizer runs once. */
    static Task<?> finalizersRunOnce() {
        Count begun = new Count();
        Count ended = new Count();
        Task<Void> task = begun.increment().then(Task.yieldNow()).then(sleep(1));
        return Task.uncancelable(poll ->
                        Task.unit().guarantee(Task.unit()).then(poll.apply(task).guarantee(ended.increment())))
                .start()
                .flatMap(fiber -> together(fiber.cancel(), ended(fiber)))
                .then(check(
                        () -> ended.value == 1 || (begun.value == 0 && ended.value == 0),
                        "a finalizer runs once for what it guards"));
    }

    /** {@code onCancel} runs where the cancellation hits inside, also before anything has suspended. */
    static Task<?> onCancelRuns() {
        Count entered = new Count();
        Count left = new Count();
        Count finalized = new Count();
        Task<Void> body = Task.yieldNow().then(left.increment());
        return Task.<Void>uncancelable(poll -> {
                    entered.value++;
                    return poll.apply(body).onCancel(finalized.increment());
                })
                .start()
                .flatMap(fiber -> fiber.cancel())
                .then(same(
                        0, () -> entered.value - left.value - finalized.value, "what was neither left nor finalized"));
    }

    /**
     * A cancel is not lost that comes after a wait was registered and before its fiber sleeps. Only another thread can come
     * there; the registration itself stands in for it.
     */
    static Task<?> lateCancelIsSeen() {
        Deferred<LiveFiber> known = Deferred.create();
        Task<Integer> waiter = known.get().flatMap(self -> Task.async(callback -> self.requestCancel()));
        return waiter.start()
                .flatMap(fiber -> known.complete((LiveFiber) fiber).then(fiber.join()))
                .flatMap(outcome -> check(() -> outcome instanceof Outcome.Canceled, "the wait was cancelled"));
    }

    /** Of two limits that are over at once, the outer one is told. */
    static Task<?> outerLimitWins() {
        Duration limit = Duration.ofMillis(1);
        Task<String> masked =
                Task.<Void>uncancelable(poll -> sleep(2)).then(Task.yieldNow()).thenReturn("in time");
        return masked.timeout(limit)
                .recover(late -> "the inner limit")
                .timeout(limit)
                .recover(late -> "the outer limit")
                .flatMap(end -> same("the outer limit", () -> end, "what ended the wait"));
    }

    /** A stolen right side that fails stops the left side. */
    static Task<?> failingBranchStopsItsSibling() {
        return booms(Task.never().both(Task.yieldNow().then(Task.fail(new Boom()))));
    }

    /** A left side that fails stops a right side, and waits for it. */
    static Task<?> failingSideStopsTheBranch() {
        Count finalized = new Count();
        Count entered = new Count();
        Task<?> right = Task.uncancelable(
                poll -> entered.increment().then(poll.apply(Task.never()).guarantee(finalized.increment())));
        return booms(Task.yieldNow().then(Task.fail(new Boom())).both(right))
                .then(same(0, () -> entered.value - finalized.value, "right sides left behind"));
    }

    /** A cancel reaches a branch that another fiber runs. */
    static Task<?> cancelReachesBranches() {
        Count entered = new Count();
        Count finalized = new Count();
        Task<?> side = Task.uncancelable(
                poll -> entered.increment().then(poll.apply(Task.never()).guarantee(finalized.increment())));
        return Task.yieldNow()
                .both(side)
                .start()
                .flatMap(fiber -> Task.yieldNow().then(Task.yieldNow()).then(fiber.cancel()))
                .then(same(0, () -> entered.value - finalized.value, "sides left behind"));
    }

    /** What a side sets, the other does not see. */
    static Task<?> localsStayInTheirBranch() {
        FiberLocal<Integer> local = FiberLocal.of(0);
        Task<Void> side = local.get()
                .flatMap(seen -> same(0, () -> seen, "the local at the beginning of a side"))
                .then(local.set(1))
                .then(Task.yieldNow());
        return side.both(side).then(local.get().flatMap(seen -> same(0, () -> seen, "the local after both")));
    }

    /** What an element sets, the next does not see. */
    static Task<?> localsStayInTheirElement() {
        FiberLocal<Integer> local = FiberLocal.of(0);
        Task<Void> element = local.get()
                .flatMap(seen -> same(0, () -> seen, "the local at the beginning of an element"))
                .then(local.set(1))
                .then(Task.yieldNow());
        return Task.gather(List.of(element, element, element));
    }

    /** A mask holds again once a poll in it has ended. */
    static Task<?> pollRestoresTheMask() {
        Count begun = new Count();
        Count ended = new Count();
        Task<Void> region = Task.uncancelable(poll -> poll.apply(Task.yieldNow())
                .then(begun.increment())
                .then(Task.yieldNow())
                .then(ended.increment()));
        return region.start()
                .flatMap(fiber -> Task.yieldNow().then(fiber.cancel()))
                .then(same(0, () -> begun.value - ended.value, "masked regions left in the middle"));
    }

    /** No element waits behind one that has suspended. */
    static Task<?> elementsDoNotWait() {
        Deferred<Integer> value = Deferred.create();
        return Task.gather(List.of(value.get(), value.complete(1).thenReturn(2), Task.now(3)))
                .flatMap(results -> same(List.of(1, 2, 3), () -> results, "the results"));
    }

    /** No more elements are in flight than the limit. */
    static Task<?> limitHolds() {
        Count now = new Count();
        Task<Void> element = act(() -> {
                    if (++now.value > 2) {
                        throw new AssertionError(now.value + " elements in flight, but the limit is 2");
                    }
                })
                .then(Task.yieldNow())
                .then(act(() -> now.value--));
        return Task.parTraverse(2, List.of(1, 2, 3, 4), ignored -> element);
    }

    /** An element that fails stops the others. */
    static Task<?> failingElementStopsTheRest() {
        return booms(Task.gather(List.of(Task.never(), Task.yieldNow().then(Task.fail(new Boom())), Task.never())));
    }

    /** A cancel reaches the elements. */
    static Task<?> cancelReachesElements() {
        Count entered = new Count();
        Count finalized = new Count();
        Task<Void> element = Task.uncancelable(
                poll -> entered.increment().then(poll.apply(Task.<Void>never()).guarantee(finalized.increment())));
        return Task.gather(List.of(element, element, Task.unit()))
                .start()
                .flatMap(fiber -> Task.yieldNow().then(Task.yieldNow()).then(fiber.cancel()))
                .then(same(0, () -> entered.value - finalized.value, "elements left behind"));
    }

    /** A cancelled wait for a future cancels the future. */
    static Task<?> cancelReachesFutures() {
        List<CompletableFuture<Integer>> made = new ArrayList<>();
        Task<Integer> wait = Task.fromFuture(() -> {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            made.add(future);
            return future;
        });
        return wait.start()
                .flatMap(fiber -> Task.yieldNow().then(fiber.cancel()))
                .then(check(() -> made.stream().allMatch(CompletableFuture::isCancelled), "each future was cancelled"));
    }

    /** Blocking code that had not begun when it was cancelled never begins. */
    static Task<?> cancelledCodeNeverBegins() {
        Count begun = new Count();
        return Task.interruptible(() -> begun.value++)
                .start()
                .flatMap(fiber -> fiber.cancel())
                .then(same(0, () -> begun.value, "the calls that began"));
    }

    /** A masked wait is not cancelled. */
    static Task<?> maskedWaitsEnd() {
        Deferred<Integer> value = Deferred.create();
        Count got = new Count();
        return Task.<Void>uncancelable(poll -> value.get().then(got.increment()))
                .start()
                .flatMap(fiber -> together(fiber.cancel(), Task.yieldNow().then(value.complete(1)))
                        .then(ended(fiber)))
                .then(check(() -> got.value <= 1, "a wait ends once"));
    }

    /** A cancel has waited for the finalizers when it is done. */
    static Task<?> cancelWaitsForFinalizers() {
        Count entered = new Count();
        Count finalized = new Count();
        Task<?> task = Task.uncancelable(poll -> entered.increment()
                .then(poll.apply(Task.never()).guarantee(Task.yieldNow().then(finalized.increment()))));
        return task.start()
                .flatMap(fiber -> Task.yieldNow().then(fiber.cancel()))
                .then(same(0, () -> entered.value - finalized.value, "tasks cancelled without their finalizer"));
    }

    /** A permit that comes in the moment in which a wait is cancelled stays, or goes to the next. */
    static Task<?> permitsOfCancelledWaitsStay() {
        Semaphore semaphore = Semaphore.create(1, 0);
        return semaphore
                .withPermit(Task.unit())
                .start()
                .flatMap(one -> semaphore
                        .withPermit(Task.unit())
                        .start()
                        .flatMap(two -> together(one.cancel(), semaphore.release())
                                .then(ended(two))
                                .then(semaphore.acquire())));
    }

    /** Who waits behind a wait for many goes on where that gives up and a few are there. */
    static Task<?> whoGivesUpLetsOthersGoOn() {
        Semaphore semaphore = Semaphore.create(2, 1);
        return semaphore
                .acquireN(2)
                .start()
                .flatMap(many ->
                        semaphore.acquire().start().flatMap(few -> many.cancel().then(ended(few))));
    }

    /** A lock is given back, whatever becomes of the task under it. */
    static Task<?> locksAreGivenBack() {
        Mutex mutex = Mutex.create();
        return mutex.withLock(Task.yieldNow().then(Task.yieldNow()))
                .start()
                .flatMap(fiber -> Task.yieldNow().then(fiber.cancel()).then(mutex.lock()));
    }

    /** A value goes to one who takes it, or is left. */
    static Task<?> valueIsTakenOnce() {
        MVar<Integer> mvar = MVar.create();
        Count taken = new Count();
        Task<Void> take = Task.uncancelable(poll -> poll.apply(mvar.take()).flatMap(x -> taken.increment()));
        return take.start()
                .flatMap(fiber -> together(fiber.cancel(), mvar.put(1))
                        .then(fiber.join())
                        .then(mvar.isEmpty())
                        .flatMap(empty ->
                                check(() -> taken.value == (empty ? 1 : 0), "the value was taken, or is there")));
    }
}
