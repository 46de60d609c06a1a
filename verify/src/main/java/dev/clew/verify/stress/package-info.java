/**
 * jcstress tests of the lock-free classes of the core: what the memory model allows, and what must never be seen.
 *
 * <p>Lincheck's tests, which assume sequential consistency unless they run in stress mode, stand among the tests.
 */
@NullMarked
package dev.clew.verify.stress;

import org.jspecify.annotations.NullMarked;
