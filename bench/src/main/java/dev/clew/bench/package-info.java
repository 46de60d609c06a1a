/** The command line of the benchmarks, and what they share. */
@NullMarked
package dev.clew.bench;

import org.jspecify.annotations.NullMarked;
