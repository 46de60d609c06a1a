package dev.clew.bench.state;

import dev.clew.RuntimeMetrics;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What Clew's runtime counted in an iteration: read from its metrics before and after, so the benchmark pays for
 * {@code operations} alone, which it raises itself.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
@SuppressWarnings("NullAway.Init") // set up before each iteration
public class BranchCounts {
    public long operations;
    public long forked;
    public long inlined;
    public long stolen;
    public long promoted;
    public long fibers;

    private RuntimeMetrics before;

    @Setup(Level.Iteration)
    public void begin(ClewPool pool) {
        before = pool.metrics();
    }

    @TearDown(Level.Iteration)
    public void end(ClewPool pool) {
        RuntimeMetrics counted = pool.metrics().since(before);
        forked = counted.branchesForked();
        inlined = counted.branchesInlined();
        stolen = counted.branchesStolen();
        promoted = counted.branchesPromoted();
        fibers = counted.fibersStarted();
    }
}
