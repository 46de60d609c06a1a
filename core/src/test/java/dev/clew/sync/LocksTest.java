package dev.clew.sync;

import static dev.clew.sync.Held.queued;
import static dev.clew.sync.Held.sleep;
import static dev.clew.sync.Held.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fiber;
import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link Mutex} and {@link ReadWriteLock}. */
class LocksTest {
    private static final int SEEDS = 60;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void aMutexIsHeldByOne() throws Exception {
        Mutex mutex = own.run(Mutex.make());
        own.run(mutex.lock());
        assertThat(own.run(mutex.isLocked())).isTrue();
        assertThat(own.run(mutex.tryLock())).isFalse();
        own.run(mutex.unlock());
        assertThat(own.run(mutex.tryLock())).isTrue();
        assertThat(mutex).hasToString("Mutex(locked, 0 waiting)");
        own.run(mutex.unlock());
        assertThat(own.run(mutex.withLock(mutex.isLocked()))).isTrue();
        assertThat(mutex).hasToString("Mutex(free, 0 waiting)");
    }

    @Test
    void unlockingWhatIsFreeIsRefusedInWords() {
        Mutex mutex = Mutex.create();
        assertThatThrownBy(() -> own.run(mutex.unlock()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a Mutex unlocks it, but it was free");
        ReadWriteLock lock = ReadWriteLock.create();
        assertThatThrownBy(() -> own.run(lock.unlockRead())).hasMessageContaining("it was free");
        assertThatThrownBy(() -> own.run(lock.unlockWrite())).hasMessageContaining("it was free");
        assertThatThrownBy(() -> own.run(lock.withRead(lock.unlockWrite()))).hasMessageContaining("a reader held it");
        assertThatThrownBy(() -> own.run(lock.withWrite(lock.unlockRead()))).hasMessageContaining("a writer held it");
        assertThat(lock).hasToString("ReadWriteLock(it was free, 0 waiting)");
    }

    @Test
    void aLockThatIsHeldCanBeGivenUpWaitingFor() throws Exception {
        Mutex mutex = Mutex.create();
        own.run(mutex.lock());
        Task<Integer> limited = mutex.withLock(Task.now(1)).timeout(Duration.ofMillis(1));
        assertThat(own.outcome(limited))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, f -> assertThat(f.error()).isInstanceOf(TimeoutException.class));
        assertThat(own.run(mutex.waiting())).isZero();
        own.run(mutex.unlock());
        assertThat(own.run(mutex.withLock(Task.now(2)))).isEqualTo(2);
    }

    @Test
    void readersHoldTheLockTogetherAndAWriterAlone() throws Exception {
        ReadWriteLock lock = own.run(ReadWriteLock.make());
        own.run(lock.lockRead());
        own.run(lock.lockRead());
        assertThat(own.run(lock.readers())).isEqualTo(2);
        assertThat(own.run(lock.tryLockWrite())).isFalse();
        assertThat(own.run(lock.tryLockRead())).isTrue();
        for (int i = 0; i < 3; i++) {
            own.run(lock.unlockRead());
        }
        own.run(lock.lockWrite());
        assertThat(own.run(lock.isWriteLocked())).isTrue();
        assertThat(own.run(lock.readers())).isZero();
        assertThat(own.run(lock.tryLockRead())).isFalse();
        own.run(lock.unlockWrite());
        assertThat(own.run(lock.isWriteLocked())).isFalse();
    }

    /** A lock for readers and writers, and who is inside. */
    private static final class Guarded {
        final ReadWriteLock lock = ReadWriteLock.create();
        final Held.Count readers = new Held.Count();
        final Held.Count writers = new Held.Count();
        final List<String> order = new ArrayList<>();

        Task<Void> read(long millis) {
            return lock.withRead(readers.during(sleep(millis)));
        }

        Task<Void> write(long millis) {
            return lock.withWrite(writers.during(sleep(millis)));
        }

        Task<Void> note(String what) {
            return Task.delay(() -> {
                order.add(what);
                return null;
            });
        }

        boolean isRight() {
            return writers.now() == 0 || (writers.now() == 1 && readers.now() == 0);
        }

        boolean isFree() {
            return lock.permits.available() == lock.permits.most() && lock.permits.waiting() == 0;
        }
    }

    private static Explore<Guarded, Object> explore(Fn<Guarded, Task<?>> program) {
        return Explore.<Guarded, Object>program(
                        Guarded::new, state -> program.apply(state).map(x -> (Object) ""))
                .invariant("a writer is alone", Guarded::isRight)
                .expect("the lock is free", (s, outcome) -> s.isFree() && !(outcome instanceof Outcome.Failed));
    }

    @Test
    void whoeverIsCancelledTheLockIsFreeInTheEnd() {
        Fn<Guarded, Task<?>> program =
                s -> Task.parTraverse(List.of(1, 2, 3, 4, 5), i -> i % 3 == 2 ? s.write(i % 2) : s.read(1 + i % 2));
        assertThat(explore(program).cancelEverywhere().check().exhausted()).isTrue();
        explore(program).random().runs(SEEDS).cancelEverywhere().check();
        explore(program).cancelling(3).runs(10 * SEEDS).check();
    }

    @Test
    void aReaderDoesNotPassAWriterThatWaitsAndReadersBehindItGoOnTogether() {
        explore(s -> s.lock.lockRead()
                        .then(queued(
                                s.lock.permits::waiting,
                                List.of(
                                        s.lock.withWrite(s.note("write")),
                                        s.lock.withRead(s.note("read").then(until(() -> s.order.size(), 3))),
                                        s.lock.withRead(s.note("read").then(until(() -> s.order.size(), 3))))))
                        .flatMap(fibers -> s.lock.tryLockRead()
                                .ensure(got -> !got, wrong -> new AssertionError("a reader passed a writer"))
                                .then(s.lock.unlockRead())
                                .then(Held.joined(fibers))
                                .map(x -> s.order)
                                .ensure(
                                        List.of("write", "read", "read")::equals,
                                        order -> new AssertionError("in another order: " + order))))
                .runs(300)
                .check();
    }

    @Test
    void aWriterThatGivesUpLetsTheReadersBehindItGoOn() {
        explore(s -> s.lock.lockRead()
                        .then(queued(
                                s.lock.permits::waiting,
                                List.of(s.lock.withWrite(s.note("write")), s.read(1), s.read(1))))
                        .flatMap(fibers -> fibers.get(0)
                                .cancel()
                                .then(fibers.get(1).joinOrFail())
                                .then(fibers.get(2).joinOrFail())
                                .then(s.lock.unlockRead())))
                .runs(300)
                .check();
    }

    @Test
    void theDumpSaysWhichLockIsWaitedFor() throws Exception {
        Mutex mutex = Mutex.create();
        ReadWriteLock lock = ReadWriteLock.create();
        own.run(mutex.lock());
        own.run(lock.lockWrite());
        List<Fiber<?>> fibers = List.of(
                own.runtime().runAsync(mutex.lock(), end -> {}),
                own.runtime().runAsync(lock.lockRead(), end -> {}),
                own.runtime().runAsync(lock.lockWrite(), end -> {}));
        OwnRuntime.await("the dump says what they wait for", () -> {
            String dump = own.runtime().dump().toText();
            return dump.contains("waits for a Mutex")
                    && dump.contains("waits for a ReadWriteLock, to read")
                    && dump.contains("waits for a ReadWriteLock, to write");
        });
        for (Fiber<?> fiber : fibers) {
            own.run(fiber.cancel());
        }
    }
}
