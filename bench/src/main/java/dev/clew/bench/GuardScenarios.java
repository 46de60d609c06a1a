package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import dev.clew.bench.micro.Fibers;
import dev.clew.bench.micro.Primitives;
import dev.clew.bench.micro.Timers;
import java.util.ArrayList;
import java.util.List;

/** Guards on Clew's own mechanisms, whose cost must not grow. */
final class GuardScenarios {
    private GuardScenarios() {}

    static List<Scenario> all() {
        return List.of(timers(), fibers(), primitives());
    }

    private static Case.Draft draft(String id, String title, Class<?> type, boolean polluted) {
        return Case.of(id + (polluted ? "-polluted" : ""), title + (polluted ? ", after other programs" : ""), type)
                .with("pollutionMillis", polluted ? SystemScenarios.POLLUTION_MILLIS : "0")
                .smoke("pollutionMillis", polluted ? 1 : 0);
    }

    private static Scenario timers() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(draft("timers/limits", "10000 timeouts of an hour for instant work", Timers.class, polluted)
                    .with("timers", 10_000)
                    .smoke("timers", 50)
                    .build());
        }
        return new Scenario("timers", "", "timers set and cancelled", cases);
    }

    private static Scenario fibers() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(draft("fibers/10000", "10000 fibers", Fibers.class, polluted)
                    .with("fibers", 10_000)
                    .smoke("fibers", 50)
                    .row(Peer.CLEW, "started and joined", "forkJoin")
                    .row(Peer.CLEW, "round trips between two", "pingPong")
                    .row(Peer.CLEW, "a chain that waits", "chainOfWaiting")
                    .row(Peer.CLEW, "cancelled while they wait", "cancelWaiting")
                    .row(Peer.CLEW, "one hand-off from outside", "roundTrip")
                    .build());
        }
        return new Scenario("fibers", "", "fibers started, woken, cancelled: what a fiber costs", cases);
    }

    private static Scenario primitives() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(primitives("primitives/alone", "10000 uses by one fiber", 1, polluted));
            cases.add(primitives("primitives/waiting", "10000 uses by 4 fibers", 4, polluted));
        }
        return new Scenario(
                "primitives", "", "semaphores, locks and their kind: what waiting, and not waiting, costs", cases);
    }

    private static Case primitives(String id, String title, int fibers, boolean polluted) {
        return draft(id, title, Primitives.class, polluted)
                .with("times", 10_000)
                .with("fibers", fibers)
                .smoke("times", 40)
                .row(Peer.CLEW, "the loop alone", "nothing")
                .row(Peer.CLEW, "Semaphore, withPermit", "withPermit")
                .row(Peer.CLEW, "Semaphore, acquire and release", "acquireAndRelease")
                .row(Peer.CLEW, "Mutex, withLock", "withLock")
                .row(Peer.CLEW, "ReadWriteLock, withRead", "withRead")
                .row(Peer.CLEW, "ReadWriteLock, withWrite", "withWrite")
                .row(Peer.CLEW, "MVar, take and put", "takeAndPut")
                .row(Peer.CLEW, "MVar, handed over", "handOver")
                .row(Peer.CLEW, "Ref, update", "update")
                .row(Peer.CLEW, "AtomicCell, update", "updateByTask")
                .row(Peer.CLEW, "CountDownLatch, open", "awaitOpen")
                .row(Peer.CLEW, "CyclicBarrier", "awaitOthers")
                .row(Peer.CLEW, "a ReentrantLock of the JDK", "reentrantLock")
                .build();
    }
}
