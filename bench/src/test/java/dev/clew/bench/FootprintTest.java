package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.sync.Deferred;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.vm.VM;

/**
 * What waiting keeps and what an operation allocates, in bytes, as the JVM lays objects out with compressed references: guards
 * that need no clock. A figure that grows is a regression; one that shrinks is to be written down here.
 */
class FootprintTest {
    /** The target is 140: docs/internals/targets.md. */
    private static final long WAITING_FIBER = 136;

    private static final long A_MAP = 32;
    private static final long A_FLAT_MAP = 48;
    private static final long A_FAILURE = 64;
    private static final long A_TIMEOUT = 176;
    private static final int TIMES = 1000;

    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final TaskRuntime RUNTIME =
            TaskRuntime.builder().name("footprint").workers(1).build();

    @BeforeAll
    static void referencesOfFourBytes() {
        assumeTrue(VM.current().sizeOfField("java.lang.Object") == 4, "the figures are those of compressed references");
    }

    @AfterAll
    static void close() {
        RUNTIME.close();
    }

    @Test
    void aWaitingFiberKeepsNoMoreThanItDid() throws Exception {
        Deferred<Integer> promise = Deferred.create();
        Fiber<Integer> fiber = RUNTIME.runSync(Task.fork(promise.get()
                .map(x -> x + 1)
                .start()
                .flatMap(started -> Task.yieldNow().thenReturn(started))));
        Map<String, Long> kept = keptBy(fiber);
        assertThat(kept.keySet()).anyMatch(name -> name.equals("FiberState")).anyMatch(name -> name.endsWith("Cell"));
        assertThat(sum(kept)).as("bytes of a waiting fiber: %s", kept).isLessThanOrEqualTo(WAITING_FIBER);
        assertThat(RUNTIME.runSync(promise.complete(1).then(fiber.joinOrFail())))
                .isEqualTo(2);
    }

    private static long sum(Map<String, Long> bytes) {
        return bytes.values().stream().mapToLong(n -> n).sum();
    }

    /** Fiber, cell and frames, by their classes; without other fibers, the runtime, the program's own tasks, and traces. */
    private static Map<String, Long> keptBy(Object fiber) throws IllegalAccessException {
        Map<String, Long> bytes = new TreeMap<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        ArrayDeque<Object> left = new ArrayDeque<>(List.of(fiber));
        while (!left.isEmpty()) {
            Object next = left.remove();
            if (!seen.add(next)) {
                continue;
            }
            bytes.merge(next.getClass().getSimpleName(), VM.current().sizeOf(next), Long::sum);
            for (Class<?> type = next.getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()) {
                        field.setAccessible(true);
                        Object value = field.get(next);
                        if (value != null && isItsOwn(value, fiber)) {
                            left.add(value);
                        }
                    }
                }
            }
        }
        return bytes;
    }

    private static boolean isItsOwn(Object value, Object fiber) {
        return value == fiber
                || value.getClass().isArray()
                || value instanceof WaitCell
                || value.getClass().getSimpleName().endsWith("Frame");
    }

    @Test
    void aStepOfAChainAllocatesItsNode() throws Exception {
        Task<Integer> one = Task.now(1);
        assertThat(bytesOfEach(n -> repeated(n, one, task -> task.map(x -> x)))).isLessThanOrEqualTo(A_MAP);
        assertThat(bytesOfEach(n -> repeated(n, one, task -> task.flatMap(x -> one))))
                .isLessThanOrEqualTo(A_FLAT_MAP);
    }

    @Test
    void whatIsThereAtOnceAllocatesLittle() throws Exception {
        Task<Integer> failed =
                Task.<Integer>fail(new IllegalStateException("expected")).recover(error -> 1);
        assertThat(bytesOfEach(n -> again(failed, n))).isLessThanOrEqualTo(A_FAILURE);
        Task<Integer> timed = Task.now(1).timeout(Duration.ofHours(1));
        assertThat(bytesOfEach(n -> again(timed, n))).isLessThanOrEqualTo(A_TIMEOUT);
    }

    private static Task<Integer> repeated(int n, Task<Integer> first, UnaryOperator<Task<Integer>> step) {
        Task<Integer> task = first;
        for (int i = 0; i < n; i++) {
            task = step.apply(task);
        }
        return task;
    }

    private static Task<Integer> again(Task<Integer> task, int left) {
        return left == 0 ? Task.now(0) : task.flatMap(x -> again(task, left - 1));
    }

    /** What one more of many allocates on the caller, building it included: twice as many, less once as many. */
    private static long bytesOfEach(IntFunction<Task<Integer>> program) throws Exception {
        long few = allocated(program, TIMES);
        return Math.round((allocated(program, 2 * TIMES) - few) / (double) TIMES);
    }

    /** The least of several runs: the first loads classes. */
    private static long allocated(IntFunction<Task<Integer>> program, int n) throws Exception {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 5; run++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            RUNTIME.runSync(program.apply(n));
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
