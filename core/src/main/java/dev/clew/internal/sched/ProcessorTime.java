package dev.clew.internal.sched;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** The processor time of threads, where the JVM has the module {@code java.management} and the system tells. */
final class ProcessorTime {
    static final long UNKNOWN = -1;

    private final @Nullable ThreadMXBean threads;

    ProcessorTime() {
        threads = find();
    }

    private static @Nullable ThreadMXBean find() {
        try {
            ThreadMXBean bean = ManagementFactory.getThreadMXBean();
            return bean.isThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled() ? bean : null;
        } catch (NoClassDefFoundError | UnsupportedOperationException absent) {
            return null;
        }
    }

    /** The nanoseconds that {@code thread} has used so far; {@link #UNKNOWN} where nobody knows. */
    long nanosOf(Thread thread) {
        return threads == null ? UNKNOWN : threads.getThreadCpuTime(thread.getId());
    }
}
