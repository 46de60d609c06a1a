package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One piece of work and those who compete at it. The first competitor is the one that the others are compared with.
 *
 * @param id its name on the command line, which begins with the scenario's
 * @param title what the work is
 * @param type the class of its benchmark methods
 * @param parameters the values of that class's parameters
 * @param smoke what parameters become where it must only be seen to work
 * @param singleShot whether an operation is measured singly, not over a time
 * @param quick whether {@code --quick} measures it
 * @param slow the methods that {@code --quick} leaves out, since they take too long for it
 * @param unit of the figures
 * @param shotMillis roughly how long an operation takes, where that is long
 * @param heapMegabytes the least heap that it needs
 */
record Case(
        String id,
        String title,
        Class<?> type,
        Map<String, String> parameters,
        Map<String, String> smoke,
        boolean singleShot,
        boolean quick,
        Set<String> slow,
        TimeUnit unit,
        int shotMillis,
        int heapMegabytes,
        List<Competitor> competitors) {

    /** The same with the competitors of these peers only. */
    Case only(Set<Peer> peers) {
        return with(
                parameters,
                competitors.stream().filter(c -> peers.contains(c.peer())).toList());
    }

    /** The same, so small that it takes a moment. */
    Case smallest() {
        Map<String, String> small = new LinkedHashMap<>(parameters);
        small.putAll(smoke);
        return with(small, competitors);
    }

    /** The same without the competitors that take too long for {@code --quick}. */
    Case withoutSlow() {
        return with(
                parameters,
                competitors.stream().filter(c -> !slow.contains(c.method())).toList());
    }

    private Case with(Map<String, String> parameters, List<Competitor> competitors) {
        return new Case(
                id,
                title,
                type,
                parameters,
                smoke,
                singleShot,
                quick,
                slow,
                unit,
                shotMillis,
                heapMegabytes,
                List.copyOf(competitors));
    }

    /** A case of {@code type}, measured in microseconds over a time, of all its methods that are in no group. */
    static Draft of(String id, String title, Class<?> type) {
        return new Draft(id, title, type);
    }

    /** A case that is being described. */
    static final class Draft {
        private final String id;
        private final String title;
        private final Class<?> type;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<String, String> smoke = new LinkedHashMap<>();
        private final List<Competitor> rows = new ArrayList<>();
        private final List<Competitor> outside = new ArrayList<>();
        private final Set<String> without = new HashSet<>();
        private String group = "";
        private boolean singleShot;
        private boolean quick;
        private Set<String> slow = Set.of();
        private TimeUnit unit = TimeUnit.MICROSECONDS;
        private int shotMillis;
        private int heapMegabytes;

        private Draft(String id, String title, Class<?> type) {
            this.id = id;
            this.title = title;
            this.type = type;
        }

        Draft with(String parameter, long value) {
            return with(parameter, Long.toString(value));
        }

        Draft with(String parameter, String value) {
            parameters.put(parameter, value);
            return this;
        }

        Draft smoke(String parameter, long value) {
            smoke.put(parameter, Long.toString(value));
            return this;
        }

        /** The methods of this group instead. */
        Draft group(String name) {
            group = name;
            return this;
        }

        /** Without these methods, which cannot do the case or take for ever. */
        Draft without(String... methods) {
            without.addAll(Set.of(methods));
            return this;
        }

        /** This row instead of those that the class's methods say by {@code @Rival}; rows keep their order. */
        Draft row(Peer peer, String name, String method) {
            rows.add(new Competitor(peer, name, method));
            return this;
        }

        /** This method in two rows: in JVMs that count what metrics show, and in JVMs that do not. */
        Draft countingAndNot(Peer peer, String method) {
            rows.add(new Competitor(peer, Competitor.name(peer, MetricsTable.COUNTING), method));
            rows.add(new Competitor(peer, Competitor.name(peer, MetricsTable.NOT_COUNTING), method, false));
            return this;
        }

        /** With a program of a peer outside this JVM. It gets the parameters by name. */
        Draft outside(Peer peer, String form, String program) {
            outside.add(new Competitor(peer, Competitor.name(peer, form), program));
            return this;
        }

        Draft go(String program) {
            return outside(Peer.GO, "", program);
        }

        /** Each operation measured singly; it takes roughly so long. */
        Draft singleShot(int millis) {
            singleShot = true;
            return takes(millis);
        }

        /** An operation takes so long, roughly. */
        Draft takes(int millis) {
            shotMillis = millis;
            return this;
        }

        Draft millis() {
            unit = TimeUnit.MILLISECONDS;
            return this;
        }

        Draft quick() {
            quick = true;
            return this;
        }

        /** Measured by {@code --quick} too, but for these methods, which take too long for that. */
        Draft quickWithout(String... methods) {
            slow = Set.of(methods);
            return quick();
        }

        Draft heap(int megabytes) {
            heapMegabytes = megabytes;
            return this;
        }

        Case build() {
            List<Competitor> competitors = new ArrayList<>(rows.isEmpty() ? Competitor.of(type, group) : rows);
            competitors.removeIf(c -> without.contains(c.method()));
            competitors.addAll(outside);
            if (rows.isEmpty()) {
                competitors.sort((a, b) -> a.peer().compareTo(b.peer()));
            }
            return new Case(
                    id,
                    title,
                    type,
                    Map.copyOf(parameters),
                    Map.copyOf(smoke),
                    singleShot,
                    quick,
                    slow,
                    unit,
                    shotMillis,
                    heapMegabytes,
                    List.copyOf(competitors));
        }
    }
}
