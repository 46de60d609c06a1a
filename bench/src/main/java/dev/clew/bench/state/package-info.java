/** What benchmarks share: the pools they run on, counts, checks of results, and the programs that pollute a JVM. */
@NullMarked
package dev.clew.bench.state;

import org.jspecify.annotations.NullMarked;
