package dev.clew.faults;

import java.util.List;

/** Faults planted in Clew's own classes. */
final class Mutants {
    private Mutants() {}

    /** A mutant, and the program that must find it. */
    record Own(Mutant mutant, Scenario program) {
        @Override
        public String toString() {
            return mutant.name();
        }
    }

    private static Own own(
            Scenario program, String name, String kind, String file, String original, String replacement) {
        return new Own(new Mutant(name, kind, file, original, replacement), program);
    }

    private static final String KERNEL = "internal/kernel/";

    /** Kinds that users of such runtimes have met, planted in Clew. */
    static final List<Own> OWN = List.of(
            own(
                    new Scenario("losers leave nothing", OwnPrograms::losersLeaveNothing),
                    "loser stays registered",
                    "a cancelled wait stays in the list of what it waited for",
                    KERNEL + "WaitCell.java",
                    "            l.remove(this);\n",
                    ""),
            own(
                    new Scenario("waiters keep their places", OwnPrograms::waitersKeepTheirPlaces),
                    "list cut short",
                    "taking a cancelled waiter out of the list loses another",
                    KERNEL + "WaitList.java",
                    "tail = before;",
                    "tail = null;"),
            own(
                    new Scenario("wake-ups pass cancelled waiters", OwnPrograms::wakeUpsPassCancelledWaiters),
                    "swallowed wake-up",
                    "a completion stops at a waiter that was cancelled",
                    KERNEL + "Awaited.java",
                    "                heard |= cell.answer(answer);\n",
                    "                if (!cell.answer(answer)) {\n                    break;\n                }\n                heard = true;\n"),
            own(
                    new Scenario("ends pass cancelled joiners", OwnPrograms::endsPassCancelledJoiners),
                    "first joiner lost",
                    "the second who waits for a fiber takes the place of the first",
                    KERNEL + "Awaited.java",
                    "            several.add(first);\n",
                    ""),
            own(
                    new Scenario("takers that wait are seen", OwnPrograms::waitingTakersAreSeen),
                    "queue open to offers while a taker waits",
                    "an element is put in, and nobody looks for a taker",
                    "sync/QueueCore.java",
                    "idle = takers.isEmpty() && offerers.isEmpty() &&",
                    "idle = offerers.isEmpty() &&"),
            own(
                    new Scenario("who leaves serves those behind", OwnPrograms::whoLeavesServesThoseBehind),
                    "element kept for a taker that has left",
                    "who waits behind a cancelled taker is not served",
                    "sync/QueueCore.java",
                    "                match(woken);\n",
                    ""),
            own(
                    new Scenario("a close tells offerers", OwnPrograms::closeTellsOfferers),
                    "offerer not told of a close",
                    "a close takes offerers out and answers nobody",
                    "sync/QueueCore.java",
                    "                cell.answer(Answer.error(QueueClosedException.offering()), woken);\n            }\n            match",
                    "            }\n            match"),
            own(
                    new Scenario("a choice leaves nothing", OwnPrograms::choiceLeavesNothing),
                    "loser of a choice stays",
                    "an arm that has lost stays in the list of what it waited for",
                    KERNEL + "Choice.java",
                    "            if (i != won && cell != null) {\n                cell.abandoned();",
                    "            if (i < won && cell != null) {\n                cell.abandoned();"),
            own(
                    new Scenario("a choice does not meet itself", OwnPrograms::choiceDoesNotMeetItself),
                    "own offer thrown away",
                    "a choice takes its own other offer on a channel for one that has gone",
                    KERNEL + "WaitCell.java",
                    "return c == other.choice() ? Match.SAME : c.matchBy",
                    "return c == other.choice() ? Match.GONE : c.matchBy"),
            own(
                    new Scenario("senders pass cancelled receivers", OwnPrograms::sendersPassCancelledReceivers),
                    "value lost to a cancelled receiver",
                    "a send is done although its receiver had been cancelled, or had chosen otherwise",
                    "channel/Rendezvous.java",
                    "                win = receiver.win(answer);\n                if (win != Win.LOST) {\n                    break;\n                }",
                    "                win = receiver.win(answer);\n                break;"),
            own(
                    new Scenario("a nack is given on cancel", OwnPrograms::nackIsGivenOnCancel),
                    "nack forgotten",
                    "a choice that is cancelled while it waits acknowledges to nobody",
                    KERNEL + "Choice.java",
                    "        node.chose(won);\n",
                    "        if (won != SyncNode.NONE) {\n            node.chose(won);\n        }\n"),
            own(
                    new Scenario("a cancelled sleep leaves no timer", OwnPrograms::cancelledSleepLeavesNoTimer),
                    "timer of a sleep kept",
                    "a cancelled sleep keeps its timer",
                    KERNEL + "SleepNode.java",
                    "                t.cancel();\n",
                    ""),
            own(
                    new Scenario("an ended limit leaves no timer", OwnPrograms::endedLimitLeavesNoTimer),
                    "timer of a limit kept",
                    "work that ends in time keeps the timer of its limit",
                    KERNEL + "TimeoutNode.java",
                    "        private void leave(FiberState fiber) {\n            timer.cancel();\n",
                    "        private void leave(FiberState fiber) {\n"),
            own(
                    new Scenario("finalizers are not cancelled", OwnPrograms::finalizersAreNotCancelled),
                    "finalizer cancelled",
                    "a second cancel stops a finalizer",
                    KERNEL + "FinalizerFrame.java",
                    "        fiber.mask(strand);\n",
                    ""),
            own(
                    new Scenario("an async finalizer runs once", OwnPrograms::asyncFinalizerRunsOnce),
                    "finalizer of async skipped",
                    "a cancelled async does not run its finalizer",
                    KERNEL + "AsyncNode.java",
                    "        cell.finalizer = finalizer;\n",
                    ""),
            own(
                    new Scenario("finalizers run once", OwnPrograms::finalizersRunOnce),
                    "finalizer twice",
                    "a suspended guarantee runs its finalizer twice",
                    KERNEL + "FinalizerNodes.java",
                    "                return FinalizedFrame.run(fiber, strand, finalizer, value, null, depth);\n            }\n            if (fiber.isCapturing()) {\n                fiber.push(this);\n",
                    "                return FinalizedFrame.run(fiber, strand, finalizer, value, null, depth);\n            }\n            if (fiber.isCapturing()) {\n                fiber.push(this);\n                fiber.push(this);\n"),
            own(
                    new Scenario("onCancel runs", OwnPrograms::onCancelRuns),
                    "finalizer skipped",
                    "onCancel is forgotten where nothing inside has suspended",
                    KERNEL + "FinalizerNodes.java",
                    "                    return cancelled(fiber, strand);\n                }\n            }\n            return value;",
                    "                    return UNWIND;\n                }\n            }\n            return value;"),
            own(
                    new Scenario("a late cancel is seen", OwnPrograms::lateCancelIsSeen),
                    "cancel lost on parking",
                    "a cancel that comes between publishing the wait and parking is lost",
                    KERNEL + "FiberState.java",
                    "        if (((int) SIGNAL.getVolatile(this) & CANCEL) != 0) {",
                    "        if (((int) SIGNAL.getVolatile(this) & CANCEL) < 0) {"),
            own(
                    new Scenario("the outer limit wins", OwnPrograms::outerLimitWins),
                    "inner limit wins",
                    "of two strands that are cancelled the inner one is unwound to",
                    KERNEL + "FiberControl.java",
                    "            if (s.isCancelled()) {\n                target = s;",
                    "            if (s.isCancelled() && target == null) {\n                target = s;"),
            own(
                    new Scenario("a failing branch stops its sibling", OwnPrograms::failingBranchStopsItsSibling),
                    "sibling not stopped",
                    "a stolen branch that fails leaves its sibling running",
                    KERNEL + "Branch.java",
                    "            owner().cancelStrand(this);\n",
                    ""),
            own(
                    new Scenario("a failing side stops the branch", OwnPrograms::failingSideStopsTheBranch),
                    "branch dropped, owner waits",
                    "a branch asked to stop ends and does not wake its owner",
                    KERNEL + "Branch.java",
                    "        if ((before & OWNER_WAITS) != 0) {",
                    "        if ((before & (OWNER_WAITS | CANCEL)) == OWNER_WAITS) {"),
            own(
                    new Scenario("a cancel reaches branches", OwnPrograms::cancelReachesBranches),
                    "cancel stops at the branch",
                    "a cancelled owner waits for a branch that nobody stops",
                    KERNEL + "BothBranch.java",
                    "            branch.stopWaiting();\n            branch.stopChild();\n",
                    "            branch.stopWaiting();\n"),
            own(
                    new Scenario("locals stay in their branch", OwnPrograms::localsStayInTheirBranch),
                    "locals leak from a branch",
                    "an inline right side sees what the left side set",
                    KERNEL + "BothBranch.java",
                    "            context = outer.context;\n",
                    ""),
            own(
                    new Scenario("locals stay in their element", OwnPrograms::localsStayInTheirElement),
                    "locals leak from an element",
                    "an element sees what the one before it set",
                    KERNEL + "Owner.java",
                    "        context = crew.outer().context;\n",
                    ""),
            own(
                    new Scenario("poll restores the mask", OwnPrograms::pollRestoresTheMask),
                    "mask lost after poll",
                    "a poll that suspended does not restore the mask",
                    KERNEL + "MaskNodes.java",
                    "                region.leave(fiber);\n            } else {\n                region.enterAgain(fiber);\n",
                    "                region.leave(fiber);\n            } else {\n"),
            own(
                    new Scenario("elements do not wait", OwnPrograms::elementsDoNotWait),
                    "element behind a suspended one",
                    "a job takes half of what a suspended owner left, and nobody the rest",
                    KERNEL + "RangeCrew.java",
                    "return take(left);",
                    "return take(false);"),
            own(
                    new Scenario("the limit holds", OwnPrograms::limitHolds),
                    "limit exceeded",
                    "one owner too many lives",
                    KERNEL + "PullCrew.java",
                    "live < limit - 1;",
                    "live < limit;"),
            own(
                    new Scenario("a failing element stops the rest", OwnPrograms::failingElementStopsTheRest),
                    "elements not stopped",
                    "the first error leaves the other owners running",
                    KERNEL + "Crew.java",
                    "            o.fiber().cancelStrand(o);\n",
                    "            o.setCancelled();\n"),
            own(
                    new Scenario("a cancel reaches elements", OwnPrograms::cancelReachesElements),
                    "cancel stops at the range",
                    "a cancelled range waits for owners that nobody stops",
                    KERNEL + "Crew.java",
                    "        abandoned |= stop();\n",
                    "        abandoned = true;\n"),
            own(
                    new Scenario("a cancel reaches futures", OwnPrograms::cancelReachesFutures),
                    "future not cancelled",
                    "a cancelled wait leaves its future running",
                    KERNEL + "FutureNode.java",
                    "            letGo(fiber);\n            return UNWIND;",
                    "            return UNWIND;"),
            own(
                    new Scenario("cancelled code never begins", OwnPrograms::cancelledCodeNeverBegins),
                    "cancelled code begins",
                    "blocking code begins although its wait is over",
                    KERNEL + "BlockingNode.java",
                    "            return !stopped;",
                    "            return true;"),
            own(
                    new Scenario("masked waits end", OwnPrograms::maskedWaitsEnd),
                    "masked wait cancelled",
                    "a cancel ends a wait that a mask protects",
                    KERNEL + "WaitCell.java",
                    "s != null && s.mask == 0; s = s.parent",
                    "s != null; s = s.parent"),
            own(
                    new Scenario("a cancel waits for finalizers", OwnPrograms::cancelWaitsForFinalizers),
                    "cancel does not wait",
                    "a cancel is done before the finalizers are",
                    KERNEL + "FiberNodes.java",
                    "isMaskedPart(strand) ? null : join.eval(fiber, strand, depth + 1)",
                    "isMaskedPart(strand) ? null : null"),
            own(
                    new Scenario("permits of cancelled waits stay", OwnPrograms::permitsOfCancelledWaitsStay),
                    "permit given to a cancelled wait",
                    "a release counts a permit as taken by a wait that was cancelled",
                    "sync/Permits.java",
                    "            if (head.answer(PermitCell.SERVED, woken)) {\n                left -= wanted;\n            }",
                    "            head.answer(PermitCell.SERVED, woken);\n            left -= wanted;"),
            own(
                    new Scenario("who gives up lets others go on", OwnPrograms::whoGivesUpLetsOthersGoOn),
                    "waits behind a cancelled one",
                    "a wait for many that is cancelled does not let go on those for few behind it",
                    "sync/Permits.java",
                    "                serve(state - ONE_WAIT, woken);",
                    "                state = state - ONE_WAIT;"),
            own(
                    new Scenario("locks are given back", OwnPrograms::locksAreGivenBack),
                    "lock kept on cancellation",
                    "a task that has waited under a lock and is cancelled keeps the lock",
                    KERNEL + "HoldNode.java",
                    "        @Override\n        public @Nullable Object cancelled(FiberState fiber, Strand strand) {\n            return node.releaseUnwinding(fiber);",
                    "        @Override\n        public @Nullable Object cancelled(FiberState fiber, Strand strand) {\n            return UNWIND;"),
            own(
                    new Scenario("a value is taken once", OwnPrograms::valueIsTakenOnce),
                    "value lost with a cancelled taker",
                    "what is put goes to a taker that was cancelled",
                    "sync/MVar.java",
                    "            if (taker.answer(held, woken)) {\n                held = EMPTY;\n                return;\n            }",
                    "            taker.answer(held, woken);\n            held = EMPTY;\n            return;"));
}
