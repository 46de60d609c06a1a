package dev.clew.testkit.gen;

import dev.clew.Task;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Programs of several others, one after another or at once. */
final class Groups {
    private Groups() {}

    /** A program of any number of others. */
    interface Group extends Program {
        List<Program> parts();

        @Override
        default List<Program> children() {
            return parts();
        }

        @Override
        default boolean isList() {
            return true;
        }

        default List<Task<Integer>> tasks(Probe probe) {
            return parts().stream().map(part -> part.task(probe)).toList();
        }
    }

    private static int inOrder(Iterable<Integer> values) {
        int all = 1;
        for (int value : values) {
            all = all * 31 + value;
        }
        return all;
    }

    private static int sum(Iterable<Integer> values) {
        int all = 0;
        for (int value : values) {
            all += value;
        }
        return all;
    }

    record Sequence(List<Program> parts) implements Group {
        @Override
        public Program with(List<Program> other) {
            return new Sequence(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.sequence(tasks(probe)).map(Groups::inOrder);
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            List<End> ends = List.of(at.value(1));
            for (Program part : parts) {
                ends = Reference.each(ends, before -> {
                    if (!before.isValue()) {
                        return Reference.same(before);
                    }
                    return part.ends(reference, at.of(before)).stream()
                            .map(end -> end.isValue() ? end.withValue(before.value() * 31 + end.value()) : end)
                            .toList();
                });
            }
            return ends;
        }

        @Override
        public String toString() {
            return "sequence" + parts;
        }
    }

    record Both(Program left, Program right) implements Program {
        @Override
        public List<Program> children() {
            return List.of(left, right);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Both(parts.get(0), parts.get(1));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return left.task(probe).zipPar(right.task(probe), (a, b) -> inOrder(List.of(a, b)));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return atOnce(this, reference, at, Way.IN_ORDER);
        }

        @Override
        public String toString() {
            return "both(" + left + ", " + right + ")";
        }
    }

    record Gather(List<Program> parts) implements Group {
        @Override
        public Program with(List<Program> other) {
            return new Gather(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.gather(tasks(probe)).map(Groups::inOrder);
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return atOnce(this, reference, at, Way.IN_ORDER);
        }

        @Override
        public String toString() {
            return "gather" + parts;
        }
    }

    record ParTraverse(int limit, List<Program> parts) implements Group {
        @Override
        public Program with(List<Program> other) {
            return new ParTraverse(limit, other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.parTraverse(limit, parts, part -> part.task(probe)).map(Groups::inOrder);
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return atOnce(this, reference, at, Way.BOUNDED);
        }

        @Override
        public String toString() {
            return "parTraverse(" + limit + ", " + parts + ")";
        }
    }

    record Unordered(List<Program> parts) implements Group {
        @Override
        public Program with(List<Program> other) {
            return new Unordered(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.gatherUnordered(tasks(probe)).map(Groups::sum);
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return atOnce(this, reference, at, Way.ALL_END);
        }

        @Override
        public String toString() {
            return "gatherUnordered" + parts;
        }
    }

    record Reduce(List<Program> parts) implements Group {
        @Override
        public Program with(List<Program> other) {
            return new Reduce(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.reduceUnordered(tasks(probe), 0, Integer::sum);
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return atOnce(this, reference, at, Way.SUM);
        }

        @Override
        public String toString() {
            return "reduceUnordered" + parts;
        }
    }

    private enum Way {
        /** All begin at once; the values in the order of the input; the first error stops the rest. */
        IN_ORDER,
        /** As before, but some may begin later. */
        BOUNDED,
        /** All begin at once, and none is stopped by an error; the sum of the values. */
        ALL_END,
        /** All begin at once; the sum of the values; the first error stops the rest. */
        SUM
    }

    private static List<End> atOnce(Program group, Reference reference, At at, Way way) throws Unpredictable {
        List<List<End>> parts = new ArrayList<>();
        for (Program child : group.children()) {
            parts.add(child.ends(reference, at.fresh()));
        }
        Set<End> all = new LinkedHashSet<>();
        for (List<End> ends : Reference.product(parts)) {
            if (ends.stream().allMatch(End::isValue)) {
                all.add(succeeded(ends, at, way));
            } else {
                addFailures(all, ends, group, reference, at, way);
            }
        }
        return Reference.bounded(all);
    }

    private static End succeeded(List<End> ends, At at, Way way) {
        long earliest = at.earliest();
        long latest = at.latest();
        long sum = at.latest();
        End.Effects effects = End.Effects.NONE;
        for (End end : ends) {
            earliest = Math.max(earliest, end.earliest());
            latest = Math.max(latest, end.latest());
            sum += end.latest() - at.earliest();
            effects = effects.beside(end.effects());
        }
        List<Integer> values = ends.stream().map(End::value).toList();
        int value = way == Way.ALL_END || way == Way.SUM ? sum(values) : inOrder(values);
        return new End(
                End.Kind.VALUE, value, earliest, way == Way.BOUNDED ? sum : latest, at.local(), at.pending(), effects);
    }

    private static void addFailures(Set<End> all, List<End> ends, Program group, Reference reference, At at, Way way)
            throws Unpredictable {
        List<End> bad = ends.stream().filter(end -> !end.isValue()).toList();
        boolean cancels = bad.stream().anyMatch(end -> end.kind() == End.Kind.CANCELED);
        if (cancels && at.masked()) {
            throw new Unpredictable("a part cancels itself where that is masked");
        }
        long latest = at.latest() + group.totalMillis();
        for (End end : bad) {
            boolean preceded =
                    !cancels && way != Way.BOUNDED && bad.stream().anyMatch(other -> reference.isBefore(other, end));
            if (!preceded) {
                long earliest = way == Way.ALL_END && !cancels
                        ? ends.stream().mapToLong(End::earliest).max().orElse(0)
                        : end.earliest();
                all.add(new End(
                        end.kind(),
                        end.value(),
                        cancels ? at.earliest() : earliest,
                        Math.max(latest, end.latest()),
                        at.local(),
                        at.pending(),
                        End.Effects.UNKNOWN));
            }
        }
    }
}
