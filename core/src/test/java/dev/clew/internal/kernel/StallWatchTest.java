package dev.clew.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.sync.MVar;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Looks for a stall, as fast as they can be, at fibers on two threads of which one is always about to wake the other. */
class StallWatchTest {
    private static final int ROUNDS = 20_000;
    private static final int IDLE = 200;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void handingOnAndOnIsNeverSeenAsAStall() throws Exception {
        MVar<Integer> there = MVar.create();
        MVar<Integer> back = MVar.create();
        MVar<Integer> never = MVar.create();
        CompletableFuture<ScopeState> scope = new CompletableFuture<>();
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> looks = scope.thenAcceptAsync(state -> {
            StallWatch watch = new StallWatch(state, 1);
            while (!over.get()) {
                assertThat(watch.look()).as("a stall of fibers that hand on").isNull();
            }
        });
        try {
            own.run(Task.scoped(s -> Task.delay(() -> scope.complete((ScopeState) s))
                    .then(s.start(rounds(there, back, ROUNDS)))
                    // between the two a look has many to go through, so that much happens meanwhile
                    .then(Task.traverse(Collections.nCopies(IDLE, never.take()), s::start))
                    .then(there.put(0))
                    .then(rounds(back, there, ROUNDS - 1))
                    .then(back.take())));
        } finally {
            over.set(true);
        }
        OwnRuntime.get(looks, "the looks");
    }

    /** Each value goes through the queue of the workers, so that it may be handed on by the other one. */
    private static Task<Void> rounds(MVar<Integer> from, MVar<Integer> to, int left) {
        return left == 0
                ? Task.now(null)
                : Task.fork(from.take().flatMap(n -> to.put(n + 1))).then(Task.defer(() -> rounds(from, to, left - 1)));
    }
}
