/** Guards: small programs whose cost must not grow, beside plain Java that does the same. */
@NullMarked
package dev.clew.bench.micro;

import org.jspecify.annotations.NullMarked;
