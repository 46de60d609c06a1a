package dev.clew.bench;

import dev.clew.bench.arena.Alloc;
import dev.clew.bench.arena.Avalanche;
import dev.clew.bench.arena.Backtester;
import dev.clew.bench.arena.Chain;
import dev.clew.bench.arena.Factorials;
import dev.clew.bench.arena.Fib;
import dev.clew.bench.arena.Peer;
import dev.clew.bench.arena.Recursion;
import dev.clew.bench.arena.Runnables;
import dev.clew.bench.arena.Traverse;
import dev.clew.bench.arena.Yields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workloads of the five systems that Clew starts from, in their order. */
final class SystemScenarios {
    static final String POLLUTION_MILLIS = "3000";
    static final String METRICS = "metrics";

    private static final Set<String> QUICK_CHAINS = Set.of("maps", "scheduled-maps", "rescheduled");
    private static final List<Integer> LEVELS_OF_30 = List.of(3, 6, 9, 12, 15, 18, 21, 24, 27, 30);
    private static final List<Integer> LEVELS_OF_42 = List.of(9, 12, 15, 18, 21, 24, 27, 30);

    /** Forms that the curves over the level do not show; at level 15, the published one, they are measured too. */
    private static final String[] NOT_ON_THE_CURVE = {
        "forkJoinPoolUnboxed", "scalaz", "future", "zioPar", "catsBoth", "reactor"
    };

    private SystemScenarios() {}

    static List<Scenario> all() {
        return List.of(
                chain(),
                backtester(),
                factorials(),
                recursion(),
                avalanche(),
                scheduling(),
                metrics(),
                traverse(),
                fib());
    }

    private static Scenario chain() {
        List<Case> cases = new ArrayList<>();
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("maps", "maps on the caller");
        kinds.put("flatMaps", "flatMaps on the caller");
        kinds.put("scheduled-maps", "maps of a value scheduled on the pool");
        kinds.put("scheduled-flatMaps", "flatMaps of a value scheduled on the pool");
        kinds.put("rescheduled", "flatMaps, each scheduled on the pool again");
        kinds.forEach((kind, title) -> {
            for (int length : List.of(5, 10, 100, 10_000)) {
                cases.add(chain(
                        kind + "-" + length,
                        length + " " + title,
                        kind,
                        length,
                        "0",
                        length == 100 && QUICK_CHAINS.contains(kind)));
            }
        });
        kinds.forEach((kind, title) -> cases.add(chain(
                kind + "-100-polluted",
                "100 " + title + ", after other programs",
                kind,
                100,
                POLLUTION_MILLIS,
                false)));
        return new Scenario("chain", "S0", "chains of maps and flatMaps: what a step costs", cases);
    }

    private static Case chain(String id, String title, String kind, int length, String pollution, boolean quick) {
        Case.Draft draft = Case.of("chain/" + id, title, Chain.class)
                .group(kind)
                .with("length", length)
                .with("pollutionMillis", pollution)
                .smoke("pollutionMillis", pollution.equals("0") ? 0 : 1);
        if (quick) {
            draft.quick();
        }
        if (length > 1000) {
            draft.without("reactorScheduledMaps"); // its stack overflows
        }
        return draft.build();
    }

