/**
 * Timers: a heap ordered by deadline, driven by a clock that is handed in.
 *
 * <p>Nothing here reads the time or starts a thread. A worker asks for what is due; the deterministic runtime of the testkit
 * asks with a clock that it moves itself.
 */
package dev.clew.internal.timer;
