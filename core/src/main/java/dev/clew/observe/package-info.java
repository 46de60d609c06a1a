/**
 * Watching a runtime from outside: {@link dev.clew.observe.Jmx management beans}, and the counts of its external queue for
 * a log. The figures themselves are {@link dev.clew.TaskRuntime#metrics()}; the events for the JDK's Flight Recorder need no
 * setting.
 *
 * <p>Management beans need the module {@code java.management}; all else in here does not.
 */
@NullMarked
package dev.clew.observe;

import org.jspecify.annotations.NullMarked;
