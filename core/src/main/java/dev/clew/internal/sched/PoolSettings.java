package dev.clew.internal.sched;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * What a pool is made with.
 *
 * @param name the beginning of its threads' names
 * @param workers how many compute threads
 * @param closeNanos how long closing waits for finalizers
 * @param reporter who hears of errors that nobody else hears of
 */
public record PoolSettings(
        String name,
        int workers,
        long closeNanos,
        BiConsumer<String, Throwable> reporter,
        List<Bridge.Carried> carried) {}
