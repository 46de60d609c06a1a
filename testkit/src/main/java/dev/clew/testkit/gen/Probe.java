package dev.clew.testkit.gen;

import dev.clew.FiberLocal;
import dev.clew.Task;
import java.util.ArrayList;
import java.util.List;

/** What one run of a program leaves behind: the effects in their order, and whether each finalizer ran once. */
public final class Probe {
    private final List<Integer> effects = new ArrayList<>();
    private final List<Ticket> tickets = new ArrayList<>();
    private final FiberLocal<Integer> local = FiberLocal.of(0);

    /** Nothing has happened yet. */
    public Probe() {}

    /** The local that programs read and write. */
    public FiberLocal<Integer> local() {
        return local;
    }

    /** A step that leaves {@code effect} behind and gives it. */
    public Task<Integer> effect(int effect) {
        return Task.delay(() -> {
            note(effect);
            return effect;
        });
    }

    private synchronized void note(int effect) {
        effects.add(effect);
    }

    /** The effects so far. */
    public synchronized List<Integer> effects() {
        return List.copyOf(effects);
    }

    /** {@code task} with {@code finalizer} guaranteed, and a record kept of both. */
    Task<Integer> guaranteed(Task<Integer> task, Task<Integer> finalizer) {
        return Task.defer(() -> {
            Ticket ticket = new Ticket();
            synchronized (this) {
                tickets.add(ticket);
            }
            Task<Integer> entered = Task.delay(ticket::enter).flatMap(ignored -> task);
            return entered.guarantee(Task.delay(ticket::end).flatMap(ignored -> finalizer));
        });
    }

    /** What is wrong with the finalizers once a run is over; empty where nothing is. */
    public synchronized String finalizerFaults() {
        StringBuilder faults = new StringBuilder();
        for (Ticket ticket : tickets) {
            int ends = ticket.ends();
            if (ends > 1 || (ends == 0 && ticket.entered())) {
                faults.append("a finalizer ran ")
                        .append(ends)
                        .append(" times for a task that was ")
                        .append(ticket.entered() ? "entered. " : "not entered. ");
            }
        }
        return faults.toString();
    }

    private static final class Ticket {
        private boolean entered;
        private int ends;

        synchronized boolean enter() {
            entered = true;
            return true;
        }

        synchronized int end() {
            return ++ends;
        }

        synchronized boolean entered() {
            return entered;
        }

        synchronized int ends() {
            return ends;
        }
    }
}
