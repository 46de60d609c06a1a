package dev.clew.bench;

import dev.clew.bench.arena.Cancels;
import dev.clew.bench.arena.ForkMany;
import dev.clew.bench.arena.Handoffs;
import dev.clew.bench.arena.Latency;
import dev.clew.bench.arena.Operators;
import dev.clew.bench.arena.Parked;
import dev.clew.bench.arena.Permits;
import dev.clew.bench.arena.Queues;
import dev.clew.bench.arena.Skynet;
import dev.clew.bench.arena.Sleeps;
import dev.clew.bench.arena.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What other systems measure of themselves. */
final class OtherScenarios {
    private static final Set<String> QUICK_OPERATORS = Set.of("errors", "races", "timeouts");

    private OtherScenarios() {}

    static List<Scenario> all() {
        return List.of(operators(), forks(), trees(), handoffs(), queues(), permits(), sleeps(), cancels(), load());
    }

    private static Scenario operators() {
        Map<String, String> groups = new LinkedHashMap<>();
        groups.put("hops", "hops to the pool's queue and back");
        groups.put("errors", "errors, raised and caught");
        groups.put("brackets", "brackets");
        groups.put("uncancelables", "uncancelable sections with a poll");
        groups.put("races", "races of a value against what never ends");
        groups.put("boths", "pairs of values in parallel");
        groups.put("timeouts", "timeouts of an hour for a value");
        List<Case> cases = new ArrayList<>();
        groups.forEach((group, title) -> {
            Case.Draft draft = Case.of("operators/" + group, "10000 " + title, Operators.class)
                    .group(group)
                    .with("times", 10_000)
                    .smoke("times", 50);
            cases.add(QUICK_OPERATORS.contains(group) ? draft.quick().build() : draft.build());
        });
        return new Scenario("operators", "", "single operators on work that is there at once", cases);
    }

    private static Scenario forks() {
        return new Scenario(
                "forks",
                "",
                "fibers that do next to nothing",
                List.of(
                        Case.of("forks/many", "10000 fibers forked and joined", ForkMany.class)
                                .group("many")
                                .with("fibers", 10_000)
                                .smoke("fibers", 50)
                                .go("forks")
                                .quick()
                                .build(),
                        Case.of("forks/chained", "10000 fibers, each forking the next", ForkMany.class)
                                .group("chained")
                                .with("fibers", 10_000)
                                .smoke("fibers", 50)
                                .go("chained")
                                .build(),
                        Case.of("forks/skynet", "Skynet: a tree of 1000000 leaves, ten children each", Skynet.class)
                                .with("leaves", 1_000_000)
                                .smoke("leaves", 1000)
                                .go("skynet")
                                .takes(800)
                                .millis()
                                .quick()
                                .build()));
    }

    private static Scenario trees() {
        return new Scenario(
                "trees",
                "",
                "work that divides, evenly and not",
                List.of(
                        Case.of("trees/merge-sort", "merge sort of 1000000 numbers, leaves of 100", Trees.class)
                                .group("merge-sort")
                                .with("size", 1_000_000)
                                .with("leaf", 100)
                                .with("tokens", 0)
                                .smoke("size", 1000)
                                .go("mergeSort")
                                .takes(100)
                                .millis()
                                .build(),
                        Case.of(
                                        "trees/skewed",
                                        "a tree 10000 deep with a leaf of 100 tokens at each level",
                                        Trees.class)
                                .group("skewed")
                                .with("size", 10_000)
                                .with("leaf", 0)
                                .with("tokens", 100)
                                .smoke("size", 100)
                                .build()));
    }

    private static Scenario handoffs() {
        return new Scenario(
                "handoffs",
                "",
                "messages between fibers that wait for one another",
                List.of(
                        handoff("ping-pong", "10000 round trips between two fibers")
                                .quick()
                                .build(),
                        handoff("ring", "a message passed 10000 times around 503 fibers")
                                .build()));
    }

