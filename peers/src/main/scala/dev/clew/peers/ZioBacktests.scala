package dev.clew.peers

import java.util.concurrent.{ExecutorService, Executors}
import zio.{Executor, Task, ZIO}

/** The backtester by ZIO: fibers on an executor of its own with that many threads, on which the days block. */
final class ZioBacktests(threads: Int) extends AutoCloseable {
  private val pool: ExecutorService = Executors.newFixedThreadPool(threads, Daemons)
  private val executor: Executor = Executor.fromJavaExecutor(pool)

  private def run(program: Task[Int]): Int = ZioChains.run(program.onExecutor(executor))

  private def trade(days: Int, delayMillis: Long): Task[Int] = ZIO.attempt(Work.trade(days, delayMillis))

  /** One fiber. */
  def gathered(days: Int, delayMillis: Long): Int =
    run(ZIO.collectAll(List.fill(days)(trade(1, delayMillis))).map(_.sum))

  /** A fiber a day, forked and joined. */
  def forked(days: Int, delayMillis: Long): Int =
    run(forkedAndJoined(List.fill(days)(trade(1, delayMillis))))

  /** The same by the operator that is meant for it. */
  def foreachPar(days: Int, delayMillis: Long): Int =
    run(ZIO.foreachPar(List.fill(days)(delayMillis))(trade(1, _)).map(_.sum))

  def batched(days: Int, delayMillis: Long, size: Int): Int =
    run(forkedAndJoined(List.range(0, days, size).map(from => trade(math.min(size, days - from), delayMillis))))

  private def forkedAndJoined(parts: List[Task[Int]]): Task[Int] =
    ZIO.foreach(parts)(_.fork).flatMap(ZIO.foldLeft(_)(0)((sum, fiber) => fiber.join.map(_ + sum)))

  override def close(): Unit = {
    pool.shutdownNow()
    ()
  }
}
