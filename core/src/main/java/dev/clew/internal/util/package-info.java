/** Small things that the other internal packages stand on. They know nothing of tasks, fibers or workers. */
package dev.clew.internal.util;
