package dev.clew.peers

import java.util.concurrent.{ExecutorService, Executors}
import scalaz.concurrent.Task
import scalaz.{Nondeterminism, \/}

/** Scalaz `Task`: chains, recursion, and gathered tasks. It has no fibers, so it is absent where fibers wait for others. */
object ScalazChains {
  /** The pool of the chapter that its chains come from. */
  private val pool: ExecutorService = Executors.newFixedThreadPool(20, Daemons)

  /** A worker a processor, for what is gathered. */
  private[peers] val workers: ExecutorService = Executors.newFixedThreadPool(Runtime.getRuntime.availableProcessors, Daemons)

  private val failure = new IllegalStateException("expected")
  private val one: Task[Int] = Task.now(1)

  def pooledMaps(n: Int): Int = {
    var chain: Task[Int] = Task(0)(pool)
    var i = 0
    while (i < n) {
      chain = chain.map(_ + 1)
      i += 1
    }
    chain.unsafePerformSync
  }

  def pooledFlatMaps(n: Int): Int = {
    var chain: Task[Int] = Task(0)(pool)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => Task.now(x + 1))
      i += 1
    }
    chain.unsafePerformSync
  }

  def rescheduled(n: Int): Int = {
    var chain: Task[Int] = Task(0)(pool)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => Task(x + 1)(pool))
      i += 1
    }
    chain.unsafePerformSync
  }

  def maps(n: Int): Int = {
    var chain: Task[Int] = Task.now(0)
    var i = 0
    while (i < n) {
      chain = chain.map(_ + 1)
      i += 1
    }
    chain.unsafePerformSync
  }

  def flatMaps(n: Int): Int = {
    var chain: Task[Int] = Task.now(0)
    var i = 0
    while (i < n) {
      chain = chain.flatMap(x => Task.now(x + 1))
      i += 1
    }
    chain.unsafePerformSync
  }

  def rightBinds(n: Int): Int = {
    def from(i: Int): Task[Int] = if (i == n) Task.now(i) else Task.now(i).flatMap(x => from(x + 1))
    from(0).unsafePerformSync
  }

  def deepRecursion(n: Int): Int = {
    def depth(i: Int): Task[Int] = if (i == 0) Task.now(0) else Task.suspend(depth(i - 1)).map(_ + 1)
    depth(n).unsafePerformSync
  }

  private def repeated(n: Int, action: Task[Int]): Task[Int] = {
    def from(i: Int, sum: Int): Task[Int] = if (i == n) Task.now(sum) else action.flatMap(x => from(i + 1, sum + x))
    from(0, 0)
  }

  def hops(n: Int): Int = Task.fork(repeated(n, Task(1)(workers)))(workers).unsafePerformSync

  def errors(n: Int): Int =
    Task.fork(repeated(n, Task.fail(failure).attempt.map((e: Throwable \/ Int) => e.fold(_ => 1, x => x))))(workers).unsafePerformSync

  def boths(n: Int): Int =
    Task.fork(repeated(n, Nondeterminism[Task].mapBoth(one, Task.now(0))((x, _) => x)))(workers).unsafePerformSync
}
