package dev.clew.peers

import java.util.concurrent.Executors
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.ExecutorCoroutineDispatcher
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking

/** The backtester by coroutines on a dispatcher of its own with that many threads, on which the days block. */
class KotlinBacktests(threads: Int) : AutoCloseable {
    private val dispatcher: ExecutorCoroutineDispatcher =
        Executors.newFixedThreadPool(threads) { code -> Thread(code).apply { isDaemon = true } }.asCoroutineDispatcher()

    private fun run(program: suspend CoroutineScope.() -> Int): Int = runBlocking(dispatcher, program)

    /** One coroutine. */
    fun gathered(days: Int, delayMillis: Long): Int = run { List(days) { Work.trade(1, delayMillis) }.sum() }

    /** A coroutine a day. */
    fun forked(days: Int, delayMillis: Long): Int = run {
        List(days) { async { Work.trade(1, delayMillis) } }.awaitAll().sum()
    }

    fun batched(days: Int, delayMillis: Long, size: Int): Int = run {
        (0 until days step size)
            .map { from -> async { Work.trade(minOf(size, days - from), delayMillis) } }
            .awaitAll()
            .sum()
    }

    override fun close() {
        dispatcher.close()
    }
}