    private static Scenario backtester() {
        List<Case> cases = new ArrayList<>();
        for (int delay : List.of(1, 10)) {
            for (int days : List.of(30, 360, 720)) {
                Case.Draft draft = Case.of(
                                "backtester/" + days + (delay == 1 ? "" : "-" + delay + "ms"),
                                days + " days of " + delay + " ms Thread.sleep on 4 workers",
                                Backtester.class)
                        .with("days", days)
                        .with("delayMillis", delay)
                        .with("workers", 4)
                        .smoke("delayMillis", 0)
                        .outside(Peer.SCALAZ_OLD, "gathered", "gathered")
                        .outside(Peer.SCALAZ_OLD, "forked", "forked")
                        .outside(Peer.SCALAZ_OLD, "batched by 30", "batched")
                        .singleShot(days * delay / 2 + 10)
                        .millis();
                if (delay == 1 && days == 360) {
                    draft.quick();
                }
                cases.add(draft.build());
            }
        }
        for (int days : List.of(360, 720, 1440)) {
            cases.add(Case.of(
                            "backtester/gather-" + days,
                            days + " days without a delay: gathering and forking alone",
                            Backtester.class)
                    .with("days", days)
                    .with("delayMillis", 0)
                    .with("workers", 4)
                    .outside(Peer.SCALAZ_OLD, "gathered", "gathered")
                    .outside(Peer.SCALAZ_OLD, "forked", "forked")
                    .outside(Peer.SCALAZ_OLD, "batched by 30", "batched")
                    .build());
        }
        return new Scenario(
                "backtester", "S0", "a simulated backtest of independent days: batching against none", cases);
    }

    private static Scenario factorials() {
        List<Case> cases = new ArrayList<>();
        for (String group : List.of("sequential", "parallel")) {
            for (int num : List.of(10, 20)) {
                cases.add(factorials(group + "-" + num, "factorials of 0 to " + num + ", " + group, group, num, 0));
            }
        }
        cases.add(factorials("busy", "the same to 20, each of 16 groups with 50000 tokens", "parallel", 20, 50_000));
        return new Scenario(
                "factorials",
                "S1",
                "factorials of 0 to n, summed: what being parallel costs where it gains nothing, and gains where it does",
                cases);
    }

    private static Case factorials(String id, String title, String group, int num, long tokens) {
        Case.Draft draft = Case.of("factorials/" + id, title, Factorials.class)
                .group(group)
                .with("num", num)
                .with("tokens", tokens)
                .smoke("tokens", Math.min(tokens, 10));
        if (num == 20 && group.equals("parallel") && tokens == 0) {
            draft.quick();
        }
        if (group.equals("parallel") && tokens == 0) {
            draft.go("factorials");
        }
        return draft.build();
    }

    private static Scenario recursion() {
        List<Case> cases = new ArrayList<>();
        cases.add(Case.of("recursion/tail", "recursion 10000 deep in tail position", Recursion.class)
                .group("tail")
                .with("depth", 10_000)
                .with("pollutionMillis", 0)
                .smoke("depth", 1000)
                .quick()
                .build());
        for (int depth : List.of(10_000, 100_000, 1_000_000)) {
            Case.Draft draft = Case.of(
                            "recursion/deep-" + depth,
                            "recursion " + depth + " deep, each level waiting",
                            Recursion.class)
                    .group("deep")
                    .with("depth", depth)
                    .with("pollutionMillis", 0)
                    .smoke("depth", 1000);
            if (depth == 1_000_000) {
                draft.takes(100);
            }
            cases.add(draft.build());
        }
        return new Scenario("recursion", "S2", "recursion whose depth no stack holds", cases);
    }

    private static Scenario avalanche() {
        return new Scenario(
                "avalanche",
                "S2",
                "a chain of fibers, each waiting for its right neighbour",
                List.of(
                        Case.of("avalanche/fibers", "1000000 fibers on promises", Avalanche.class)
                                .with("links", 1_000_000)
                                .smoke("links", 100)
                                .singleShot(2500)
                                .millis()
                                .heap(4096)
                                .build(),
                        Case.of("avalanche/fibers-100000", "100000 fibers on promises", Avalanche.class)
                                .with("links", 100_000)
                                .smoke("links", 100)
                                .singleShot(250)
                                .millis()
                                .quickWithout("completableFuture")
                                .build(),
                        Case.of("avalanche/channels", "1000000 fibers on channels", Avalanche.class)
                                .group("channels")
                                .with("links", 1_000_000)
                                .smoke("links", 100)
                                .go("avalanche")
                                .singleShot(3500)
                                .millis()
                                .heap(4096)
                                .build()));
    }

