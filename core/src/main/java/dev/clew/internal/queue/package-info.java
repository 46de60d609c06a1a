/**
 * The queues of a worker: the ring of ready jobs, the deque of branches, and the queue for what comes from outside.
 *
 * <p>They know neither fibers nor tasks. Each owner end belongs to one thread for ever; each thief end is an index that only
 * grows and is moved by compare-and-set alone. Every class opens with the table of its fields, who writes them, and which
 * access pairs with which.
 */
package dev.clew.internal.queue;
