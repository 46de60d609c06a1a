package dev.clew.peers

import zio._

/** Fibers that wait: for one another, for queues and permits, for time. */
object ZioWaits {
  import ZioChains.pooled

  /** A chain of fibers, each completing its left neighbour with one more than its right one gave. */
  def avalanche(n: Int): Int =
    pooled {
      Promise.make[Nothing, Int].flatMap { leftmost =>
        def link(i: Int, left: Promise[Nothing, Int]): UIO[Promise[Nothing, Int]] =
          if (i == n) ZIO.succeed(left)
          else
            Promise.make[Nothing, Int].flatMap { right =>
              right.await.flatMap(x => left.succeed(x + 1)).fork.flatMap(_ => link(i + 1, right))
            }
        link(0, leftmost).flatMap(_.succeed(0)) *> leftmost.await
      }
    }

  def pingPong(rounds: Int): Int =
    pooled {
      for {
        there <- Queue.bounded[Int](1)
        back <- Queue.bounded[Int](1)
        echo <- ZioChains.repeated(rounds, there.take.flatMap(back.offer(_)).as(1)).fork
        sum <- ZioChains.repeated(rounds, there.offer(1) *> back.take)
        _ <- echo.join
      } yield sum
    }

  def ring(members: Int, passes: Int): Int =
    pooled {
      for {
        queues <- ZIO.foreach(Vector.range(0, members))(_ => Queue.bounded[Int](1))
        end <- Promise.make[Nothing, Int]
        member = (i: Int) => {
          val next = queues((i + 1) % members)
          def pass: UIO[Unit] =
            queues(i).take.flatMap(x => if (x == 0) end.succeed(i).unit else next.offer(x - 1) *> pass)
          pass
        }
        fibers <- ZIO.foreach(Vector.range(0, members))(i => member(i).fork)
        _ <- queues(0).offer(passes)
        last <- end.await
        _ <- Fiber.interruptAll(fibers)
      } yield last
    }

  /** `capacity` 0 is unbounded. */
  def queue(capacity: Int, producers: Int, consumers: Int, messages: Int, tokens: Long): Long =
    pooled {
      for {
        queue <- if (capacity == 0) Queue.unbounded[Int] else Queue.bounded[Int](capacity)
        takers <- ZIO.foreach(Vector.fill(consumers)(messages / consumers))(n => taken(queue, n, tokens).fork)
        offers <- ZIO.foreach(Vector.fill(producers)(messages / producers))(n => offered(queue, n, tokens).fork)
        _ <- ZIO.foreachDiscard(offers)(_.join)
        sums <- ZIO.foreach(takers)(_.join)
      } yield sums.sum
    }

  private def offered(queue: Queue[Int], n: Int, tokens: Long): UIO[Unit] =
    if (n == 0) ZIO.unit
    else queue.offer(if (tokens == 0) n else n * Work.one(tokens)).flatMap(_ => offered(queue, n - 1, tokens))

  private def taken(queue: Queue[Int], n: Int, tokens: Long): UIO[Long] = {
    def from(i: Int, sum: Long): UIO[Long] =
      if (i == n) ZIO.succeed(sum)
      else queue.take.flatMap(x => from(i + 1, sum + (if (tokens == 0) x else x * Work.one(tokens))))
    from(0, 0)
  }

  def semaphore(permits: Int, fibers: Int, rounds: Int): Int =
    pooled {
      Semaphore.make(permits.toLong).flatMap { semaphore =>
        val user = ZioChains.repeated(rounds, semaphore.withPermit(ZIO.succeed(1)))
        ZIO.foreach(Vector.fill(fibers)(user))(_.fork).flatMap(ZIO.foldLeft(_)(0)((sum, f) => f.join.map(_ + sum)))
      }
    }

  def sleeps(n: Int): Int =
    pooled {
      ZIO.foreach(Vector.range(0, n))(i => ZIO.sleep(Duration.fromNanos(Work.sleepNanos(i))).as(1).fork)
        .flatMap(ZIO.foldLeft(_)(0)((sum, f) => f.join.map(_ + sum)))
    }

  def cancels(n: Int): Int =
    pooled {
      ZIO.foreach(Vector.range(0, n))(_ => ZIO.never.fork)
        .flatMap(ZIO.foldLeft(_)(0)((sum, f) => f.interrupt.map(exit => if (exit.isInterrupted) sum + 1 else sum)))
    }

  /** Fibers that wait for one promise; what `look` says while they do. */
  def parked(n: Int, look: java.util.function.LongSupplier): Long =
    pooled {
      for {
        gate <- Promise.make[Nothing, Int]
        left <- Ref.make(n)
        all <- Promise.make[Nothing, Unit]
        last = left.updateAndGet(_ - 1).flatMap(l => all.succeed(()).when(l == 0))
        _ <- ZIO.foreachDiscard(0 until n)(_ => (last *> gate.await).fork)
        _ <- all.await
        seen <- ZIO.succeed(look.getAsLong)
        _ <- gate.succeed(1)
      } yield seen
    }
}
