package dev.clew.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.OwnRuntime;
import dev.clew.RuntimeMetrics;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.beans.Introspector;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMX;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The beans of a runtime, as a client reads them over a connection; and that they come and go with the runtime. */
@SuppressWarnings("BanJNDI") // both ends of the connection are in this JVM
class JmxTest {
    static {
        // Before anything is exported: the stubs name this host, and the machine's own name need not lead to it.
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
    }

    private static final String NAME = "jmx test";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final JMXConnectorServer connectors;
    private final JMXConnector connector;
    private final MBeanServerConnection client;

    JmxTest() throws Exception {
        connectors =
                JMXConnectorServerFactory.newJMXConnectorServer(new JMXServiceURL("rmi", "127.0.0.1", 0), null, server);
        connectors.start();
        connector = JMXConnectorFactory.connect(connectors.getAddress());
        client = connector.getMBeanServerConnection();
    }

    @BeforeEach
    void noneIsLeft() throws Exception {
        assertThat(beans()).isEmpty();
    }

    @AfterEach
    void disconnect() throws Exception {
        connector.close();
        connectors.stop();
        assertThat(beans()).isEmpty();
    }

    private Set<ObjectName> beans() throws Exception {
        return server.queryNames(new ObjectName("dev.clew:*"), null);
    }

    private static TaskRuntime runtime(String name) {
        return TaskRuntime.builder().workers(2).observe(Jmx.named(name)).build();
    }

    private static ObjectName name(String type) throws Exception {
        return new ObjectName("dev.clew:runtime=" + NAME + ",type=" + type);
    }

    private long read(String type, String attribute) throws Exception {
        return (long) client.getAttribute(name(type), attribute);
    }

    @Test
    void aClientReadsTheCountsOfTheExternalQueue() throws Exception {
        try (TaskRuntime runtime = runtime(NAME)) {
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 10_000; i++) {
                runtime.executor().execute(ran::incrementAndGet);
            }
            OwnRuntime.await("all jobs ran", () -> ran.get() == 10_000);

            assertThat(read("ExternalQueue", "SingletonsSubmittedCount")).isEqualTo(10_000);
            assertThat(read("ExternalQueue", "SingletonsPresentCount")).isZero();
            ExternalQueueMetrics proxy = JMX.newMXBeanProxy(client, name("ExternalQueue"), ExternalQueueMetrics.class);
            assertThat(proxy.getSingletonsSubmittedCount()).isEqualTo(10_000);
            assertThat(proxy.getBatchesSubmittedCount())
                    .isEqualTo(runtime.metrics().spills());
            assertThat(proxy.getBatchesPresentCount()).isZero();
            proxy.logQueueMetrics();
        }
    }

    @Test
    void aClientReadsTheWorkersAndTheTimers() throws Exception {
        try (TaskRuntime runtime = runtime(NAME)) {
            runtime.runSync(Task.sleep(Duration.ofMillis(2)).then(Task.fork(Task.unit())));
            OwnRuntime.await("the run is counted", () -> runtime.metrics().fibersLiveNow() == 0);

            assertThat(read("Timers", "TimersFired")).isEqualTo(1);
            assertThat(read("Timers", "TimerLagNanos")).isPositive();
            assertThat(read("Runtime", "FibersSucceeded")).isEqualTo(1);
            assertThat(client.getAttribute(name("Runtime"), "Workers")).isEqualTo(2);
            assertThat((String) client.getAttribute(name("Runtime"), "Description"))
                    .isEqualTo(runtime.toString());
            CompositeData[] workers = (CompositeData[]) client.getAttribute(name("Workers"), "Workers");
            assertThat(workers).hasSize(2);
            assertThat((String) workers[1].get("thread")).endsWith("-worker-1");
            long executed = (long) workers[0].get("jobsExecuted") + (long) workers[1].get("jobsExecuted");
            assertThat(executed).isPositive().isEqualTo(runtime.metrics().jobsExecuted());
        }
    }

    @Test
    void everyFigureOfTheMetricsIsAnAttributeOfOneOfTheBeans() throws Exception {
        try (TaskRuntime runtime = runtime(NAME)) {
            Set<String> attributes = new TreeSet<>();
            for (String type : new String[] {"Runtime", "Timers", "ExternalQueue"}) {
                MBeanInfo info = client.getMBeanInfo(name(type));
                for (var attribute : info.getAttributes()) {
                    attributes.add(Introspector.decapitalize(attribute.getName()));
                    assertThat(client.getAttribute(name(type), attribute.getName()))
                            .isNotNull();
                }
            }
            for (Method method : RuntimeMetrics.class.getMethods()) {
                if (method.getReturnType() == long.class && method.getParameterCount() == 0) {
                    assertThat(attributes)
                            .anyMatch(name -> name.equals(method.getName())
                                    || name.equals(method.getName().replaceAll("Now$", "") + "Count"));
                }
            }
            assertThat(runtime.metrics().workers()).isEqualTo(2);
        }
    }

    @Test
    void theBeansAreGoneOnceTheRuntimeIsClosed() throws Exception {
        TaskRuntime runtime = runtime(NAME);
        assertThat(beans()).hasSize(4);
        runtime.close();
        assertThat(beans()).isEmpty();
        runtime.close();
    }

    @Test
    void aNameIsTakenOnceAndFreeAgainAfterwards() throws Exception {
        TaskRuntime first = runtime(NAME);
        assertThatThrownBy(() -> runtime(NAME))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(NAME)
                .hasMessageContaining("another name");
        assertThat(beans()).as("those of the first").hasSize(4);
        assertThat(client.getAttribute(name("Runtime"), "Workers")).isEqualTo(2);
        first.close();
        runtime(NAME).close();
    }

    @Test
    void aNameThatWouldBreakAnObjectNameIsQuoted() throws Exception {
        try (TaskRuntime runtime = runtime("a=b,c:*")) {
            ObjectName quoted = new ObjectName("dev.clew:runtime=" + ObjectName.quote("a=b,c:*") + ",type=Runtime");
            assertThat(client.getAttribute(quoted, "Description")).isEqualTo(runtime.toString());
        }
        assertThatThrownBy(() -> Jmx.named(" ")).hasMessageContaining("blank");
    }

    @Test
    void theSharedRuntimeIsRegisteredByHand() throws Exception {
        AutoCloseable registered = Jmx.named(NAME).apply(TaskRuntime.shared());
        assertThat(beans()).hasSize(4);
        registered.close();
        assertThat(beans()).isEmpty();
    }

    @Test
    void whatCannotBeUnregisteredIsReported() throws Exception {
        ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .errorReporter((what, error) -> reports.add(what + ": " + error.getMessage()))
                .observe(its -> () -> {
                    throw new IllegalStateException("thrown by a test");
                })
                .observe(Jmx.named(NAME))
                .build();
        runtime.close();
        assertThat(reports).containsExactly("ending what observes a runtime failed: thrown by a test");
        assertThat(beans()).isEmpty();
    }
}
