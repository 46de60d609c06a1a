package dev.clew.observe;

import dev.clew.TaskRuntime;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Management beans of a runtime, in the platform's server, from {@code build()} to {@code close()}:
 *
 * <pre>{@code
 * TaskRuntime.builder().observe(Jmx.named("orders")).build();
 * }</pre>
 *
 * <table>
 * <caption>The beans of a runtime that is named "orders" here</caption>
 * <tr><th>name</th><th>interface</th></tr>
 * <tr><td>{@code dev.clew:runtime=orders,type=ExternalQueue}</td><td>{@link ExternalQueueMetrics}</td></tr>
 * <tr><td>{@code dev.clew:runtime=orders,type=Runtime}</td><td>{@link TaskRuntimeMXBean}</td></tr>
 * <tr><td>{@code dev.clew:runtime=orders,type=Timers}</td><td>{@link TimersMXBean}</td></tr>
 * <tr><td>{@code dev.clew:runtime=orders,type=Workers}</td><td>{@link WorkersMXBean}</td></tr>
 * </table>
 *
 * <p>A name with other characters than letters, digits, blanks, dots, hyphens and underscores is quoted.
 *
 * <p><b>Cost.</b> None while nobody reads; an attribute costs one {@link TaskRuntime#metrics()}.
 */
public final class Jmx {
    private static final String PLAIN = "[\\p{L}\\p{N} ._-]+";

    private Jmx() {}

    /**
     * Registers the beans of a runtime under {@code name}, for {@link TaskRuntime.Builder#observe}.
     *
     * <p><b>Errors.</b> {@code build()} throws {@link IllegalStateException} where a runtime is registered under
     * that name already, and where the JVM has no module {@code java.management}.
     */
    public static Function<TaskRuntime, AutoCloseable> named(String name) {
        Objects.requireNonNull(name, "the beans of a runtime are found by a name, which cannot be null");
        if (name.isBlank()) {
            throw new IllegalArgumentException("the beans of a runtime are found by a name, and it is blank: \"" + name
                    + "\"; give one with a letter in it");
        }
        return runtime -> {
            if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
                throw absent(null);
            }
            try {
                return Registered.of(name, runtime);
            } catch (LinkageError unread) {
                throw absent(unread);
            }
        };
    }

    private static IllegalStateException absent(@Nullable Throwable cause) {
        return new IllegalStateException(
                "management beans need the module java.management, and this JVM does not have it for dev.clew; add it to"
                        + " the image and start with --add-modules java.management, or leave out observe(Jmx.named(…))",
                cause);
    }

    /** What is registered; a class of its own, so that nothing of the module is touched before it is looked for. */
    private static final class Registered implements AutoCloseable {
        private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        private final List<ObjectName> names = new ArrayList<>();

        static Registered of(String name, TaskRuntime runtime) {
            Map<String, Object> beans = new LinkedHashMap<>();
            beans.put("ExternalQueue", QueueMetrics.of(runtime));
            beans.put("Runtime", new Beans.Whole(runtime));
            beans.put("Timers", new Beans.Timers(runtime));
            beans.put("Workers", new Beans.Workers(runtime));
            Registered registered = new Registered();
            try {
                beans.forEach((type, bean) -> registered.add(name, type, bean));
            } catch (RuntimeException refused) {
                registered.close();
                throw refused;
            }
            return registered;
        }

        private void add(String name, String type, Object bean) {
            try {
                ObjectName full = new ObjectName(
                        "dev.clew:runtime=" + (name.matches(PLAIN) ? name : ObjectName.quote(name)) + ",type=" + type);
                server.registerMBean(bean, full);
                names.add(full);
            } catch (InstanceAlreadyExistsException taken) {
                throw new IllegalStateException(
                        "a runtime is registered for management as \"" + name
                                + "\" already; close that, or give this one another name",
                        taken);
            } catch (JMException refused) {
                throw new IllegalStateException(
                        "the runtime could not be registered for management as \"" + name + "\"", refused);
            }
        }

        @Override
        public void close() {
            for (ObjectName name : names) {
                try {
                    if (server.isRegistered(name)) {
                        server.unregisterMBean(name);
                    }
                } catch (JMException refused) {
                    throw new IllegalStateException("the bean " + name + " could not be unregistered", refused);
                }
            }
        }
    }
}
