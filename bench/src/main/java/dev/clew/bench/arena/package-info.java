/** Scenarios, each written for Clew and for every peer, with the result checked and equal warm-up. */
@NullMarked
package dev.clew.bench.arena;

import org.jspecify.annotations.NullMarked;
