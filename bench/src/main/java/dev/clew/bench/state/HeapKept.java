package dev.clew.bench.state;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures the heap that waiting fibers keep: what is live after a collection, less what was live before there were any. The
 * collections are part of the benchmark's figure, so the time until then is counted apart.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class HeapKept {
    public long operations;
    public long bytesPerFiber;
    public long microsUntilAllWait;

    private long before;
    private long began;
    private int fibers = 1;

    @Setup(Level.Iteration)
    public void begin(BenchmarkParams parameters) {
        fibers = Integer.parseInt(parameters.getParam("fibers"));
        before = live();
        began = System.nanoTime();
    }

    /** Bytes for each fiber, now that all wait. */
    public long perFiber() {
        microsUntilAllWait += (System.nanoTime() - began) / 1000;
        long bytes = (live() - before) / fibers;
        bytesPerFiber += bytes;
        return bytes;
    }

    private static long live() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
