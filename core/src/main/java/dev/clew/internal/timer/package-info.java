/** Timers: a heap of deadlines, driven by whoever has a clock. It starts no thread and reads no time itself. */
package dev.clew.internal.timer;
