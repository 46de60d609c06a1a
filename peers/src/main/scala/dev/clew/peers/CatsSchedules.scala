package dev.clew.peers

import cats.effect.IO
import cats.effect.unsafe.{IORuntime, IORuntimeBuilder}
import cats.syntax.all._
import java.util.concurrent.CountDownLatch

/** What the scheduler is asked to do: raw jobs, yields, and fibers under load. */
object CatsSchedules {
  import CatsChains.runtime

  val executor: java.util.concurrent.Executor = command => runtime.compute.execute(command)

  def runnables(chains: Int, times: Int): Int = Chains.run(executor, chains, times)

  def scheduling(fibers: Int, until: Int): Long = scheduled(fibers, until).unsafeRunSync()

  /** On a pool of its own with that many workers, which is shut down by `close`. */
  final class Pool(workers: Int) extends AutoCloseable {
    private val (compute, _, stop) = IORuntime.createWorkStealingComputeThreadPool(threads = workers)
    private val own: IORuntime = IORuntimeBuilder().setCompute(compute, stop).build()

    def scheduling(fibers: Int, until: Int): Long = scheduled(fibers, until).unsafeRunSync()(own)

    override def close(): Unit = own.shutdown()
  }

  private def scheduled(fibers: Int, until: Int): IO[Long] = {
    def fiber(i: Int): IO[Int] =
      IO.cede.flatMap { _ =>
        IO(i).flatMap { j =>
          IO.cede.flatMap { _ =>
            if (j > until) IO.cede.flatMap(_ => IO.pure(j))
            else IO.cede.flatMap(_ => fiber(j + 1))
          }
        }
      }
    List.range(0, fibers).traverse(fiber(_).start).flatMap(_.foldM(0L)((sum, f) => f.joinWithNever.map(_ + sum)))
  }

  def alloc(fibers: Int, rounds: Int): Int = {
    def fiber(i: Int): IO[Int] =
      IO.cede.flatMap { _ =>
        IO(Work.allocate()).flatMap { objects =>
          IO.cede.flatMap(_ => IO(Work.hash(objects))).flatMap { _ =>
            if (i >= rounds) IO.cede.flatMap(_ => IO.pure(1))
            else IO.cede.flatMap(_ => fiber(i + 1))
          }
        }
      }
    CatsChains.run {
      List.range(0, fibers).traverse(_ => fiber(1).start).flatMap(_.foldM(0)((sum, f) => f.joinWithNever.map(_ + sum)))
    }
  }

  /** Starts fibers that compute and yield for ever; what is returned ends them. */
  def load(fibers: Int, tokens: Long): Runnable = {
    @volatile var over = false
    val ended = new CountDownLatch(fibers)
    def busy: IO[Unit] =
      IO(Work.one(tokens)).flatMap(_ => if (over) IO(ended.countDown()) else IO.cede.flatMap(_ => busy))
    (0 until fibers).foreach(_ => busy.unsafeRunAndForget())
    () => { over = true; ended.await() }
  }

  /** Starts a fiber that runs `code`. */
  def start(code: Runnable): Unit = IO(code.run()).unsafeRunAndForget()
}
