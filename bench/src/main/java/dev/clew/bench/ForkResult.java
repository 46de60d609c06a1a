package dev.clew.bench;

import java.util.List;
import java.util.Map;

/**
 * What one JVM gave.
 *
 * @param score the mean of its iterations, in the unit of the case
 * @param iterations the figure of each
 * @param allocatedBytes allocated by all threads, each operation
 * @param collections of garbage, in all iterations
 * @param counts what the benchmark counted, each operation; empty where it counts nothing
 */
record ForkResult(
        double score, List<Double> iterations, double allocatedBytes, double collections, Map<String, Double> counts) {}