    private static Scenario scheduling() {
        List<Case> cases = new ArrayList<>();
        cases.add(Case.of("scheduling/runnables", "10000 chains of 1000 submissions to the pool", Runnables.class)
                .with("chains", 10_000)
                .with("times", 1000)
                .smoke("chains", 10)
                .smoke("times", 10)
                .millis()
                .takes(800)
                .build());
        cases.add(Case.of("scheduling/runnables-100", "1000 chains of 100 submissions to the pool", Runnables.class)
                .with("chains", 1000)
                .with("times", 100)
                .smoke("chains", 10)
                .smoke("times", 10)
                .millis()
                .quick()
                .build());
        for (String group : List.of("scheduling", "many-threads")) {
            String title = group.equals("scheduling") ? "" : " on 256 workers";
            cases.add(yields(
                            "scheduling/" + (title.isEmpty() ? "fibers" : "many-threads"),
                            group,
                            title,
                            1_000_000,
                            10_000)
                    .heap(4096)
                    .singleShot(15_000)
                    .build());
        }
        cases.add(yields("scheduling/fibers-small", "scheduling", "", 10_000, 1000)
                .singleShot(200)
                .quick()
                .build());
        cases.add(Case.of("scheduling/alloc", "2500 fibers, 1000 rounds of 100 to 1000 objects", Alloc.class)
                .with("fibers", 2500)
                .with("rounds", 1000)
                .smoke("fibers", 10)
                .smoke("rounds", 2)
                .singleShot(10_000)
                .millis()
                .build());
        cases.add(Case.of("scheduling/alloc-small", "250 fibers, 100 rounds of 100 to 1000 objects", Alloc.class)
                .with("fibers", 250)
                .with("rounds", 100)
                .smoke("fibers", 10)
                .smoke("rounds", 2)
                .singleShot(200)
                .millis()
                .quick()
                .build());
        return new Scenario("scheduling", "S3", "what the scheduler makes of raw jobs and of fibers that yield", cases);
    }

    private static Case.Draft yields(String id, String group, String title, int fibers, int until) {
        return Case.of(id, fibers + " fibers, fiber i yielding from i to " + until + title, Yields.class)
                .group(group)
                .with("fibers", fibers)
                .with("until", until)
                .with("workers", 256)
                .smoke("fibers", 50)
                .smoke("until", 20)
                .smoke("workers", 8)
                .millis();
    }

    /** The benchmarks of S3 again, smaller, with two rows each. */
    private static Scenario metrics() {
        return new Scenario(
                METRICS,
                "S3",
                "what counting costs: with the metrics of the pool, and without",
                List.of(
                        Case.of("metrics/runnables", "runnableScheduling: 10000 chains of 100", Runnables.class)
                                .with("chains", 10_000)
                                .with("times", 100)
                                .smoke("chains", 10)
                                .smoke("times", 10)
                                .millis()
                                .countingAndNot(Peer.CLEW, "clew")
                                .build(),
                        Case.of("metrics/control", "its control, on the common pool", Runnables.class)
                                .with("chains", 10_000)
                                .with("times", 100)
                                .smoke("chains", 10)
                                .smoke("times", 10)
                                .millis()
                                .countingAndNot(Peer.FORK_JOIN, "control")
                                .build(),
                        yields("metrics/fibers", "scheduling", "", 10_000, 300)
                                .countingAndNot(Peer.CLEW, "clew")
                                .build(),
                        Case.of("metrics/alloc", "alloc: 100 fibers, 100 rounds of 100 to 1000 objects", Alloc.class)
                                .with("fibers", 100)
                                .with("rounds", 100)
                                .smoke("fibers", 10)
                                .smoke("rounds", 2)
                                .millis()
                                .countingAndNot(Peer.CLEW, "clew")
                                .build(),
                        Case.of("metrics/traverse", "parTraverse: 1000 elements of 10000 tokens", Traverse.class)
                                .with("elements", 1000)
                                .with("tokens", 10_000)
                                .smoke("elements", 100)
                                .smoke("tokens", 10)
                                .millis()
                                .countingAndNot(Peer.CLEW, "clew")
                                .build()));
    }

