package dev.clew.peers

import java.util.concurrent.{ExecutorService, Executors}
import scalaz.Nondeterminism
import scalaz.concurrent.Task

/** Many tasks of Scalaz that compute, each submitted to the pool and gathered. */
object ScalazForks {
  import ScalazChains.workers

  def fib(n: Int, level: Int): Int = forked(n, level).unsafePerformSync

  private def forked(n: Int, level: Int): Task[Int] =
    if (n < 2 || n < level) Task.delay(Work.fib(n))
    else
      Nondeterminism[Task].mapBoth(
        Task.fork(Task.suspend(forked(n - 1, level)))(workers),
        Task.suspend(forked(n - 2, level)))(_ + _)

  private val groups: List[Int] = List.range(0, Work.GROUPS)

  def factorialsInTurn(num: Int, tokens: Long): Long =
    groups.foldLeft(Task.now(0L))((sum, g) => sum.flatMap(s => Task.delay(s + Work.factorials(g, num, tokens)))).unsafePerformSync

  def factorials(num: Int, tokens: Long): Long = factorialsOn(workers, num, tokens)

  def factorialsOn(executor: ExecutorService, num: Int, tokens: Long): Long =
    Task.gatherUnordered(groups.map(g => Task(Work.factorials(g, num, tokens))(executor))).map(_.sum).unsafePerformSync

  def forkMany(n: Int): Int =
    Task.gatherUnordered(List.fill(n)(Task(1)(workers))).map(_.sum).unsafePerformSync

  def parTraverse(n: Int, tokens: Long): Int =
    Task.gatherUnordered(List.fill(n)(Task(Work.one(tokens))(workers))).map(_.sum).unsafePerformSync

  def traverse(n: Int, tokens: Long): Int =
    (1 to n).foldLeft(Task.now(0))((sum, _) => sum.flatMap(s => Task.delay(s + Work.one(tokens)))).unsafePerformSync

  def skynet(leaves: Int): Long = {
    def node(number: Long, size: Int): Task[Long] =
      if (size == 1) Task.now(number)
      else {
        val part = size / 10
        val children = List.tabulate(10)(i => Task.fork(Task.suspend(node(number + i * part, part)))(workers))
        Task.gatherUnordered(children).map(_.sum)
      }
    node(0, leaves).unsafePerformSync
  }

  def mergeSort(numbers: Array[Int], leaf: Int): Array[Int] = {
    val spare = new Array[Int](numbers.length)
    def sort(from: Int, to: Int): Task[Unit] =
      if (to - from <= leaf) Task.delay(Work.sort(numbers, from, to))
      else {
        val middle = (from + to) >>> 1
        Nondeterminism[Task].mapBoth(
          Task.fork(Task.suspend(sort(from, middle)))(workers),
          Task.suspend(sort(middle, to)))((_, _) => Work.merge(numbers, spare, from, middle, to))
      }
    sort(0, numbers.length).unsafePerformSync
    numbers
  }

  /** The backtester of the chapter: one object with its pool of four threads. */
  final class Backtests(threads: Int) extends AutoCloseable {
    private val pool: ExecutorService = Executors.newFixedThreadPool(threads, Daemons)

    def gathered(days: Int, delayMillis: Long): Int =
      Task.gatherUnordered(List.fill(days)(Task.delay(Work.trade(1, delayMillis)))).map(_.sum).unsafePerformSync

    def forked(days: Int, delayMillis: Long): Int =
      Task.gatherUnordered(List.fill(days)(Task.fork(Task.delay(Work.trade(1, delayMillis)))(pool))).map(_.sum).unsafePerformSync

    def batched(days: Int, delayMillis: Long, size: Int): Int = {
      val batches = List.range(0, days, size).map(from => math.min(size, days - from))
      Task.gatherUnordered(batches.map(n => Task.fork(Task.delay(Work.trade(n, delayMillis)))(pool))).map(_.sum).unsafePerformSync
    }

    override def close(): Unit = {
      pool.shutdownNow()
      ()
    }
  }
}
