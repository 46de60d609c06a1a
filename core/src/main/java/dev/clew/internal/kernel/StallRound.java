package dev.clew.internal.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One round of a look for a stall: goes from the fibers of a scope to all that run beside them and could wake them, and ends
 * with no at the first that does not wait, or waits for what may come from elsewhere.
 *
 * <p>What a fiber waits for is asked of its {@link WaitCell}, and what runs beside it of the strands that it is in: the other side
 * of a branch, the other owners of a range, the children of an inner scope. Those fibers must be stalled as well. Whoever answers must
 * say no also while somebody is on his way to end the wait: who has ended a wait, and is no fiber that the round knows of, must be
 * seen by what he has written before. So a side or an owner that has ended is no reason to say yes, but for one that has ended well.
 *
 * <p>Where it cannot be known the answer is no: callbacks, timers, blocking calls, time limits, in the scope and around it, a race
 * around it, fibers that are being stopped, and joins of fibers that the round does not come to.
 *
 * <p>For one thread. Read without a lock what others write, so a single round proves nothing: see {@link StallWatch}.
 */
final class StallRound {
    private final ScopeState scope;
    private final Deque<FiberState> left = new ArrayDeque<>();
    private final Set<FiberState> seen = new HashSet<>();

    /** The fibers, in the order of being found, and what each waits in. */
    private final Map<FiberState, WaitCell> cells = new LinkedHashMap<>();

    /** What each waits for: fibers, and things that have no other name. */
    private final Map<FiberState, List<Object>> wanted = new LinkedHashMap<>();

    private List<Object> wants = new ArrayList<>();

    StallRound(ScopeState scope) {
        this.scope = scope;
    }

    /** {@code fiber} could wake one that was looked at. */
    void add(FiberState fiber) {
        if (seen.add(fiber)) {
            left.add(fiber);
        }
    }

    /** The fiber that is looked at waits for {@code awaited}. */
    void wants(Object awaited) {
        wants.add(awaited);
    }

    boolean isStall() {
        scope.members().forEach(this::add);
        if (left.isEmpty() || !isLeftAlone()) {
            return false;
        }
        for (FiberState fiber = left.poll(); fiber != null; fiber = left.poll()) {
            if (!isStalled(fiber)) {
                return false;
            }
        }
        return wanted.values().stream()
                .flatMap(List::stream)
                .allMatch(awaited -> !(awaited instanceof FiberState) || cells.containsKey(awaited));
    }

    /** Whether nothing around the scope ends it: neither a time limit nor another side of a race. */
    private boolean isLeftAlone() {
        for (Strand s = scope.outer(); s != null; s = s.around()) {
            boolean races = s instanceof RaceBranch
                    || (s instanceof Owner owner && owner.crew().isRace())
                    || (s instanceof FiberState fiber && fiber.isRacing());
            if (races
                    || !(s instanceof FiberState
                            || s instanceof ScopeState
                            || s instanceof Branch
                            || s instanceof Owner)) {
                return false;
            }
        }
        return true;
    }

    private boolean isStalled(FiberState fiber) {
        WaitCell cell = fiber.waitsIn();
        if (cell == null || !cell.isParked()) {
            return false;
        }
        wants = new ArrayList<>();
        wanted.put(fiber, wants);
        cells.put(fiber, cell);
        if (!cell.stallsIn(this)) {
            return false;
        }
        for (Strand s = cell.strand(); s != null && s != scope; s = s.parent()) {
            if (!s.stallsIn(this)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the same fibers waited in the same cells. */
    boolean isSameAs(StallRound other) {
        return cells.equals(other.cells);
    }

    // ---- in words ------------------------------------------------------------------------------------

    String words() {
        StringBuilder words = new StringBuilder(
                cells.size() == 1
                        ? "the only fiber of a scope waits for what only it could bring"
                        : "all " + cells.size() + " fibers of a scope wait for what only they could bring");
        words.append(
                ", and no timer, callback or blocking call can wake one; find who should have given back, completed or put"
                        + " what is waited for:");
        List<Edge> cycle = cycle();
        for (int i = 0; i < cycle.size(); i++) {
            words.append(i == 0 ? "\n  a cycle: " : ", ").append(cycle.get(i).words());
        }
        for (FiberState fiber : cells.keySet()) {
            FiberState whole = fiber.partOf();
            words.append("\n  ").append(fiber);
            words.append(whole == null ? "" : ", part of " + whole + ",");
            words.append(" waits for ").append(fiber.describeWait(Object::toString));
            for (StackTraceElement site : Dumps.sites(fiber)) {
                words.append("\n      at ").append(site);
            }
            Origin origin = fiber.origin();
            for (StackTraceElement site : origin == null ? List.<StackTraceElement>of() : origin.elements()) {
                words.append("\n      started at ").append(site);
            }
        }
        return words.toString();
    }

    /** {@code from} waits for {@code to}: for its end, or for what it holds. */
    private record Edge(FiberState from, FiberState to, boolean holds) {
        String words() {
            return from + " waits for "
                    + (holds ? from.describeWait(Object::toString) + ", which " + to + " holds" : "the end of " + to);
        }
    }

    /** Fibers of which each waits for the next, and the last for the first; empty where none are known. */
    private List<Edge> cycle() {
        Map<FiberState, Edge> edges = edges();
        for (FiberState start : edges.keySet()) {
            List<Edge> path = new ArrayList<>();
            Set<FiberState> passed = new HashSet<>();
            FiberState at = start;
            for (Edge edge = edges.get(at); edge != null && passed.add(at); edge = edges.get(at)) {
                path.add(edge);
                at = edge.to;
                if (at == start) {
                    return path;
                }
            }
        }
        return List.of();
    }

    /** For each fiber one that it waits for, where one is known. */
    private Map<FiberState, Edge> edges() {
        IdentityHashMap<Object, FiberState> holders = new IdentityHashMap<>();
        cells.keySet().forEach(fiber -> noteHeld(fiber, holders));
        Map<FiberState, Edge> edges = new LinkedHashMap<>();
        cells.keySet().forEach(fiber -> {
            for (Object awaited : wanted.getOrDefault(fiber, List.of())) {
                FiberState holder = holders.get(awaited);
                if (awaited instanceof FiberState joined) {
                    edges.putIfAbsent(fiber, new Edge(fiber, joined, false));
                } else if (holder != null) {
                    edges.putIfAbsent(fiber, new Edge(fiber, holder, true));
                }
            }
        });
        return edges;
    }

    private static void noteHeld(FiberState fiber, IdentityHashMap<Object, FiberState> holders) {
        @Nullable Node<?>[] frames = fiber.frames;
        for (int i = Math.min(fiber.top, frames.length) - 1; i >= 0; i--) {
            Node<?> frame = frames[i];
            Object held = frame == null ? null : HoldNode.heldBy(frame);
            if (held != null) {
                holders.put(held, fiber);
            }
        }
    }
}
