package dev.clew.peers

import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.Duration
import scala.concurrent.{Await, ExecutionContext, Future, Promise}

/** Scala's `Future` on its global pool: hot values with callbacks, not fibers. */
object FutureChains {
  private implicit val global: ExecutionContext = ExecutionContext.global

  private[peers] def await[A](future: Future[A]): A = Await.result(future, Duration.Inf)

  /** Transforms run where the value before was completed: the fastest form. */
  def pooledMaps(n: Int): Int = {
    var chain = Future(0)
    var i = 0
    while (i < n) {
      chain = chain.map(_ + 1)(parasitic)
      i += 1
    }
    await(chain)
  }

  def pooledFlatMaps(n: Int): Int = {
    var chain = Future(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => Future.successful(x + 1))(parasitic)
      i += 1
    }
    await(chain)
  }

  /** Each step on the pool again, as the published figures are. */
  def rescheduled(n: Int): Int = {
    var chain = Future(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => Future(x + 1))
      i += 1
    }
    await(chain)
  }

  def rightBinds(n: Int): Int = {
    def from(i: Int): Future[Int] = if (i == n) Future.successful(i) else Future.successful(i).flatMap(x => from(x + 1))(parasitic)
    await(from(0))
  }

  def hops(n: Int): Int = {
    def from(i: Int, sum: Int): Future[Int] = if (i == n) Future.successful(sum) else Future(1).flatMap(x => from(i + 1, sum + x))
    await(from(0, 0))
  }

  private val failure = new IllegalStateException("expected")

  def errors(n: Int): Int = {
    def from(i: Int, sum: Int): Future[Int] =
      if (i == n) Future.successful(sum)
      else Future.failed[Int](failure).recover { case _ => 1 }(parasitic).flatMap(x => from(i + 1, sum + x))(parasitic)
    await(Future.unit.flatMap(_ => from(0, 0)))
  }

  def fib(n: Int, level: Int): Int = await(forked(n, level))

  private def forked(n: Int, level: Int): Future[Int] =
    if (n < 2 || n < level) Future.successful(Work.fib(n))
    else {
      val larger = Future.delegate(forked(n - 1, level))
      val smaller = forked(n - 2, level)
      larger.flatMap(x => smaller.map(_ + x)(parasitic))(parasitic)
    }

  private val groups: Vector[Int] = Vector.range(0, Work.GROUPS)

  def factorials(num: Int, tokens: Long): Long =
    await(Future.traverse(groups)(g => Future(Work.factorials(g, num, tokens))).map(_.sum)(parasitic))

  /** One future for each element: the published baseline. */
  def factorialEach(num: Int): Long =
    await(Future.traverse(List.range(0, num + 1))(k => Future(Work.factorial(k))).map(_.sum)(parasitic))

  def forkMany(n: Int): Int = await(Future.traverse(List.range(0, n))(_ => Future(1)).map(_.sum)(parasitic))

  def parTraverse(n: Int, tokens: Long): Int =
    await(Future.traverse(List.range(0, n))(_ => Future(Work.one(tokens))).map(_.sum)(parasitic))

  /** Promises, each completed by a callback of the next. */
  def avalanche(n: Int): Int = {
    val leftmost = Promise[Int]()
    var left = leftmost
    var i = 0
    while (i < n) {
      val right = Promise[Int]()
      val mine = left
      right.future.foreach(x => mine.success(x + 1))
      left = right
      i += 1
    }
    left.success(0)
    await(leftmost.future)
  }

  def runnables(chains: Int, times: Int): Int = Chains.run(command => global.execute(command), chains, times)
}
