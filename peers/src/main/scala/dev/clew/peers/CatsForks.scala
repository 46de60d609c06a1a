package dev.clew.peers

import cats.effect.{Deferred, IO}
import cats.syntax.all._
import scala.concurrent.ExecutionContext

/** Many fibers that compute. */
object CatsForks {
  import CatsChains.run

  /** One side started, the other computed here: the fastest form. */
  def fib(n: Int, level: Int): Int = run(started(n, level))

  private def started(n: Int, level: Int): IO[Int] =
    if (n < 2 || n < level) IO(Work.fib(n))
    else
      IO.defer(started(n - 1, level)).start.flatMap { larger =>
        started(n - 2, level).flatMap(y => larger.joinWithNever.map(_ + y))
      }

  /** Both sides by `both`, the form that the documentation shows. */
  def fibBoth(n: Int, level: Int): Int = run(both(n, level))

  private def both(n: Int, level: Int): IO[Int] =
    if (n < 2 || n < level) IO(Work.fib(n))
    else IO.defer(both(n - 1, level)).both(IO.defer(both(n - 2, level))).map { case (x, y) => x + y }

  private val groups: Vector[Int] = Vector.range(0, Work.GROUPS)

  def factorialsInTurn(num: Int, tokens: Long): Long =
    run(groups.traverse(g => IO(Work.factorials(g, num, tokens))).map(_.sum))

  def factorials(num: Int, tokens: Long): Long =
    run(groups.traverse(g => IO(Work.factorials(g, num, tokens)).start).flatMap(_.traverse(_.joinWithNever)).map(_.sum))

  /** All on another pool than its own. */
  def factorialsOn(executor: java.util.concurrent.Executor, parallel: Boolean, num: Int, tokens: Long): Long = {
    def work(g: Int) = IO(Work.factorials(g, num, tokens))
    val program =
      if (parallel) groups.traverse(g => work(g).start).flatMap(_.traverse(_.joinWithNever))
      else groups.traverse(work)
    run(program.map(_.sum).evalOn(ExecutionContext.fromExecutor(executor)))
  }

  def forkMany(n: Int): Int =
    run(List.range(0, n).traverse(_ => IO.pure(1).start).flatMap(_.foldM(0)((sum, f) => f.joinWithNever.map(_ + sum))))

  def chainedForks(n: Int): Int =
    run {
      Deferred[IO, Int].flatMap { end =>
        def link(i: Int): IO[Any] = if (i == n) end.complete(i) else IO.defer(link(i + 1)).start
        link(0) *> end.get
      }
    }

  private val tens: Vector[Int] = Vector.range(0, 10)

  def skynet(leaves: Int): Long = {
    def node(number: Long, size: Int): IO[Long] =
      if (size == 1) IO.pure(number)
      else {
        val part = size / 10
        tens.traverse(i => IO.defer(node(number + i * part, part)).start)
          .flatMap(_.foldM(0L)((sum, f) => f.joinWithNever.map(_ + sum)))
      }
    run(node(0, leaves))
  }

  def traverse(n: Int, tokens: Long): Int = run(List.range(0, n).traverse(_ => IO(Work.one(tokens))).map(_.sum))

  def parTraverse(n: Int, tokens: Long): Int = run(List.range(0, n).parTraverse(_ => IO(Work.one(tokens))).map(_.sum))

  /** Each element started, then all joined: faster than `parTraverse`. */
  def startEach(n: Int, tokens: Long): Int =
    run(List.range(0, n).traverse(_ => IO(Work.one(tokens)).start).flatMap(_.foldM(0)((sum, f) => f.joinWithNever.map(_ + sum))))

  def mergeSort(numbers: Array[Int], leaf: Int): Array[Int] = {
    val spare = new Array[Int](numbers.length)
    def sort(from: Int, to: Int): IO[Unit] =
      if (to - from <= leaf) IO(Work.sort(numbers, from, to))
      else {
        val middle = (from + to) >>> 1
        IO.defer(sort(from, middle)).start.flatMap { left =>
          sort(middle, to).flatMap(_ => left.joinWithNever).map(_ => Work.merge(numbers, spare, from, middle, to))
        }
      }
    run(sort(0, numbers.length))
    numbers
  }

  def skewedTree(depth: Int, tokens: Long): Int = {
    def node(left: Int): IO[Int] =
      if (left == 0) IO.pure(0)
      else
        IO(Work.one(tokens)).start.flatMap { leaf =>
          IO.defer(node(left - 1)).flatMap(sum => leaf.joinWithNever.map(_ + sum))
        }
    run(node(depth))
  }
}
