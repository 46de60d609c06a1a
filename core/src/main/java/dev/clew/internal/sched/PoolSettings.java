package dev.clew.internal.sched;

import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * What a pool is made with.
 *
 * @param name the beginning of its threads' names
 * @param workers how many compute threads
 * @param closeTimeout how long closing waits for finalizers
 * @param reporter who hears of errors that nobody else hears of
 */
public record PoolSettings(String name, int workers, Duration closeTimeout, BiConsumer<String, Throwable> reporter) {}
