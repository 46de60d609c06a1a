/** The backtester by Scalaz 7.2.0. */
@NullMarked
package dev.clew.peers.scalaz720;

import org.jspecify.annotations.NullMarked;
