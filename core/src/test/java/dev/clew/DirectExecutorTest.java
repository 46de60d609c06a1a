package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** An executor that runs what it is given at once, on the thread that gives it, costs no stack. */
class DirectExecutorTest {
    private static final Executor DIRECT = Runnable::run;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static Task<Integer> yields(int n) {
        return n == 0 ? Task.now(0) : Task.yieldNow().flatMap(ignored -> yields(n - 1));
    }

    @Test
    void manyYieldsNestNoCalls() throws Exception {
        assertThat(Task.defer(() -> yields(5_000)).on(DIRECT).runSync(LIMIT)).isZero();
    }

    @Test
    void manyElementsThatSuspendNestNoCalls() throws Exception {
        Task<Integer> all = Task.parTraverse(
                        Collections.nCopies(5_000, 1),
                        one -> Task.sleep(Duration.ofMillis(1)).thenReturn(one))
                .map(List::size);
        assertThat(all.on(DIRECT).runSync(LIMIT)).isEqualTo(5_000);
    }
}
