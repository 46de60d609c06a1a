package dev.clew.peers

import zio._

/** Chains, recursion and single operators, one fiber each. */
object ZioChains {
  private val one: UIO[Int] = ZIO.succeed(1)
  private val failure = new IllegalStateException("expected")

  private[peers] def run[A](program: Task[A]): A =
    Unsafe.unsafe { implicit unsafe => Runtime.default.unsafe.run(program).getOrThrow() }

  /** From the pool: the caller only waits. */
  private[peers] def pooled[A](program: Task[A]): A =
    run(program.fork.flatMap(_.join))

  def maps(n: Int): Int = run(mapped(n))

  def flatMaps(n: Int): Int = run(flatMapped(n))

  def pooledMaps(n: Int): Int = pooled(mapped(n))

  def pooledFlatMaps(n: Int): Int = pooled(flatMapped(n))

  def rescheduled(n: Int): Int = {
    var chain: UIO[Int] = ZIO.succeed(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => ZIO.yieldNow.as(x + 1))
      i += 1
    }
    pooled(chain)
  }

  private def mapped(n: Int): UIO[Int] = {
    var chain: UIO[Int] = ZIO.succeed(0)
    var i = 0
    while (i < n) {
      chain = chain.map(_ + 1)
      i += 1
    }
    chain
  }

  private def flatMapped(n: Int): UIO[Int] = {
    var chain: UIO[Int] = ZIO.succeed(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => Exit.succeed(x + 1))
      i += 1
    }
    chain
  }

  def rightBinds(n: Int): Int = {
    def from(i: Int): UIO[Int] = if (i == n) ZIO.succeed(i) else ZIO.succeed(i).flatMap(x => from(x + 1))
    run(from(0))
  }

  def deepRecursion(n: Int): Int = {
    def depth(i: Int): UIO[Int] =
      if (i == 0) ZIO.succeed(0) else ZIO.suspendSucceed(depth(i - 1)).map(_ + 1)
    run(depth(n))
  }

  private[peers] def repeated(n: Int, action: Task[Int]): Task[Int] = {
    def from(i: Int, sum: Int): Task[Int] =
      if (i == n) ZIO.succeed(sum) else action.flatMap(x => from(i + 1, sum + x))
    from(0, 0)
  }

  def hops(n: Int): Int = pooled(repeated(n, ZIO.yieldNow.as(1)))

  def errors(n: Int): Int = pooled(repeated(n, ZIO.fail(failure).either.map(_.fold(_ => 1, identity))))

  def brackets(n: Int): Int = pooled(repeated(n, ZIO.acquireReleaseWith(one)(_ => ZIO.unit)(x => ZIO.succeed(x))))

  def uncancelables(n: Int): Int = pooled(repeated(n, ZIO.uninterruptibleMask(restore => restore(one))))

  def races(n: Int): Int = pooled(repeated(n, one.race(ZIO.never)))

  def boths(n: Int): Int = pooled(repeated(n, one.zipPar(ZIO.succeed(0)).map(_._1)))

  def timeouts(n: Int): Int = pooled(repeated(n, one.timeout(1.hour).map(_.get)))
}
