package dev.clew.bench.state;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Counts the processor time of all threads of the JVM, in microseconds; the benchmark raises {@code operations}. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CpuTime {
    public long operations;
    public long cpuMicros;

    private long before;

    @Setup(Level.Iteration)
    public void begin() {
        before = nanos();
    }

    @TearDown(Level.Iteration)
    public void end() {
        cpuMicros = (nanos() - before) / 1000;
    }

    private static long nanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
