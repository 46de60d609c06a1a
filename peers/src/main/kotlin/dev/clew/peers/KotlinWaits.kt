package dev.clew.peers

import java.util.concurrent.atomic.AtomicInteger
import java.util.function.LongSupplier
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit

/** Coroutines that wait: for one another, for channels and permits, for time. */
object KotlinWaits {
    private fun <A> pooled(program: suspend CoroutineScope.() -> A): A = KotlinChains.pooled(program)

    /** A chain of coroutines, each completing its left neighbour with one more than its right one gave. */
    @JvmStatic
    fun avalanche(n: Int): Int = pooled {
        val leftmost = CompletableDeferred<Int>()
        var left = leftmost
        repeat(n) {
            val right = CompletableDeferred<Int>()
            val mine = left
            launch { mine.complete(right.await() + 1) }
            left = right
        }
        left.complete(0)
        leftmost.await()
    }

    @JvmStatic
    fun avalancheOfChannels(n: Int): Int = pooled {
        val leftmost = Channel<Int>()
        var left = leftmost
        repeat(n) {
            val right = Channel<Int>()
            val mine = left
            launch { mine.send(right.receive() + 1) }
            left = right
        }
        launch { left.send(0) }
        leftmost.receive()
    }

    /** Numbers from 1 to [rounds], received by a choice of as many channels, of which the last has them; gives the last number. */
    @JvmStatic
    fun selects(rounds: Int, alternatives: Int): Int = pooled {
        val channels = List(alternatives) { Channel<Int>() }
        launch { for (number in 1..rounds) channels.last().send(number) }
        var last = 0
        while (last != rounds) {
            last = select { channels.forEach { channel -> channel.onReceive { it } } }
        }
        last
    }

    @JvmStatic
    fun pingPong(rounds: Int): Int = pooled {
        val there = Channel<Int>()
        val back = Channel<Int>()
        val echo = launch { repeat(rounds) { back.send(there.receive()) } }
        var sum = 0
        repeat(rounds) {
            there.send(1)
            sum += back.receive()
        }
        echo.join()
        sum
    }

    @JvmStatic
    fun ring(members: Int, passes: Int): Int = pooled {
        val channels = List(members) { Channel<Int>(1) }
        val end = CompletableDeferred<Int>()
        val jobs = List(members) { i ->
            launch {
                val next = channels[(i + 1) % members]
                for (x in channels[i]) {
                    if (x == 0) end.complete(i) else next.send(x - 1)
                }
            }
        }
        channels[0].send(passes)
        end.await().also { jobs.forEach { it.cancel() } }
    }

    /** `capacity` 0 is unbounded. */
    @JvmStatic
    fun queue(capacity: Int, producers: Int, consumers: Int, messages: Int, tokens: Long): Long = pooled {
        val channel = Channel<Int>(if (capacity == 0) Channel.UNLIMITED else capacity)
        val takers = List(consumers) {
            async {
                var sum = 0L
                repeat(messages / consumers) {
                    val x = channel.receive()
                    sum += if (tokens == 0L) x else x * Work.one(tokens)
                }
                sum
            }
        }
        repeat(producers) {
            launch {
                for (i in messages / producers downTo 1) {
                    channel.send(if (tokens == 0L) i else i * Work.one(tokens))
                }
            }
        }
        takers.sumOf { it.await() }
    }

    @JvmStatic
    fun semaphore(permits: Int, fibers: Int, rounds: Int): Int = pooled {
        val semaphore = Semaphore(permits)
        val users = List(fibers) {
            async {
                var sum = 0
                repeat(rounds) { semaphore.withPermit { sum++ } }
                sum
            }
        }
        users.sumOf { it.await() }
    }

    @JvmStatic
    fun mutex(fibers: Int, rounds: Int): Int = pooled {
        val mutex = Mutex()
        val users = List(fibers) {
            async {
                var sum = 0
                repeat(rounds) { mutex.withLock { sum++ } }
                sum
            }
        }
        users.sumOf { it.await() }
    }

    /** Kotlin's `delay` counts whole milliseconds. */
    @JvmStatic
    fun sleeps(n: Int): Int = pooled {
        val sleepers = List(n) { i ->
            async {
                delay((Work.sleepNanos(i) + 999_999) / 1_000_000)
                1
            }
        }
        sleepers.sumOf { it.await() }
    }

    @JvmStatic
    fun cancels(n: Int): Int = pooled {
        val jobs = List(n) { launch { awaitCancellation() } }
        jobs.count {
            it.cancelAndJoin()
            it.isCancelled
        }
    }

    /** Coroutines that wait for one deferred; what `look` says while they do. */
    @JvmStatic
    fun parked(n: Int, look: LongSupplier): Long = pooled {
        val gate = CompletableDeferred<Int>()
        val left = AtomicInteger(n)
        val all = CompletableDeferred<Unit>()
        repeat(n) {
            launch {
                if (left.decrementAndGet() == 0) all.complete(Unit)
                gate.await()
            }
        }
        all.await()
        look.asLong.also { gate.complete(1) }
    }
}
