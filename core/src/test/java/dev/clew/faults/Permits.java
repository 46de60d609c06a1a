package dev.clew.faults;

import dev.clew.Callback;
import dev.clew.Task;
import java.util.ArrayDeque;
import java.util.Deque;

/** A right semaphore of a user's own, for one thread: what the faulty programs are built on. */
final class Permits {
    private final Deque<Callback<Void>> waiting = new ArrayDeque<>();
    private int free;

    Permits(int free) {
        this.free = free;
    }

    int free() {
        return free;
    }

    /** Takes a permit; a cancelled wait takes none, unless its permit has come. */
    Task<Void> acquire() {
        return Task.asyncWithFinalizer(callback -> {
            if (free > 0) {
                free--;
                callback.success(null);
                return null;
            }
            waiting.add(callback);
            return Parts.act(() -> waiting.remove(callback));
        });
    }

    Task<Void> release() {
        return Parts.act(() -> {
            for (Callback<Void> next = waiting.poll(); next != null; next = waiting.poll()) {
                if (next.success(null)) {
                    return;
                }
            }
            free++;
        });
    }

    /** {@code task} with a permit. */
    <A> Task<A> with(Task<A> task) {
        return Task.uncancelable(poll ->
                poll.apply(acquire()).flatMap(ignored -> poll.apply(task).guarantee(release())));
    }
}
