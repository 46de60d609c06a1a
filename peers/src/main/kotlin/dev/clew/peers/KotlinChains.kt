package dev.clew.peers

import kotlin.time.Duration.Companion.hours
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield

/** Chains, recursion and single operators of Kotlin's coroutines, one coroutine each. */
object KotlinChains {
    /** A coroutine of the default dispatcher; the caller only waits. */
    internal fun <A> pooled(program: suspend CoroutineScope.() -> A): A = runBlocking(Dispatchers.Default, program)

    /** Calls that could suspend, as Kotlin writes a chain: there is no value that describes it. */
    @JvmStatic
    fun pooledCalls(n: Int): Int = pooled {
        var x = 0
        for (i in 0 until n) {
            x = step(x)
        }
        x
    }

    @Suppress("RedundantSuspendModifier")
    private suspend fun step(x: Int): Int = x + 1

    @JvmStatic
    fun rescheduled(n: Int): Int = pooled {
        var x = 0
        for (i in 0 until n) {
            yield()
            x += 1
        }
        x
    }

    @JvmStatic
    fun rightBinds(n: Int): Int = pooled { from(0, n) }

    @Suppress("NON_TAIL_RECURSIVE_CALL")
    private tailrec suspend fun from(i: Int, n: Int): Int = if (i == n) i else from(step(i), n)

    @JvmStatic
    fun hops(n: Int): Int = rescheduled(n)

    private val failure = IllegalStateException("expected")

    @Suppress("RedundantSuspendModifier")
    private suspend fun failing(): Int = throw failure

    @JvmStatic
    fun errors(n: Int): Int = pooled {
        var sum = 0
        repeat(n) {
            sum += try {
                failing()
            } catch (e: IllegalStateException) {
                1
            }
        }
        sum
    }

    /** A `finally` whose code may not be cancelled: what a bracket promises. */
    @JvmStatic
    fun brackets(n: Int): Int = pooled {
        var sum = 0
        var released = 0
        repeat(n) {
            val x = withContext(NonCancellable) { step(0) }
            try {
                sum += x
            } finally {
                withContext(NonCancellable) { released = step(released) }
            }
        }
        check(released == n) { "each of $n was to be released, but $released were" }
        sum
    }

    @JvmStatic
    fun uncancelables(n: Int): Int = pooled {
        var sum = 0
        repeat(n) { sum += withContext(NonCancellable) { step(0) } }
        sum
    }

    @JvmStatic
    fun races(n: Int): Int = pooled {
        var sum = 0
        repeat(n) {
            sum += coroutineScope {
                val winner = async { 1 }
                val loser = async<Int> { awaitCancellation() }
                select<Int> {
                    winner.onAwait { it }
                    loser.onAwait { it }
                }.also { loser.cancel() }
            }
        }
        sum
    }

    @JvmStatic
    fun boths(n: Int): Int = pooled {
        var sum = 0
        repeat(n) {
            sum += coroutineScope {
                val first = async { 1 }
                val second = async { 0 }
                first.await() + second.await()
            }
        }
        sum
    }

    @JvmStatic
    fun timeouts(n: Int): Int = pooled {
        var sum = 0
        repeat(n) { sum += withTimeout(1.hours) { step(0) } }
        sum
    }
}
