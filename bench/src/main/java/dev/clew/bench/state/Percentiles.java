package dev.clew.bench.state;

import java.util.Arrays;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Percentiles of times, in nanoseconds, of all operations of an iteration. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Percentiles {
    /** One, so that what is counted stands for the iteration and is not divided. */
    public long operations;

    public long p50;
    public long p99;
    public long p999;
    public long max;

    private long[] times = new long[1024];
    private int size;

    @Setup(Level.Iteration)
    public void begin() {
        size = 0;
    }

    public void add(long nanos) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
        }
        times[size++] = nanos;
    }

    @TearDown(Level.Iteration)
    public void end() {
        Arrays.sort(times, 0, size);
        operations = 1;
        p50 = at(0.5);
        p99 = at(0.99);
        p999 = at(0.999);
        max = at(1);
    }

    private long at(double part) {
        return size == 0 ? 0 : times[(int) Math.min(size - 1L, (long) (part * size))];
    }
}
