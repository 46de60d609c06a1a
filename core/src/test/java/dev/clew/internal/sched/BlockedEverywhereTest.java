package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.internal.kernel.Runs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * User code that holds its worker in every way there is, on all workers at once, with timers, cancels, interrupts and a close
 * beside it: all ends once the code returns, and workers, state word and threads agree.
 */
class BlockedEverywhereTest {
    private static final int KINDS = 6;
    private static final String NAME = "clew-held";

    private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();

    /** What holds workers until it opens. */
    private static final class Gate implements AutoCloseable {
        private final Object lock = new Object();
        private final ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        private final ConcurrentLinkedQueue<Socket> peers = new ConcurrentLinkedQueue<>();
        private final Thread holder = new Thread(this::hold);
        private final Thread acceptor = new Thread(this::accept);
        private final CountDownLatch held = new CountDownLatch(1);
        private volatile boolean open;

        Gate() throws Exception {
            holder.start();
            acceptor.start();
            OwnRuntime.await(held);
        }

        private void hold() {
            synchronized (lock) {
                held.countDown();
                while (!open) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }

        private void accept() {
            while (!open) {
                try {
                    peers.add(server.accept());
                } catch (IOException closed) {
                    assertThat(open).isTrue();
                }
            }
            peers.forEach(Gate::close);
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new AssertionError("a socket of a test could not be closed", e);
            }
        }

        /** Holds its thread until the gate is open, in the way {@code kind}. */
        int pass(int kind) {
            switch (kind) {
                case 0 -> {
                    synchronized (lock) {
                        assertThat(open).isTrue();
                    }
                }
                case 1 -> {
                    while (!open) {
                        LockSupport.parkNanos(this, 50_000_000);
                        Thread.interrupted();
                    }
                }
                case 2 -> read();
                case 3 -> sleep();
                case 4 -> {
                    while (!open) {
                        Thread.onSpinWait();
                    }
                }
                default -> LockSupport.parkNanos(1);
            }
            return kind;
        }

        private void sleep() {
            while (!open) {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException meantForIt) {
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                }
            }
        }

        private void read() {
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                int end = socket.getInputStream().read();
                assertThat(end).isNegative();
            } catch (IOException gone) {
                // Only as the gate opens is a connection refused or reset.
                assertThat(open).isTrue();
            }
        }

        @Override
        public void close() throws IOException {
            open = true;
            server.close();
            OwnRuntime.await("the threads of the gate end", () -> !holder.isAlive() && !acceptor.isAlive());
        }
    }

    /** What a seed decides. */
    private final class Round {
        private final SplittableRandom random;
        private final int workers;
        private final Pool pool;
        private final List<Fiber<Integer>> fibers = new ArrayList<>();
        private final CountDownLatch ended;
        private final int tasks;

        Round(int workers, int tasks, long seed) {
            this.workers = workers;
            this.tasks = tasks;
            this.random = new SplittableRandom(seed);
            this.ended = new CountDownLatch(tasks);
            this.pool = Pool.started(new PoolSettings(
                    NAME,
                    workers,
                    Duration.ofSeconds(30).toNanos(),
                    (what, error) -> reports.add(what + ": " + error)));
        }

        private void start(Gate gate) {
            for (int i = 0; i < tasks; i++) {
                int kind = random.nextInt(KINDS);
                Task<Integer> held = Task.delay(() -> gate.pass(kind));
                Task<Integer> task = switch (random.nextInt(4)) {
                    case 0 -> held;
                    case 1 -> Task.sleep(Duration.ofMillis(random.nextInt(30))).then(held);
                    case 2 -> held.both(Task.yieldNow().thenReturn(1)).thenReturn(2);
                    default -> held.timeoutTo(Duration.ofMillis(20), Task.now(3));
                };
                fibers.add(Runs.start(pool, task, this::ended));
                pool.schedule(random.nextInt(50_000_000), () -> pool.executeRaw(Thread::onSpinWait));
            }
        }

        private void ended(Outcome<Integer> end) {
            if (end instanceof Outcome.Failed<Integer> failed) {
                reports.add("a fiber failed: " + failed.error());
            }
            ended.countDown();
        }

        /** Cancels and interrupts here and there for {@code millis}. */
        private void trouble(long millis) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() - end < 0) {
                Runs.requestCancel(fibers.get(random.nextInt(tasks)));
                Worker[] all = pool.workers();
                all[random.nextInt(all.length)].thread().interrupt();
                LockSupport.parkNanos(2_000_000);
            }
        }

        private void allEnds() throws Exception {
            OwnRuntime.await(ended);
            OwnRuntime.await(
                    "the word agrees",
                    () -> pool.idle().workers() == workers && pool.idle().awake() == 0);
            assertThat(pool.idle().searching()).isZero();
            assertThat(pool.liveFibers()).isZero();
            OwnRuntime.await("nothing is set or lies anywhere", pool::isStill);
            close();
        }

        private void close() {
            pool.close();
            for (Worker worker : pool.workers()) {
                assertThat(worker.thread().isAlive()).isFalse();
            }
            assertThat(pool.monitorThread().isAlive()).isFalse();
            assertThat(reports).isEmpty();
        }
    }

    @Test
    void allEndsOnceTheCodeReturns() throws Exception {
        int[] sizes = {1, 2, 3};
        for (int seed = 0; seed < 6; seed++) {
            Round round = new Round(sizes[seed % sizes.length], 12, seed);
            try (Gate gate = new Gate()) {
                round.start(gate);
                round.trouble(150 + 50 * seed);
            }
            round.allEnds();
        }
    }

    /** The code returns about when its worker's place is taken, and the pool closes meanwhile. */
    @Test
    void aCloseBesideItWaitsForTheCodeAndLeavesNothing() throws Exception {
        int[] sizes = {1, 2, 3};
        for (int seed = 0; seed < 12; seed++) {
            Round round = new Round(sizes[seed % sizes.length], 12, seed);
            Thread closer = new Thread(round.pool::close);
            try (Gate gate = new Gate()) {
                round.start(gate);
                round.trouble(80 + 5 * seed);
                closer.start();
                round.trouble(round.random.nextInt(60));
            }
            closer.join(OwnRuntime.DEADLINE.toMillis());
            OwnRuntime.await(round.ended);
            round.close();
        }
    }

    @Test
    void manyWorkersMayAllBeHeld() throws Exception {
        Round round = new Round(256, 400, 1);
        try (Gate gate = new Gate()) {
            round.start(gate);
            round.trouble(300);
        }
        round.allEnds();
    }
}
