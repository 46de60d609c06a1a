package dev.clew.bench;

import dev.clew.bench.arena.Backtester;
import dev.clew.bench.arena.Factorials;
import dev.clew.bench.arena.Fib;
import dev.clew.bench.micro.Chain;
import dev.clew.bench.micro.Queues;
import dev.clew.bench.micro.Recursion;
import dev.clew.bench.micro.Timers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All scenarios, and how a command line picks from them. */
final class Scenarios {
    private static final String POLLUTION_MILLIS = "3000";
    private static final Competitor PLAIN_JAVA = new Competitor("plain Java", "plainJava");

    /** In the order in which they run. */
    static final List<Scenario> ALL = List.of(fib(), chain(), factorials(), backtester(), timers(), queueCosts());

    private Scenarios() {}

    /**
     * The scenarios with the cases that {@code names} pick: a scenario's name picks all its cases, a case's name that case.
     *
     * @throws IllegalArgumentException for a name that is neither
     */
    static List<Scenario> named(List<String> names) {
        Set<Case> picked = new LinkedHashSet<>();
        for (String name : names) {
            List<Case> found = ALL.stream()
                    .flatMap(s -> s.cases().stream().filter(c -> s.name().equals(name) || c.id().equals(name)))
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("--only takes the names of scenarios or cases, and '" + name
                        + "' is neither. The scenarios are "
                        + ALL.stream().map(Scenario::name).collect(Collectors.joining(", "))
                        + "; --list shows their cases too.");
            }
            picked.addAll(found);
        }
        return ALL.stream()
                .map(s -> s.only(s.cases().stream().filter(picked::contains).toList()))
                .filter(s -> !s.cases().isEmpty())
                .toList();
    }

    private static Scenario fib() {
        List<Case> cases = new ArrayList<>();
        for (int n : List.of(20, 30)) {
            cases.add(fib("fib/" + n, "fib(%d), forking every call", n, 0, false));
            cases.add(fib("fib/" + n + "-polluted", "fib(%d), forking every call, after other programs", n, 0, true));
        }
        for (int level : List.of(9, 15, 20)) {
            cases.add(fib("fib/30-level-" + level, "fib(%d), sequential below " + level, 30, level, false));
        }
        return new Scenario("fib", "parallel Fibonacci numbers: what a fork costs", cases);
    }

    private static Case fib(String id, String title, int n, int level, boolean polluted) {
        List<Competitor> competitors = new ArrayList<>();
        competitors.add(new Competitor("Clew", "clew"));
        competitors.add(new Competitor("ForkJoinPool, RecursiveTask", "forkJoinPool"));
        if (level == 0) {
            competitors.add(new Competitor("ForkJoinPool, RecursiveAction", "forkJoinPoolUnboxed"));
        }
        competitors.add(new Competitor("sequential", "sequential"));
        Map<String, String> parameters =
                Map.of("n", "" + n, "level", "" + level, "pollutionMillis", polluted ? POLLUTION_MILLIS : "0");
        TimeUnit unit = n < 25 ? TimeUnit.MICROSECONDS : TimeUnit.MILLISECONDS;
        return new Case(id, title.formatted(n), Fib.class, parameters, false, unit, List.copyOf(competitors));
    }

    private static Scenario chain() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            String suffix = polluted ? "-polluted" : "";
            String after = polluted ? ", after other programs" : "";
            for (int length : List.of(5, 10, 100, 10_000)) {
                Map<String, String> parameters =
                        Map.of("length", "" + length, "pollutionMillis", polluted ? POLLUTION_MILLIS : "0");
                cases.add(chain(
                        "chain/" + length + suffix,
                        length + " maps or flatMaps on the caller" + after,
                        parameters,
                        new Competitor("Clew, maps", "maps"),
                        new Competitor("Clew, flatMaps", "flatMaps"),
                        PLAIN_JAVA));
                cases.add(chain(
                        "chain/scheduled-" + length + suffix,
                        length + " maps or flatMaps of a value scheduled on the pool" + after,
                        parameters,
                        new Competitor("Clew, maps", "scheduledMaps"),
                        new Competitor("Clew, flatMaps", "scheduledFlatMaps"),
                        new Competitor("Clew, flatMaps, each scheduled", "rescheduledFlatMaps"),
                        new Competitor("plain Java in a job of a fixed pool", "handOff")));
            }
            cases.add(new Case(
                    "chain/recursion" + suffix,
                    "a recursion 10000 deep on the caller" + after,
                    Recursion.class,
                    Map.of("depth", "10000", "pollutionMillis", polluted ? POLLUTION_MILLIS : "0"),
                    false,
                    TimeUnit.MICROSECONDS,
                    List.of(new Competitor("Clew, now", "now"), new Competitor("Clew, delay", "delay"), PLAIN_JAVA)));
        }
        return new Scenario("chain", "chains of maps and flatMaps, and recursion: what a step costs", cases);
    }

    private static Case chain(String id, String title, Map<String, String> parameters, Competitor... competitors) {
        return new Case(id, title, Chain.class, parameters, false, TimeUnit.MICROSECONDS, List.of(competitors));
    }

    private static Scenario factorials() {
        return new Scenario(
                "factorials",
                "factorials of 0 to n, summed: what being parallel costs where it gains nothing, and gains where it does",
                List.of(
                        factorials("factorials/10", "factorials of 0 to 10", 10, 0),
                        factorials("factorials/20", "factorials of 0 to 20", 20, 0),
                        factorials(
                                "factorials/busy", "the same to 20, each of 16 groups with 50000 tokens", 20, 50_000)));
    }

    private static Case factorials(String id, String title, int num, int tokens) {
        Stream<Competitor> competitors = Stream.of(
                new Competitor("Clew, 16 branches", "branches"),
                new Competitor("Clew, 16 branches, inside", "branchesInside"),
                new Competitor("Clew, 16 fibers", "fibers"),
                new Competitor("Clew, 16 fibers, inside", "fibersInside"),
                new Competitor("Clew, one fiber on the caller", "oneFiber"),
                new Competitor("Clew, one fiber on a worker", "oneFiberOnAWorker"),
                new Competitor("ForkJoinPool, 16 tasks", "forkJoinPool"),
                new Competitor("ForkJoinPool, 16 tasks, inside", "forkJoinPoolInside"),
                PLAIN_JAVA);
        return new Case(
                id,
                title,
                Factorials.class,
                Map.of("num", "" + num, "tokens", "" + tokens),
                false,
                TimeUnit.MICROSECONDS,
                competitors.toList());
    }

    private static Scenario backtester() {
        List<Case> cases = Stream.of(30, 360, 720)
                .map(days -> new Case(
                        "backtester/" + days,
                        days + " days of 1 ms Thread.sleep on 4 workers",
                        Backtester.class,
                        Map.of("days", "" + days, "delayMillis", "1", "workers", "4"),
                        true,
                        TimeUnit.MILLISECONDS,
                        List.of(
                                new Competitor("Clew, adaptive", "adaptive"),
                                new Competitor("Clew, gathered", "gathered"),
                                new Competitor("Clew, forked", "forked"),
                                new Competitor("Clew, batched by 30", "batched"),
                                new Competitor("bare fixed pool", "barePool"),
                                new Competitor("sequential, no task", "sequential"))))
                .toList();
        return new Scenario("backtester", "a simulated backtest of independent days: batching against none", cases);
    }

    private static Scenario timers() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            String suffix = polluted ? "-polluted" : "";
            String after = polluted ? ", after other programs" : "";
            Map<String, String> parameters = Map.of(
                    "timers", "10000", "longestMillis", "10", "pollutionMillis", polluted ? POLLUTION_MILLIS : "0");
            cases.add(new Case(
                    "timers/limits" + suffix,
                    "10000 timeouts of an hour for instant work" + after,
                    Timers.class,
                    parameters,
                    false,
                    TimeUnit.MICROSECONDS,
                    List.of(
                            new Competitor("Clew, on a worker", "limitsOnAWorker"),
                            new Competitor("Clew, on the caller", "limitsOnTheCaller"))));
            cases.add(new Case(
                    "timers/sleeps" + suffix,
                    "10000 sleeps of 1 to 10 ms" + after,
                    Timers.class,
                    parameters,
                    false,
                    TimeUnit.MILLISECONDS,
                    List.of(
                            new Competitor("Clew, gathered", "gatheredSleeps"),
                            new Competitor("Clew, fibers", "sleepingFibers"),
                            new Competitor("CompletableFuture", "completableFutures"))));
        }
        return new Scenario("timers", "timers set, cancelled and fired: what waiting costs", cases);
    }

    private static Scenario queueCosts() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            String suffix = polluted ? "-polluted" : "";
            String after = polluted ? ", after other programs" : "";
            Map<String, String> parameters =
                    Map.of("elements", "100000", "pollutionMillis", polluted ? POLLUTION_MILLIS : "0");
            cases.add(new Case(
                    "queue-costs/alone" + suffix,
                    "100000 elements offered and taken by one fiber, or by two in turn" + after,
                    Queues.class,
                    parameters,
                    false,
                    TimeUnit.MILLISECONDS,
                    List.of(
                            new Competitor("Clew, bounded(64)", "alone"),
                            new Competitor("Clew, ping-pong", "pingPong"),
                            new Competitor("ArrayBlockingQueue, one thread", "arrayBlockingQueueAlone"))));
            cases.add(new Case(
                    "queue-costs/exchanged" + suffix,
                    "100000 elements from 4 fibers to 4" + after,
                    Queues.class,
                    parameters,
                    false,
                    TimeUnit.MILLISECONDS,
                    List.of(
                            new Competitor("Clew, bounded(64)", "bounded"),
                            new Competitor("Clew, unbounded", "unbounded"),
                            new Competitor("Clew, synchronous", "synchronous"),
                            new Competitor("Clew, priority", "priority"),
                            new Competitor("virtual threads, ArrayBlockingQueue(64)", "arrayBlockingQueue"),
                            new Competitor("virtual threads, LinkedBlockingQueue", "linkedBlockingQueue"))));
        }
        return new Scenario("queue-costs", "queues: what an element costs", cases);
    }
}
