package dev.clew.peers

import cats.effect.IO
import cats.syntax.all._
import java.util.concurrent.{ExecutorService, Executors}
import scala.concurrent.{ExecutionContext, ExecutionContextExecutor}

/** The backtester by Cats Effect: fibers on an execution context of its own with that many threads, on which the days block. */
final class CatsBacktests(threads: Int) extends AutoCloseable {
  private val pool: ExecutorService = Executors.newFixedThreadPool(threads, Daemons)
  private val context: ExecutionContextExecutor = ExecutionContext.fromExecutor(pool)

  private def run(program: IO[Int]): Int = CatsChains.run(program.evalOn(context))

  private def trade(days: Int, delayMillis: Long): IO[Int] = IO(Work.trade(days, delayMillis))

  /** One fiber. */
  def gathered(days: Int, delayMillis: Long): Int =
    run(List.fill(days)(trade(1, delayMillis)).sequence.map(_.sum))

  /** A fiber a day, started and joined. */
  def forked(days: Int, delayMillis: Long): Int =
    run(startedAndJoined(List.fill(days)(trade(1, delayMillis))))

  /** The same by the operator that is meant for it. */
  def parTraverse(days: Int, delayMillis: Long): Int =
    run(List.fill(days)(delayMillis).parTraverse(trade(1, _)).map(_.sum))

  def batched(days: Int, delayMillis: Long, size: Int): Int =
    run(startedAndJoined(List.range(0, days, size).map(from => trade(math.min(size, days - from), delayMillis))))

  private def startedAndJoined(parts: List[IO[Int]]): IO[Int] =
    parts.traverse(_.start).flatMap(_.foldM(0)((sum, fiber) => fiber.joinWithNever.map(_ + sum)))

  override def close(): Unit = {
    pool.shutdownNow()
    ()
  }
}
