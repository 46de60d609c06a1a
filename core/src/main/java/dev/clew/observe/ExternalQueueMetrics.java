package dev.clew.observe;

import javax.management.MXBean;

/**
 * The counts of a runtime's external queue: what was submitted from outside its workers, each a singleton, and what spilled
 * over from the rings of workers, in batches. {@link QueueMetrics#of} has them for a runtime; {@link Jmx} registers them
 * as the bean of type {@code ExternalQueue}.
 */
@MXBean
public interface ExternalQueueMetrics {

    /** How many single jobs were ever put into the queue. */
    long getSingletonsSubmittedCount();

    /** How many single jobs lie in the queue. */
    long getSingletonsPresentCount();

    /** How many batches were ever put into the queue. */
    long getBatchesSubmittedCount();

    /** How many batches lie in the queue. */
    long getBatchesPresentCount();

    /** Writes all four, and whose they are, to the logger {@code dev.clew} at level INFO. */
    void logQueueMetrics();
}
