package dev.clew.peers

import java.util.concurrent.Executor
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** Many coroutines that compute. */
object KotlinForks {
    private fun <A> pooled(program: suspend CoroutineScope.() -> A): A = KotlinChains.pooled(program)

    /** Each left side a coroutine of the outermost scope: the fastest form. */
    @JvmStatic
    fun fib(n: Int, level: Int): Int = pooled { forked(this, n, level) }

    private suspend fun forked(scope: CoroutineScope, n: Int, level: Int): Int {
        if (n < 2 || n < level) {
            return Work.fib(n)
        }
        val larger = scope.async { forked(scope, n - 1, level) }
        return forked(scope, n - 2, level) + larger.await()
    }

    @JvmStatic
    fun factorialsInTurn(num: Int, tokens: Long): Long = pooled {
        var sum = 0L
        for (g in 0 until Work.GROUPS) {
            sum += Work.factorials(g, num, tokens)
        }
        sum
    }

    @JvmStatic
    fun factorials(num: Int, tokens: Long): Long = pooled { inGroups(this, num, tokens) }

    @JvmStatic
    fun factorialsOn(executor: Executor, num: Int, tokens: Long): Long =
        runBlocking(executor.asCoroutineDispatcher()) { inGroups(this, num, tokens) }

    private suspend fun inGroups(scope: CoroutineScope, num: Int, tokens: Long): Long =
        (0 until Work.GROUPS).map { g -> scope.async { Work.factorials(g, num, tokens) } }.awaitAll().sum()

    @JvmStatic
    fun forkMany(n: Int): Int = pooled {
        var sum = 0
        List(n) { async { 1 } }.forEach { sum += it.await() }
        sum
    }

    @JvmStatic
    fun chainedForks(n: Int): Int = pooled {
        val end = CompletableDeferred<Int>()
        fun link(i: Int) {
            if (i == n) end.complete(i) else launch { link(i + 1) }
        }
        link(0)
        end.await()
    }

    @JvmStatic
    fun skynet(leaves: Int): Long = pooled { node(this, 0, leaves) }

    private suspend fun node(scope: CoroutineScope, number: Long, size: Int): Long {
        if (size == 1) {
            return number
        }
        val part = size / 10
        var sum = 0L
        List(10) { i -> scope.async { node(scope, number + i * part, part) } }.forEach { sum += it.await() }
        return sum
    }

    @JvmStatic
    fun parTraverse(n: Int, tokens: Long): Int = pooled {
        var sum = 0
        List(n) { async { Work.one(tokens) } }.forEach { sum += it.await() }
        sum
    }

    @JvmStatic
    fun mergeSort(numbers: IntArray, leaf: Int): IntArray {
        val spare = IntArray(numbers.size)
        pooled { sort(this, numbers, spare, leaf, 0, numbers.size) }
        return numbers
    }

    private suspend fun sort(scope: CoroutineScope, numbers: IntArray, spare: IntArray, leaf: Int, from: Int, to: Int) {
        if (to - from <= leaf) {
            Work.sort(numbers, from, to)
            return
        }
        val middle = (from + to) ushr 1
        val left = scope.launch { sort(scope, numbers, spare, leaf, from, middle) }
        sort(scope, numbers, spare, leaf, middle, to)
        left.join()
        Work.merge(numbers, spare, from, middle, to)
    }

    /** A loop: a suspending function that calls itself would overflow the stack. */
    @JvmStatic
    fun skewedTree(depth: Int, tokens: Long): Int = pooled {
        var sum = 0
        List(depth) { async { Work.one(tokens) } }.forEach { sum += it.await() }
        sum
    }
}
