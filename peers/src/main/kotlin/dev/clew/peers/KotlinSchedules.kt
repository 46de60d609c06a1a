package dev.clew.peers

import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executor
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.async
import kotlinx.coroutines.launch
import kotlinx.coroutines.yield

/** What the scheduler is asked to do: raw jobs, yields, and coroutines under load. */
object KotlinSchedules {
    private val executor: Executor = Dispatchers.Default.asExecutor()

    private fun <A> pooled(program: suspend CoroutineScope.() -> A): A = KotlinChains.pooled(program)

    @JvmStatic
    fun runnables(chains: Int, times: Int): Int = Chains.run(executor, chains, times)

    @JvmStatic
    fun scheduling(fibers: Int, until: Int): Long = pooled {
        var sum = 0L
        List(fibers) { i -> async { rounds(i, until) } }.forEach { sum += it.await() }
        sum
    }

    private suspend fun rounds(from: Int, until: Int): Int {
        var i = from
        while (true) {
            yield()
            yield()
            yield()
            if (i > until) {
                return i
            }
            i++
        }
    }

    @JvmStatic
    fun alloc(fibers: Int, rounds: Int): Int = pooled {
        val workers = List(fibers) {
            async {
                repeat(rounds) {
                    yield()
                    val objects = Work.allocate()
                    yield()
                    Work.hash(objects)
                    yield()
                }
                1
            }
        }
        var sum = 0
        workers.forEach { sum += it.await() }
        sum
    }

    /** Starts coroutines that compute and yield for ever; what is returned ends them. */
    @JvmStatic
    @OptIn(DelicateCoroutinesApi::class)
    fun load(fibers: Int, tokens: Long): Runnable {
        val load = Load(fibers, tokens)
        repeat(fibers) { GlobalScope.launch { load.run() } }
        return Runnable { load.end() }
    }

    private class Load(fibers: Int, private val tokens: Long) {
        private val ended = CountDownLatch(fibers)

        @Volatile
        private var over = false

        suspend fun run() {
            while (!over) {
                Work.one(tokens)
                yield()
            }
            ended.countDown()
        }

        fun end() {
            over = true
            ended.await()
        }
    }

    /** Starts a coroutine that runs `code`. */
    @JvmStatic
    @OptIn(DelicateCoroutinesApi::class)
    fun start(code: Runnable) {
        GlobalScope.launch { code.run() }
    }
}
