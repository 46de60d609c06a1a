package dev.clew.bench.micro;

import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.peers.KotlinWaits;
import dev.clew.sync.Deferred;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Channels and choices, {@code rounds} rounds an operation. <em>There</em> is a send and a receive that never wait, on a channel that
 * holds values; <em>one way</em> one fiber that sends to another; <em>ping-pong</em> two that answer one another; a
 * <em>select</em> waits for the last of {@code alternatives}. An <em>avalanche</em> is a chain of {@code rounds} fibers, each of which
 * waits for its right neighbour and gives one more to its left.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Channels extends AfterOtherPrograms {
    @Param("10000")
    public int rounds;

    @Param("2")
    public int alternatives;

    @Benchmark
    public int there(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Channel<Integer> channel = Channel.create(1);
            return there(channel, channel.receive().sync(), 0);
        }))));
    }

    private Task<Integer> there(Channel<Integer> channel, Task<Integer> receive, int round) {
        return round == rounds
                ? Task.now(round)
                : channel.send(round + 1)
                        .sync()
                        .flatMap(sent -> receive.flatMap(next -> there(channel, receive, next)));
    }

    @Benchmark
    public int oneWay(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Channel<Integer> channel = Channel.create();
            return send(channel, 1).start().then(receive(channel.receive().sync(), 0));
        }))));
    }

    private Task<Integer> send(Channel<Integer> channel, int number) {
        return number > rounds
                ? Task.now(number)
                : channel.send(number).sync().flatMap(sent -> send(channel, number + 1));
    }

    private Task<Integer> receive(Task<Integer> receive, int last) {
        return last == rounds ? Task.now(last) : receive.flatMap(next -> receive(receive, next));
    }

    @Benchmark
    public int pingPong(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Channel<Integer> there = Channel.create();
            Channel<Integer> back = Channel.create();
            return pong(there.receive().sync(), back)
                    .start()
                    .then(ping(there, back.receive().sync(), 0));
        }))));
    }

    private Task<Integer> ping(Channel<Integer> there, Task<Integer> back, int round) {
        return round == rounds
                ? Task.now(round)
                : there.send(round).sync().flatMap(sent -> back.flatMap(answer -> ping(there, back, answer)));
    }

    private Task<Integer> pong(Task<Integer> there, Channel<Integer> back) {
        return there.flatMap(question -> {
            Task<?> answer = back.send(question + 1).sync();
            return question + 1 == rounds ? answer.thenReturn(0) : answer.flatMap(sent -> pong(there, back));
        });
    }

    @Benchmark
    public int select(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Channel<Integer> channel = Channel.create();
            List<Alt<Integer>> all = new ArrayList<>();
            for (int i = 1; i < alternatives; i++) {
                all.add(Channel.<Integer>create().receive());
            }
            all.add(channel.receive());
            return send(channel, 1).start().then(receive(Alt.choose(all).sync(), 0));
        }))));
    }

    @Benchmark
    public int selectKotlin() {
        return checked(KotlinWaits.selects(rounds, alternatives));
    }

    @Benchmark
    public int avalancheOfChannels(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Channel<Integer> first = Channel.create();
            return links(first, first, rounds);
        }))));
    }

    private static Task<Integer> links(Channel<Integer> first, Channel<Integer> left, int number) {
        if (number == 0) {
            return left.send(0).sync().start().then(first.receive().sync());
        }
        Channel<Integer> right = Channel.create();
        Task<?> link = right.receive().sync().flatMap(x -> left.send(x + 1).sync());
        return link.start().flatMap(fiber -> links(first, right, number - 1));
    }

    @Benchmark
    public int avalancheOfDeferreds(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            Deferred<Integer> first = Deferred.create();
            return links(first, first, rounds);
        }))));
    }

    private static Task<Integer> links(Deferred<Integer> first, Deferred<Integer> left, int number) {
        if (number == 0) {
            return left.complete(0).then(first.get());
        }
        Deferred<Integer> right = Deferred.create();
        Task<Boolean> link = right.get().flatMap(x -> left.complete(x + 1));
        return link.start().flatMap(fiber -> links(first, right, number - 1));
    }

    private int checked(int last) {
        return Check.number("channels", rounds, last);
    }
}
