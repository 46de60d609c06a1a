/** The scoreboard's programs for peers that are written in Scala or Kotlin, and the work that all programs share. */
@NullMarked
package dev.clew.peers;

import org.jspecify.annotations.NullMarked;
