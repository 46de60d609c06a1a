package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.channel.Channel;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.ZioWaits;
import dev.clew.sync.Deferred;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Messages between fibers that wait for one another. <em>ping-pong</em>: {@code passes} round trips between two.
 * <em>ring</em>: one message around {@code members} fibers, {@code passes} times from one to the next. In the form
 * of deferreds a message completes a deferred and brings the one for the message after it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Handoffs {
    @Param("10000")
    public int passes;

    @Param("503")
    public int members;

    @Benchmark
    @Rival(value = Peer.CLEW, first = true, form = "channels", group = "ping-pong")
    public int clewChannels(ClewPool pool) throws Exception {
        Channel<Integer> there = Channel.create();
        Channel<Integer> back = Channel.create();
        return checked(
                pool.run(Task.fork(echo(passes, there, back).start().flatMap(fiber -> ping(passes, there, back, 0)))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, first = true, form = "channels", group = "ring")
    public int clewRingOfChannels(ClewPool pool) throws Exception {
        List<Channel<Integer>> inboxes = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            inboxes.add(Channel.create(1));
        }
        Deferred<Integer> end = Deferred.create();
        List<Task<Fiber<Integer>>> starts = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            starts.add(member(inboxes.get(i), inboxes.get((i + 1) % members), i, end)
                    .start());
        }
        return ended(pool.run(Task.fork(Task.sequence(starts)
                .flatMap(fibers -> inboxes.get(0)
                        .send(passes)
                        .sync()
                        .then(end.get())
                        .flatMap(last -> Task.traverse(fibers, Fiber::cancel).thenReturn(last))))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "deferreds", group = "ping-pong")
    public int clewPingPong(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Deferred<Mail> there = Deferred.create();
            Deferred<Mail> back = Deferred.create();
            return echo(passes, there, back).start().flatMap(fiber -> ping(passes, there, back, 0));
        }))));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "bounded(1)", group = "ping-pong")
    public int zioPingPong() throws Exception {
        return checked(ZioWaits.pingPong(passes));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "synchronous", group = "ping-pong")
    public int catsPingPong() throws Exception {
        return checked(CatsWaits.pingPong(passes));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "rendezvous", group = "ping-pong")
    public int kotlinPingPong() throws Exception {
        return checked(KotlinWaits.pingPong(passes));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, form = "SynchronousQueue", group = "ping-pong")
    public int virtualThreadsPingPong() throws Exception {
        SynchronousQueue<Integer> there = new SynchronousQueue<>();
        SynchronousQueue<Integer> back = new SynchronousQueue<>();
        Strand<Boolean> echo = Strand.fork(() -> {
            for (int i = 0; i < passes; i++) {
                back.put(there.take());
            }
            return true;
        });
        int sum = Strand.<Integer>run(() -> {
            int pongs = 0;
            for (int i = 0; i < passes; i++) {
                there.put(1);
                pongs += back.take();
            }
            return pongs;
        });
        echo.join();
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "deferreds", group = "ring")
    public int clewRing(ClewPool pool) throws Exception {
        return ended(pool.run(Task.fork(Task.defer(() -> {
            List<Deferred<Mail>> inboxes = new ArrayList<>();
            for (int i = 0; i < members; i++) {
                inboxes.add(Deferred.create());
            }
            Mail first = new Mail(passes, Deferred.create());
            Deferred<Integer> end = Deferred.create();
            List<Task<Fiber<Integer>>> starts = new ArrayList<>();
            for (int i = 0; i < members; i++) {
                Deferred<Mail> next = i == members - 1 ? first.next : inboxes.get(i + 1);
                starts.add(member(inboxes.get(i), next, i, end).start());
            }
            return Task.sequence(starts)
                    .flatMap(fibers -> inboxes.get(0)
                            .complete(first)
                            .then(end.get())
                            .flatMap(
                                    last -> Task.traverse(fibers, Fiber::cancel).thenReturn(last)));
        }))));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "ring")
    public int zioRing() throws Exception {
        return ended(ZioWaits.ring(members, passes));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "ring")
    public int catsRing() throws Exception {
        return ended(CatsWaits.ring(members, passes));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "ring")
    public int kotlinRing() throws Exception {
        return ended(KotlinWaits.ring(members, passes));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "ring")
    public int virtualThreadsRing() throws Exception {
        List<BlockingQueue<Integer>> queues = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            queues.add(new ArrayBlockingQueue<>(1));
        }
        CompletableFuture<Integer> end = new CompletableFuture<>();
        List<Strand<Boolean>> strands = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            int me = i;
            strands.add(Strand.fork(() -> pass(queues.get(me), queues.get((me + 1) % members), me, end)));
        }
        queues.get(0).put(passes);
        int last = end.get();
        strands.forEach(Strand::interrupt);
        return ended(last);
    }

    private static Task<Integer> ping(int left, Channel<Integer> there, Channel<Integer> back, int sum) {
        return left == 0
                ? Task.now(sum)
                : there.send(1)
                        .sync()
                        .flatMap(
                                sent -> back.receive().sync().flatMap(pong -> ping(left - 1, there, back, sum + pong)));
    }

    private static Task<Integer> echo(int left, Channel<Integer> there, Channel<Integer> back) {
        return left == 0
                ? Task.now(0)
                : there.receive()
                        .sync()
                        .flatMap(ping -> back.send(ping).sync().flatMap(sent -> echo(left - 1, there, back)));
    }

    private Task<Integer> member(Channel<Integer> inbox, Channel<Integer> next, int me, Deferred<Integer> end) {
        return inbox.receive()
                .sync()
                .flatMap(left -> left == 0
                        ? end.complete(me).thenReturn(me)
                        : next.send(left - 1).sync().flatMap(sent -> member(inbox, next, me, end)));
    }

    /** A message, and where the next one will come. */
    private record Mail(int value, Deferred<Mail> next) {}

    private static Task<Integer> ping(int left, Deferred<Mail> there, Deferred<Mail> back, int sum) {
        if (left == 0) {
            return Task.now(sum);
        }
        Mail mail = new Mail(1, Deferred.create());
        return there.complete(mail)
                .flatMap(first -> back.get())
                .flatMap(pong -> ping(left - 1, mail.next, pong.next, sum + pong.value));
    }

    private static Task<Integer> echo(int left, Deferred<Mail> there, Deferred<Mail> back) {
        if (left == 0) {
            return Task.now(0);
        }
        return there.get().flatMap(ping -> {
            Mail mail = new Mail(ping.value, Deferred.create());
            return back.complete(mail).flatMap(first -> echo(left - 1, ping.next, mail.next));
        });
    }

    /** Member {@code me} of a ring: passes on what comes until it is 0. */
    private Task<Integer> member(Deferred<Mail> inbox, Deferred<Mail> next, int me, Deferred<Integer> end) {
        return inbox.get().flatMap(mail -> {
            if (mail.value == 0) {
                return end.complete(me).thenReturn(me);
            }
            Mail passed = new Mail(mail.value - 1, Deferred.create());
            return next.complete(passed).flatMap(first -> member(mail.next, passed.next, me, end));
        });
    }

    private static boolean pass(
            BlockingQueue<Integer> mine, BlockingQueue<Integer> next, int me, CompletableFuture<Integer> end) {
        try {
            while (true) {
                int left = mine.take();
                if (left == 0) {
                    end.complete(me);
                    return true;
                }
                next.put(left - 1);
            }
        } catch (InterruptedException e) {
            return false; // the ring is over
        }
    }

    private int ended(int member) {
        return Check.number("the member with the last message", passes % members, member);
    }

    private int checked(int pongs) {
        return Check.number("pongs", passes, pongs);
    }
}
