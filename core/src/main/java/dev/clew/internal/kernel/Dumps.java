package dev.clew.internal.kernel;

import dev.clew.FiberDump;
import dev.clew.FiberDump.State;
import dev.clew.internal.sched.JobVisitor;
import dev.clew.internal.sched.Scheduler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes a dump: walks the queues and the registry, and describes each fiber once, at the first place it was found.
 *
 * <p>Fibers go on meanwhile. What is read of them is read without a lock and may be torn: arrays are read once and by
 * their own length, nulls are passed over, and nothing that is read is trusted to fit anything else.
 */
public final class Dumps implements JobVisitor {
    private static final int MOST_SITES = 32;

    private final int limit;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<FiberDump.Entry> entries = new ArrayList<>();
    private long more;

    private Dumps(int limit) {
        this.limit = limit;
    }

    /** The fibers of {@code scheduler}, {@code limit} at most. */
    public static FiberDump of(Scheduler scheduler, String name, int limit) {
        Dumps dumps = new Dumps(limit);
        scheduler.visit(dumps);
        return new FiberDump(name, dumps.entries, dumps.more);
    }

    @Override
    public int room() {
        return limit - entries.size();
    }

    @Override
    public void notShown(long count) {
        more += Math.max(0, count);
    }

    @Override
    public void running(Runnable job, int worker, StackTraceElement[] stack) {
        List<StackTraceElement> sites = new ArrayList<>();
        for (StackTraceElement frame : stack) {
            if (UserCode.looksUsers(frame) && sites.size() < MOST_SITES) {
                sites.add(frame);
            }
        }
        add(job, State.RUNNING, "worker " + worker, sites);
    }

    @Override
    public void found(Runnable job, Place place, int worker) {
        String where = switch (place) {
            case NEXT_SLOT -> "the next slot of worker " + worker;
            case RING -> "the ring of worker " + worker;
            case BRANCHES -> "the branches of worker " + worker;
            case EXTERNAL -> "the external queue";
            case BATCH -> "a batch in the external queue";
            case REGISTRY -> "";
        };
        add(job, place == Place.REGISTRY ? State.WAITING : State.READY, where, new ArrayList<>());
    }

    private void add(Runnable job, State state, String where, List<StackTraceElement> sites) {
        if (job instanceof FiberState fiber) {
            addFiber(fiber, state, where, sites);
        } else if (job instanceof Branch branch && branch.child() != null) {
            addFiber(branch.child(), state, where, sites);
        } else if (job instanceof Strand part && part instanceof Dumped dumped) {
            addPart(part, dumped, state, where, sites);
        }
    }

    private boolean isTaken(Object job) {
        if (entries.size() >= limit) {
            more++;
            return true;
        }
        return !seen.add(job);
    }

    private void addPart(Strand part, Dumped dumped, State state, String where, List<StackTraceElement> sites) {
        if (!isTaken(part)) {
            add(sites, dumped.dumpedSite());
            entries.add(new FiberDump.Entry(
                    0,
                    state,
                    where,
                    null,
                    part.mask > 0,
                    part.isCancelled(),
                    dumped.dumpedParent().number(),
                    sites,
                    List.of()));
        }
    }

    private void addFiber(@Nullable FiberState fiber, State state, String where, List<StackTraceElement> sites) {
        if (fiber == null || fiber.endKind() != FiberHandle.RUNNING || isTaken(fiber)) {
            return;
        }
        WaitCell cell = fiber.waitsIn();
        boolean waits = state == State.WAITING && cell != null;
        String place = where;
        if (state == State.WAITING && !waits) {
            Object executor = fiber.strand.executor();
            place = executor == null
                    ? "no queue, on its way between two"
                    : "executor " + executor.getClass().getName();
        }
        addSites(sites, fiber);
        Origin origin = fiber.origin();
        FiberState parent = fiber.partOf();
        entries.add(new FiberDump.Entry(
                fiber.number(),
                waits || state != State.WAITING ? state : State.READY,
                place,
                waits && cell != null ? cell.describeWait(Object::toString) : null,
                isMasked(fiber.strand),
                FiberControl.isAnyCancelled(fiber.strand),
                parent == null ? 0 : parent.number(),
                sites,
                origin == null ? List.of() : origin.elements()));
    }

    private static boolean isMasked(Strand innermost) {
        for (Strand s = innermost; s != null; s = s.parent()) {
            if (s.mask > 0) {
                return true;
            }
        }
        return false;
    }

    /** Where the user built the steps with which {@code fiber}, which waits, would go on, innermost first. */
    static List<StackTraceElement> sites(FiberState fiber) {
        List<StackTraceElement> sites = new ArrayList<>();
        addSites(sites, fiber);
        return sites;
    }

    private static void addSites(List<StackTraceElement> sites, FiberState fiber) {
        @Nullable Node<?>[] frames = fiber.frames;
        Node<?> next = fiber.next();
        if (next != null) {
            add(sites, CallSites.ofTask(next));
        }
        for (int i = Math.min(fiber.top, frames.length) - 1; i >= 0 && sites.size() < MOST_SITES; i--) {
            Node<?> frame = frames[i];
            if (frame != null) {
                add(sites, frame.callSite());
            }
        }
    }

    private static void add(List<StackTraceElement> sites, @Nullable CallSite site) {
        if (Tracing.ON && site != null) {
            StackTraceElement element = site.element();
            if (sites.isEmpty() || !element.equals(sites.get(sites.size() - 1))) {
                sites.add(element);
            }
        }
    }
}
