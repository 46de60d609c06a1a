package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import dev.clew.bench.micro.Channels;
import dev.clew.bench.micro.Fibers;
import dev.clew.bench.micro.Primitives;
import dev.clew.bench.micro.Queues;
import dev.clew.bench.micro.Timers;
import dev.clew.bench.micro.WorkerQueues;
import java.util.ArrayList;
import java.util.List;

/** Guards on Clew's own mechanisms, whose cost must not grow. */
final class GuardScenarios {
    private GuardScenarios() {}

    static List<Scenario> all() {
        return List.of(timers(), workerQueues(), fibers(), primitives(), queueCosts(), channels());
    }

    private static Case.Draft draft(String id, String title, Class<?> type, boolean polluted) {
        return Case.of(id + (polluted ? "-polluted" : ""), title + (polluted ? ", after other programs" : ""), type)
                .with("pollutionMillis", polluted ? SystemScenarios.POLLUTION_MILLIS : "0")
                .smoke("pollutionMillis", polluted ? 1 : 0);
    }

    private static Scenario timers() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(draft(
                            "timers/limits",
                            "10000 timers: timeouts of an hour for instant work, and the heap alone",
                            Timers.class,
                            polluted)
                    .with("timers", 10_000)
                    .smoke("timers", 50)
                    .build());
        }
        return new Scenario("timers", "", "timers set and cancelled, and set and fired", cases);
    }

    private static Scenario workerQueues() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(workerQueues("alone", "16000 jobs in and out, by one thread", 16_000, polluted)
                    .row(Peer.CLEW, "ring, offer and poll", "ring")
                    .row(Peer.CLEW, "ring, half of them stolen", "ringHalfStolen")
                    .row(Peer.CLEW, "branch deque, push and pop", "deque")
                    .row(Peer.CLEW, "external queue, offer and poll", "external")
                    .row(Peer.CLEW, "external queue, a look into an empty one", "externalEmpty")
                    .row(Peer.JAVA, "ArrayDeque, for one thread only", "arrayDeque")
                    .row(Peer.JAVA, "ConcurrentLinkedQueue", "linkedQueue")
                    .build());
            cases.add(workerQueues("shared", "160000 jobs, while another thread takes", 160_000, polluted)
                    .row(Peer.CLEW, "ring, with a thief", "ringWithThief")
                    .row(Peer.CLEW, "branch deque, with a thief", "dequeWithThief")
                    .row(Peer.CLEW, "external queue, handed over", "externalHandedOver")
                    .row(Peer.JAVA, "ConcurrentLinkedQueue, handed over", "linkedQueueHandedOver")
                    .build());
        }
        return new Scenario("worker-queues", "", "the queues of a worker by themselves: what a job costs there", cases);
    }

    private static Case.Draft workerQueues(String name, String title, int times, boolean polluted) {
        return draft("worker-queues/" + name, title, WorkerQueues.class, polluted)
                .with("times", times)
                .smoke("times", 160);
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
                .smoke("times", 40)
                .with("fibers", fibers)
                .row(Peer.CLEW, "the loop alone", "nothing")
                .row(Peer.CLEW, "Semaphore, withPermit", "withPermit")
                .row(Peer.CLEW, "Semaphore, acquire, release", "acquireAndRelease")
                .row(Peer.CLEW, "Mutex, withLock", "withLock")
                .row(Peer.CLEW, "ReadWriteLock, withRead", "withRead")
                .row(Peer.CLEW, "ReadWriteLock, withWrite", "withWrite")
                .row(Peer.CLEW, "MVar, take, put", "takeAndPut")
                .row(Peer.CLEW, "MVar, handed over", "handOver")
                .row(Peer.CLEW, "Ref, update", "update")
                .row(Peer.CLEW, "AtomicCell, update", "updateByTask")
                .row(Peer.CLEW, "CountDownLatch, open", "awaitOpen")
                .row(Peer.CLEW, "CyclicBarrier", "awaitOthers")
                .row(Peer.JAVA, "ReentrantLock of the JDK", "reentrantLock")
                .build();
    }

    private static Scenario queueCosts() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(queueCosts("alone", "100000 elements offered and taken by one fiber, or by two in turn", polluted)
                    .row(Peer.CLEW, "bounded(64)", "alone")
                    .row(Peer.CLEW, "ping-pong", "pingPong")
                    .row(Peer.JAVA, "ArrayBlockingQueue, one thread", "arrayBlockingQueueAlone")
                    .build());
            cases.add(queueCosts("exchanged", "100000 elements from 4 fibers to 4", polluted)
                    .row(Peer.CLEW, "bounded(64)", "bounded")
                    .row(Peer.CLEW, "unbounded", "unbounded")
                    .row(Peer.CLEW, "synchronous", "synchronous")
                    .row(Peer.CLEW, "priority", "priority")
                    .row(Peer.VIRTUAL_THREADS, "ArrayBlockingQueue(64)", "arrayBlockingQueue")
                    .row(Peer.VIRTUAL_THREADS, "LinkedBlockingQueue", "linkedBlockingQueue")
                    .build());
        }
        return new Scenario("queue-costs", "", "queues: what an element costs", cases);
    }

    private static Case.Draft queueCosts(String name, String title, boolean polluted) {
        return draft("queue-costs/" + name, title, Queues.class, polluted)
                .with("elements", 100_000)
                .smoke("elements", 40)
                .millis();
    }

    private static Scenario channels() {
        List<Case> cases = new ArrayList<>();
        cases.add(channels("messages", "10000 messages", 10_000, 2)
                .row(Peer.CLEW, "sent and received without a wait", "there")
                .row(Peer.CLEW, "one way", "oneWay")
                .row(Peer.CLEW, "there and back", "pingPong")
                .build());
        for (int alternatives : List.of(2, 16)) {
            cases.add(channels(
                            "select-" + alternatives,
                            "10000 choices among " + alternatives + " alternatives",
                            10_000,
                            alternatives)
                    .row(Peer.CLEW, Competitor.name(Peer.CLEW, ""), "select")
                    .row(Peer.KOTLIN, Competitor.name(Peer.KOTLIN, ""), "selectKotlin")
                    .go("choices")
                    .build());
        }
        cases.add(channels("avalanche", "a chain of 100000 fibers that wait for their neighbours", 100_000, 2)
                .row(Peer.CLEW, "channels", "avalancheOfChannels")
                .row(Peer.CLEW, "deferreds", "avalancheOfDeferreds")
                .build());
        return new Scenario("channels", "", "channels and choices: what a message costs", cases);
    }

    private static Case.Draft channels(String name, String title, int rounds, int alternatives) {
        return draft("channels/" + name, title, Channels.class, false)
                .with("rounds", rounds)
                .smoke("rounds", 40)
                .with("alternatives", alternatives);
    }
}
