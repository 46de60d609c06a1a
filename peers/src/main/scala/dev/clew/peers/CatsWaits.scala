package dev.clew.peers

import cats.effect.{Deferred, IO}
import cats.effect.std.{Mutex, Queue, Semaphore}
import cats.syntax.all._
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration._

/** Fibers that wait: for one another, for queues and permits, for time. */
object CatsWaits {
  import CatsChains.{repeated, run}

  /** A chain of fibers, each completing its left neighbour with one more than its right one gave. */
  def avalanche(n: Int): Int =
    run {
      Deferred[IO, Int].flatMap { leftmost =>
        def link(i: Int, left: Deferred[IO, Int]): IO[Deferred[IO, Int]] =
          if (i == n) IO.pure(left)
          else
            Deferred[IO, Int].flatMap { right =>
              right.get.flatMap(x => left.complete(x + 1)).start.flatMap(_ => link(i + 1, right))
            }
        link(0, leftmost).flatMap(_.complete(0)) *> leftmost.get
      }
    }

  def pingPong(rounds: Int): Int =
    run {
      for {
        there <- Queue.synchronous[IO, Int]
        back <- Queue.synchronous[IO, Int]
        echo <- repeated(rounds, there.take.flatMap(back.offer).as(1)).start
        sum <- repeated(rounds, there.offer(1) *> back.take)
        _ <- echo.joinWithNever
      } yield sum
    }

  def ring(members: Int, passes: Int): Int =
    run {
      for {
        queues <- Vector.range(0, members).traverse(_ => Queue.bounded[IO, Int](1))
        end <- Deferred[IO, Int]
        member = (i: Int) => {
          val next = queues((i + 1) % members)
          def pass: IO[Unit] =
            queues(i).take.flatMap(x => if (x == 0) end.complete(i).void else next.offer(x - 1) *> pass)
          pass
        }
        fibers <- Vector.range(0, members).traverse(i => member(i).start)
        _ <- queues(0).offer(passes)
        last <- end.get
        _ <- fibers.traverse_(_.cancel)
      } yield last
    }

  /** `capacity` 0 is unbounded. */
  def queue(capacity: Int, producers: Int, consumers: Int, messages: Int, tokens: Long): Long =
    run {
      for {
        queue <- if (capacity == 0) Queue.unbounded[IO, Int] else Queue.bounded[IO, Int](capacity)
        takers <- Vector.fill(consumers)(messages / consumers).traverse(n => taken(queue, n, tokens).start)
        offers <- Vector.fill(producers)(messages / producers).traverse(n => offered(queue, n, tokens).start)
        _ <- offers.traverse_(_.joinWithNever)
        sums <- takers.traverse(_.joinWithNever)
      } yield sums.sum
    }

  private def offered(queue: Queue[IO, Int], n: Int, tokens: Long): IO[Unit] =
    if (n == 0) IO.unit
    else IO.defer(queue.offer(if (tokens == 0) n else n * Work.one(tokens))).flatMap(_ => offered(queue, n - 1, tokens))

  private def taken(queue: Queue[IO, Int], n: Int, tokens: Long): IO[Long] = {
    def from(i: Int, sum: Long): IO[Long] =
      if (i == n) IO.pure(sum)
      else queue.take.flatMap(x => from(i + 1, sum + (if (tokens == 0) x else x * Work.one(tokens))))
    from(0, 0)
  }

  def semaphore(permits: Int, fibers: Int, rounds: Int): Int =
    run(Semaphore[IO](permits.toLong).flatMap(s => contended(fibers, rounds, s.permit.surround(IO(1)))))

  def mutex(fibers: Int, rounds: Int): Int =
    run(Mutex[IO].flatMap(m => contended(fibers, rounds, m.lock.surround(IO(1)))))

  private def contended(fibers: Int, rounds: Int, section: IO[Int]): IO[Int] =
    Vector.fill(fibers)(repeated(rounds, section)).traverse(_.start).flatMap(_.foldM(0)((sum, f) => f.joinWithNever.map(_ + sum)))

  def sleeps(n: Int): Int =
    run {
      Vector.range(0, n).traverse(i => IO.sleep(Work.sleepNanos(i).nanos).as(1).start)
        .flatMap(_.foldM(0)((sum, f) => f.joinWithNever.map(_ + sum)))
    }

  def cancels(n: Int): Int =
    run {
      Vector.range(0, n).traverse(_ => IO.never[Int].start)
        .flatMap(_.foldM(0)((sum, f) => f.cancel *> f.join.map(outcome => if (outcome.isCanceled) sum + 1 else sum)))
    }

  /** Fibers that wait for one deferred; what `look` says while they do. */
  def parked(n: Int, look: java.util.function.LongSupplier): Long = {
    val left = new AtomicInteger(n)
    run {
      for {
        gate <- Deferred[IO, Int]
        all <- Deferred[IO, Unit]
        last = IO(left.decrementAndGet()).flatMap(l => if (l == 0) all.complete(()).void else IO.unit)
        _ <- repeated(n, (last *> gate.get).start.as(0))
        _ <- all.get
        seen <- IO(look.getAsLong)
        _ <- gate.complete(1)
      } yield seen
    }
  }
}
