/**
 * Ways from and to other libraries: ready-made executors for {@link dev.clew.Task#on} and {@link dev.clew.Task#fork}.
 *
 * <p>Futures are met in {@link dev.clew.Task#fromFuture} and {@link dev.clew.TaskRuntime#toCompletableFuture}, and the
 * workers as an executor service in {@link dev.clew.TaskRuntime#executor}.
 */
package dev.clew.interop;
