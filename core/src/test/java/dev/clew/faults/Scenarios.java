package dev.clew.faults;

import dev.clew.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** All programs, by their names. */
final class Scenarios {
    private Scenarios() {}

    /** Two programs that differ in one fault. */
    record Pair(String name, String kind, Scenario faulty, Scenario repaired) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Pair pair(String name, String kind, Function<Boolean, Task<?>> program) {
        return new Pair(
                name,
                kind,
                new Scenario(name, () -> program.apply(true)),
                new Scenario(name + ", repaired", () -> program.apply(false)));
    }

    /** Faulty structures of users, each beside the repaired one. */
    static final List<Pair> PLANTED = List.of(
            pair("lost wake-up", "looks, then waits; what comes between is lost", Planted::lostWakeUp),
            pair("permit leak", "cancelled between acquisition and registration of the release", Planted::permitLeak),
            pair("element lost", "given to a taker that was cancelled", Planted::elementLost),
            pair("double finalizer", "registered twice for one end", Planted::doubleFinalizer),
            pair("lock order", "two locks taken in two orders", Planted::lockOrder),
            pair("read, then write", "an increment in two steps", Planted::readThenWrite),
            pair("missing broadcast", "one is woken where all must be", Planted::missingBroadcast),
            pair("check, then act", "a cache that computes twice", Planted::checkThenAct),
            pair("result dropped", "a time limit that forgets what came at the limit", Planted::timeoutDropsAResult),
            pair("swallowed signal", "a waiter is cancelled after its signal has come", Planted::swallowedSignal),
            pair("cancelled memo", "the first asker computes, and is cancelled", Planted::cancelledMemo));

    /** Every program. */
    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        PLANTED.forEach(pair -> all.addAll(List.of(pair.faulty(), pair.repaired())));
        Mutants.OWN.forEach(own -> all.add(own.program()));
        return all;
    }

    /** The program called {@code name}. */
    static Scenario named(String name) {
        return all().stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no program is called '" + name + "'"));
    }
}
