/**
 * Channels and first-class alternatives, as in Concurrent ML and Hopac.
 *
 * <p>A {@link dev.clew.channel.Channel} passes values from fiber to fiber; a {@link dev.clew.channel.SwapChannel} exchanges
 * them. What they offer are {@link dev.clew.channel.Alt}s: values that stand for something that may be waited for, and that
 * can be chosen among before anything has happened. So can other waits: for a timer, a {@code Deferred}, the end of a fiber.
 */
package dev.clew.channel;
