package dev.clew.bench.micro;

import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A list of {@code elements}, each {@code tokens} of work: what an element of {@code parTraverse} costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Ranges extends AfterOtherPrograms {
    @Param("1000")
    public int elements;

    @Param("100")
    public long tokens;

    private List<Integer> items;

    @Setup
    public void describe() {
        items = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            items.add(i);
        }
    }

    private Integer work(Integer item) {
        Blackhole.consumeCPU(tokens);
        return item;
    }

    @Benchmark
    public int parTraverse(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.parTraverse(items, item -> Task.delay(() -> work(item))))));
    }

    @Benchmark
    public int parallelStream() {
        return checked(items.parallelStream().map(this::work).toList());
    }

    /** One task an element. */
    @Benchmark
    public int forkJoinPool(JoinPool pool) {
        Integer[] results = new Integer[elements];
        pool.run(new RecursiveAction() {
            @Override
            protected void compute() {
                List<ForkJoinTask<?>> forked = new ArrayList<>();
                for (int i = 0; i < elements; i++) {
                    int at = i;
                    forked.add(ForkJoinTask.adapt(() -> {
                                results[at] = work(items.get(at));
                            })
                            .fork());
                }
                for (int i = forked.size() - 1; i >= 0; i--) {
                    forked.get(i).join();
                }
            }
        });
        return checked(List.of(results));
    }

    @Benchmark
    public int sequential() {
        return checked(items.stream().map(this::work).toList());
    }

    private int checked(List<Integer> results) {
        return Check.number("the last element", elements - 1, results.get(elements - 1));
    }
}
