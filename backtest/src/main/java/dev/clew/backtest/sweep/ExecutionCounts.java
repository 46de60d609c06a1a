package dev.clew.backtest.sweep;

/**
 * What the runtime did, by its own counts.
 *
 * @param forks tasks that were sent to a worker explicitly
 * @param branchesForked branches and pieces of ranges that others could have taken
 * @param branchesInlined how many of these ran where they were made
 * @param branchesStolen how many another worker took
 * @param branchesPromoted how many became fibers
 * @param fibersStarted fibers in all
 */
public record ExecutionCounts(
        long forks,
        long branchesForked,
        long branchesInlined,
        long branchesStolen,
        long branchesPromoted,
        long fibersStarted) {

    /** Nothing ran on the runtime. */
    public static final ExecutionCounts NONE = new ExecutionCounts(0, 0, 0, 0, 0, 0);
}
