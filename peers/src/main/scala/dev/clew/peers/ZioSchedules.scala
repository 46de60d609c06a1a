package dev.clew.peers

import java.util.concurrent.CountDownLatch
import zio._

/** What the scheduler is asked to do: raw jobs, yields, and fibers under load. */
object ZioSchedules {
  import ZioChains.{pooled, run}

  /** Its pool as the JDK's executor. */
  val executor: java.util.concurrent.Executor = run(ZIO.executor).asJava

  def runnables(chains: Int, times: Int): Int = Chains.run(executor, chains, times)

  def scheduling(fibers: Int, until: Int): Long = pooled(scheduled(fibers, until))

  private def scheduled(fibers: Int, until: Int): Task[Long] = {
    def fiber(i: Int): UIO[Int] =
      ZIO.yieldNow.flatMap { _ =>
        ZIO.succeed(i).flatMap { j =>
          ZIO.yieldNow.flatMap { _ =>
            if (j > until) ZIO.yieldNow.flatMap(_ => ZIO.succeed(j))
            else ZIO.yieldNow.flatMap(_ => fiber(j + 1))
          }
        }
      }
    ZIO.foreach(List.range(0, fibers))(i => fiber(i).fork).flatMap(ZIO.foldLeft(_)(0L)((sum, f) => f.join.map(_ + sum)))
  }

  def alloc(fibers: Int, rounds: Int): Int = {
    def fiber(i: Int): UIO[Int] =
      ZIO.yieldNow.flatMap { _ =>
        ZIO.succeed(Work.allocate()).flatMap { objects =>
          ZIO.yieldNow.flatMap(_ => ZIO.succeed(Work.hash(objects))).flatMap { _ =>
            if (i >= rounds) ZIO.yieldNow.flatMap(_ => ZIO.succeed(1))
            else ZIO.yieldNow.flatMap(_ => fiber(i + 1))
          }
        }
      }
    pooled {
      ZIO.foreach(List.range(0, fibers))(_ => fiber(1).fork).flatMap(ZIO.foldLeft(_)(0)((sum, f) => f.join.map(_ + sum)))
    }
  }

  /** Starts fibers that compute and yield for ever; what is returned ends them. */
  def load(fibers: Int, tokens: Long): Runnable = {
    @volatile var over = false
    val ended = new CountDownLatch(fibers)
    def busy: UIO[Unit] =
      ZIO.succeed(Work.one(tokens)).flatMap(_ => if (over) ZIO.succeed(ended.countDown()) else ZIO.yieldNow.flatMap(_ => busy))
    Unsafe.unsafe { implicit unsafe =>
      (0 until fibers).foreach(_ => Runtime.default.unsafe.fork(ZIO.yieldNow *> busy))
    }
    () => { over = true; ended.await() }
  }

  /** Starts a fiber that runs `code`. */
  def start(code: Runnable): Unit =
    Unsafe.unsafe { implicit unsafe => Runtime.default.unsafe.fork(ZIO.yieldNow *> ZIO.succeed(code.run())) }
}