    private static Case.Draft handoff(String group, String title) {
        return Case.of("handoffs/" + group, title, Handoffs.class)
                .group(group)
                .with("passes", 10_000)
                .with("members", 503)
                .smoke("passes", 50)
                .smoke("members", 7)
                .millis()
                .go(group);
    }

    private static Scenario queues() {
        return new Scenario(
                "queues",
                "",
                "one queue between producers and consumers",
                List.of(
                        queue("bounded-1", "bounded(64), 1 to 1, 100000 messages", 64, 1, 0)
                                .build(),
                        queue("bounded-4", "bounded(64), 4 to 4, 100000 messages", 64, 4, 0)
                                .quick()
                                .build(),
                        queue("unbounded-1", "unbounded, 1 to 1, 100000 messages", 0, 1, 0)
                                .build(),
                        queue("unbounded-4", "unbounded, 4 to 4, 100000 messages", 0, 4, 0)
                                .build(),
                        queue("working", "bounded(128), 1 to 1, each side with 100 tokens a message", 128, 1, 100)
                                .build()));
    }

    private static Case.Draft queue(String id, String title, int capacity, int sides, int tokens) {
        return Case.of("queues/" + id, title, Queues.class)
                .with("capacity", capacity)
                .with("producers", sides)
                .with("consumers", sides)
                .with("messages", 100_000)
                .with("tokens", tokens)
                .smoke("messages", 400)
                .millis()
                .go("queue");
    }

    private static Scenario permits() {
        return new Scenario(
                "permits",
                "",
                "fibers that contend for permits",
                List.of(
                        permit("semaphore", "100 fibers for 4 permits, 1000 times each", 4)
                                .build(),
                        permit("mutex", "100 fibers for a lock, 1000 times each", 1)
                                .quick()
                                .build()));
    }

    private static Case.Draft permit(String group, String title, int permits) {
        return Case.of("permits/" + group, title, Permits.class)
                .group(group)
                .with("permits", permits)
                .with("fibers", 100)
                .with("rounds", 1000)
                .smoke("rounds", 5)
                .millis();
    }

    private static Scenario sleeps() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            Case.Draft draft = Case.of(
                            "sleeps/storm" + (polluted ? "-polluted" : ""),
                            "10000 sleeps of 1 to 10 ms" + (polluted ? ", after other programs" : ""),
                            Sleeps.class)
                    .with("sleepers", 10_000)
                    .with("pollutionMillis", polluted ? SystemScenarios.POLLUTION_MILLIS : "0")
                    .smoke("pollutionMillis", polluted ? 1 : 0)
                    .smoke("sleepers", 20)
                    .millis();
            cases.add(
                    polluted
                            ? draft.build()
                            : draft.go("sleeps").quickWithout("cats").build());
        }
        return new Scenario("sleeps", "", "many fibers asleep", cases);
    }

    private static Scenario cancels() {
        return new Scenario(
                "cancels",
                "",
                "fibers that never end, cancelled",
                List.of(Case.of("cancels/storm", "1000 fibers forked, cancelled and awaited", Cancels.class)
                        .with("fibers", 1000)
                        .smoke("fibers", 20)
                        .go("cancels")
                        .quick()
                        .build()));
    }

    private static Scenario load() {
        return new Scenario(
                "load",
                "",
                "waiting for a turn, and what waiting keeps",
                List.of(
                        Case.of("load/latency", "a fiber's wait for its turn among 64 busy ones", Latency.class)
                                .with("load", 64)
                                .with("tokens", 1000)
                                .smoke("load", 4)
                                .smoke("tokens", 10)
                                .build(),
                        Case.of("load/parked", "1000000 fibers waiting for one promise", Parked.class)
                                .with("fibers", 1_000_000)
                                .smoke("fibers", 100)
                                .singleShot(3000)
                                .millis()
                                .heap(4096)
                                .build()));
    }
}
