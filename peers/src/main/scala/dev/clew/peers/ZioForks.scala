package dev.clew.peers

import zio._

/** Many fibers that compute. */
object ZioForks {
  import ZioChains.pooled

  /** One side forked, the other computed here: the fastest form. */
  def fib(n: Int, level: Int): Int = pooled(forked(n, level))

  private def forked(n: Int, level: Int): Task[Int] =
    if (n < 2 || n < level) ZIO.succeed(Work.fib(n))
    else
      ZIO.suspendSucceed(forked(n - 1, level)).fork.flatMap { larger =>
        forked(n - 2, level).flatMap(y => larger.join.map(_ + y))
      }

  /** Both sides by `zipWithPar`, the form that the documentation shows. */
  def fibPar(n: Int, level: Int): Int = pooled(zipped(n, level))

  private def zipped(n: Int, level: Int): Task[Int] =
    if (n < 2 || n < level) ZIO.succeed(Work.fib(n))
    else ZIO.suspendSucceed(zipped(n - 1, level)).zipWithPar(ZIO.suspendSucceed(zipped(n - 2, level)))(_ + _)

  def factorialsInTurn(num: Int, tokens: Long): Long =
    ZioChains.run(ZIO.foreach(groups)(g => ZIO.succeed(Work.factorials(g, num, tokens))).map(_.sum))

  def factorials(num: Int, tokens: Long): Long =
    pooled {
      ZIO.foreach(groups)(g => ZIO.succeed(Work.factorials(g, num, tokens)).fork).flatMap(ZIO.foreach(_)(_.join)).map(_.sum)
    }

  /** All on another executor than ZIO's own. */
  def factorialsOn(executor: java.util.concurrent.Executor, parallel: Boolean, num: Int, tokens: Long): Long =
    ZioChains.run(grouped(parallel, num, tokens).onExecutor(Executor.fromJavaExecutor(executor)))

  /** All on its pool for code that blocks. */
  def factorialsBlocking(parallel: Boolean, num: Int, tokens: Long): Long =
    ZioChains.run(ZIO.blocking(grouped(parallel, num, tokens)))

  private def grouped(parallel: Boolean, num: Int, tokens: Long): Task[Long] = {
    def work(g: Int) = ZIO.succeed(Work.factorials(g, num, tokens))
    val sums: Task[Seq[Long]] =
      if (parallel) ZIO.foreach(groups)(g => work(g).fork).flatMap(ZIO.foreach(_)(_.join))
      else ZIO.foreach(groups)(work)
    sums.map(_.sum)
  }

  private val groups: Vector[Int] = Vector.range(0, Work.GROUPS)

  def forkMany(n: Int): Int =
    pooled {
      ZIO.foreach(List.range(0, n))(_ => ZIO.succeed(1).fork).flatMap(ZIO.foldLeft(_)(0)((sum, f) => f.join.map(_ + sum)))
    }

  def chainedForks(n: Int): Int =
    pooled {
      Promise.make[Nothing, Int].flatMap { end =>
        def link(i: Int): UIO[Any] = if (i == n) end.succeed(i) else link(i + 1).forkDaemon
        ZIO.suspendSucceed(link(0)) *> end.await
      }
    }

  def skynet(leaves: Int): Long = {
    def node(number: Long, size: Int): Task[Long] =
      if (size == 1) ZIO.succeed(number)
      else {
        val part = size / 10
        ZIO.foreach(tens)(i => ZIO.suspendSucceed(node(number + i * part, part)).fork)
          .flatMap(ZIO.foldLeft(_)(0L)((sum, f) => f.join.map(_ + sum)))
      }
    pooled(node(0, leaves))
  }

  private val tens: Vector[Int] = Vector.range(0, 10)

  def traverse(n: Int, tokens: Long): Int =
    pooled(ZIO.foreach(List.range(0, n))(_ => ZIO.succeed(Work.one(tokens))).map(_.sum))

  def parTraverse(n: Int, tokens: Long): Int =
    pooled(ZIO.foreachPar(List.range(0, n))(_ => ZIO.succeed(Work.one(tokens))).map(_.sum))

  def mergeSort(numbers: Array[Int], leaf: Int): Array[Int] = {
    val spare = new Array[Int](numbers.length)
    def sort(from: Int, to: Int): Task[Unit] =
      if (to - from <= leaf) ZIO.succeed(Work.sort(numbers, from, to))
      else {
        val middle = (from + to) >>> 1
        ZIO.suspendSucceed(sort(from, middle)).fork.flatMap { left =>
          sort(middle, to).flatMap(_ => left.join).map(_ => Work.merge(numbers, spare, from, middle, to))
        }
      }
    pooled(sort(0, numbers.length))
    numbers
  }

  def skewedTree(depth: Int, tokens: Long): Int = {
    def node(left: Int): Task[Int] =
      if (left == 0) ZIO.succeed(0)
      else
        ZIO.succeed(Work.one(tokens)).fork.flatMap { leaf =>
          ZIO.suspendSucceed(node(left - 1)).flatMap(sum => leaf.join.map(_ + sum))
        }
    pooled(node(depth))
  }
}