    private static Scenario traverse() {
        List<Case> cases = new ArrayList<>();
        for (String group : List.of("parallel", "in-turn")) {
            String title = group.equals("parallel") ? " in parallel" : " in turn (control)";
            Case.Draft draft = traverse(group, title, 1000, 10_000).millis();
            cases.add(group.equals("parallel") ? draft.quick().build() : draft.build());
        }
        cases.add(traverse("parallel", " in parallel", 1000, 100).build());
        cases.add(traverse("parallel", " in parallel", 100_000, 10).build());
        return new Scenario("traverse", "S3", "many elements of work, each too small for a thread", cases);
    }

    private static Case.Draft traverse(String group, String title, int elements, int tokens) {
        return Case.of(
                        "traverse/" + (group.equals("parallel") ? "" : "in-turn-") + elements + "x" + tokens,
                        elements + " elements of " + tokens + " tokens" + title,
                        Traverse.class)
                .group(group)
                .with("elements", elements)
                .with("tokens", tokens)
                .smoke("elements", 100)
                .smoke("tokens", 10);
    }

    private static Scenario fib() {
        List<Case> cases = new ArrayList<>();
        cases.add(fib("fib/20", "fib(20), forking every call", 20, 0, false)
                .quick()
                .go("fib")
                .build());
        cases.add(fib("fib/20-polluted", "fib(20), forking every call, after other programs", 20, 0, true)
                .build());
        cases.add(fib("fib/30", "fib(30), forking every call", 30, 0, false)
                .takes(500)
                .quickWithout("scalaz", "zioPar", "cats", "catsBoth", "virtualThreads", "reactor")
                .go("fib")
                .build());
        cases.add(fib("fib/30-polluted", "fib(30), forking every call, after other programs", 30, 0, true)
                .takes(500)
                .build());
        for (int level : LEVELS_OF_30) {
            Case.Draft draft = fib("fib/30-level-" + level, "fib(30), sequential below " + level, 30, level, false)
                    .go("fib");
            cases.add(
                    level == 15
                            ? draft.without("forkJoinPoolUnboxed").quick().build()
                            : draft.without(NOT_ON_THE_CURVE).build());
        }
        cases.add(fib("fib/42", "fib(42), forking every call", 42, 0, false)
                .without("scalaz", "future", "zio", "zioPar", "cats", "catsBoth", "kotlin", "virtualThreads", "reactor")
                .without("completableFuture") // half a minute for an operation, the others longer
                .singleShot(8000)
                .build());
        for (int level : LEVELS_OF_42) {
            Case.Draft draft = fib("fib/42-level-" + level, "fib(42), sequential below " + level, 42, level, false)
                    .without(NOT_ON_THE_CURVE)
                    .singleShot(level < 12 ? 5000 : level < 15 ? 3500 : 2000)
                    .go("fib");
            if (level < 12) {
                draft.without("cats", "virtualThreads"); // most of a minute for an operation
            }
            cases.add(draft.build());
        }
        return new Scenario("fib", "S4", "parallel Fibonacci numbers: what a fork costs", cases);
    }

    private static Case.Draft fib(String id, String title, int n, int level, boolean polluted) {
        Case.Draft draft = Case.of(id, title, Fib.class)
                .with("n", n)
                .with("level", level)
                .with("pollutionMillis", polluted ? POLLUTION_MILLIS : "0")
                .smoke("pollutionMillis", polluted ? 1 : 0)
                .smoke("n", 15)
                .smoke("level", level / 2);
        return n < 25 ? draft : draft.millis();
    }
}
