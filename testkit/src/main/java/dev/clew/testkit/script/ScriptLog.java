package dev.clew.testkit.script;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;

/** The effects of a run, each with its moment. */
final class ScriptLog {
    /** The end of the whole. */
    static final int END = 0;

    private record Entry(long nanos, int effect) {}

    private final List<Entry> entries = new ArrayList<>();
    private final LongSupplier clock;

    ScriptLog(LongSupplier clock) {
        this.clock = clock;
    }

    synchronized int note(int effect) {
        entries.add(new Entry(clock.getAsLong(), effect));
        return effect;
    }

    /** The entries; those of one moment, which independent parts may note in any order, in the order of their numbers. */
    synchronized String sorted() {
        return entries.stream()
                .sorted(Comparator.comparingLong(Entry::nanos).thenComparingInt(Entry::effect))
                .map(entry -> entry.nanos() + "ns:" + entry.effect())
                .toList()
                .toString();
    }
}
