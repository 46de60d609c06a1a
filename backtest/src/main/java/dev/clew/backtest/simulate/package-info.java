/** Days of a fixed decision delay and a fixed profit: a workload whose best time is known. */
@NullMarked
package dev.clew.backtest.simulate;

import org.jspecify.annotations.NullMarked;
