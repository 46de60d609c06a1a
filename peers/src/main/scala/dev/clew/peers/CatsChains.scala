package dev.clew.peers

import cats.effect.IO
import cats.effect.unsafe.IORuntime
import scala.concurrent.duration._

/** Chains, recursion and single operators, one fiber each. */
object CatsChains {
  private[peers] implicit val runtime: IORuntime = IORuntime.global

  private val one: IO[Int] = IO.pure(1)
  private val failure = new IllegalStateException("expected")

  /** A fiber of the pool; the caller only waits. */
  private[peers] def run[A](program: IO[A]): A = program.unsafeRunSync()

  def pooledMaps(n: Int): Int = {
    var chain: IO[Int] = IO.pure(0)
    var i = 0
    while (i < n) {
      chain = chain.map(_ + 1)
      i += 1
    }
    run(chain)
  }

  def pooledFlatMaps(n: Int): Int = {
    var chain: IO[Int] = IO.pure(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => IO.pure(x + 1))
      i += 1
    }
    run(chain)
  }

  def rescheduled(n: Int): Int = {
    var chain: IO[Int] = IO.pure(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => IO.cede.as(x + 1))
      i += 1
    }
    run(chain)
  }

  def rightBinds(n: Int): Int = {
    def from(i: Int): IO[Int] = if (i == n) IO.pure(i) else IO.pure(i).flatMap(x => from(x + 1))
    run(from(0))
  }

  def deepRecursion(n: Int): Int = {
    def depth(i: Int): IO[Int] = if (i == 0) IO.pure(0) else IO.defer(depth(i - 1)).map(_ + 1)
    run(depth(n))
  }

  private[peers] def repeated(n: Int, action: IO[Int]): IO[Int] = {
    def from(i: Int, sum: Int): IO[Int] = if (i == n) IO.pure(sum) else action.flatMap(x => from(i + 1, sum + x))
    from(0, 0)
  }

  def hops(n: Int): Int = run(repeated(n, IO.cede.as(1)))

  def errors(n: Int): Int = run(repeated(n, IO.raiseError[Int](failure).attempt.map(_.fold(_ => 1, identity))))

  def brackets(n: Int): Int = run(repeated(n, one.bracket(IO.pure)(_ => IO.unit)))

  def uncancelables(n: Int): Int = run(repeated(n, IO.uncancelable(poll => poll(one))))

  def races(n: Int): Int = run(repeated(n, one.race(IO.never[Int]).map(_.merge)))

  def boths(n: Int): Int = run(repeated(n, one.both(IO.pure(0)).map(_._1)))

  def timeouts(n: Int): Int = run(repeated(n, one.timeout(1.hour)))
}
