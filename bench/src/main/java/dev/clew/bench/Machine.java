package dev.clew.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where figures come from.
 *
 * @param memory in bytes
 * @param flags what this JVM was started with, which the measured ones get too
 */
record Machine(
        String system,
        String processor,
        int processors,
        long memory,
        String jdk,
        String collector,
        List<String> flags) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    static Machine here() {
        return new Machine(
                property("os.name") + " " + version(property("os.version")) + " " + property("os.arch"),
                processorName(),
                Runtime.getRuntime().availableProcessors(),
                operatingSystem().getTotalMemorySize(),
                property("java.vm.name") + " " + property("java.runtime.version") + ", " + property("java.vendor"),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(", ")),
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** System, processor and memory in a line. */
    String words() {
        return String.format(
                Locale.ROOT,
                "%s; %s, %d processors, %.1f GiB",
                system,
                processor,
                processors,
                memory / (double) (1 << 30));
    }

    /** How many programs want a processor, on average over the last minute; below 0 where the system does not say. */
    static double load() {
        return operatingSystem().getSystemLoadAverage();
    }

    private static OperatingSystemMXBean operatingSystem() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    /** Without what tells the build from others of the same version. */
    private static String version(String whole) {
        return whole.replaceFirst("^(\\d+\\.\\d+).*", "$1");
    }

    private static String processorName() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            Optional<String> model = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
            return model.orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor"; // not on Linux
        }
    }
}
