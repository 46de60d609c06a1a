package dev.clew.peers.scalaz720;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import scala.Function0;
import scala.collection.JavaConversions;
import scala.runtime.AbstractFunction0;
import scalaz.concurrent.Task;
import scalaz.concurrent.Task$;

/**
 * {@code OldTasks gathered|forked|batched warmups=2 warmupMillis=0 iterations=3 millis=0 days=360 delayMillis=1 workers=4} prints the
 * nanoseconds of a backtest, a line for each iteration; with {@code millis=0} an iteration is one backtest. The version of the
 * library whose {@code gatherUnordered} takes time in the square of the days.
 */
public final class OldTasks {
    private static final int BATCH = 30;
    private static final int DAILY_PROFIT = 10;

    private final int days;
    private final long delayMillis;
    private final ExecutorService pool;

    private OldTasks(int days, long delayMillis, ExecutorService pool) {
        this.days = days;
        this.delayMillis = delayMillis;
        this.pool = pool;
    }

    public static void main(String[] arguments) {
        Map<String, Long> parameters = new HashMap<>();
        for (int i = 1; i < arguments.length; i++) {
            int equals = arguments[i].indexOf('=');
            parameters.put(arguments[i].substring(0, equals), Long.parseLong(arguments[i].substring(equals + 1)));
        }
        ExecutorService pool = Executors.newFixedThreadPool((int) parameter(parameters, "workers"));
        try {
            OldTasks tasks =
                    new OldTasks((int) parameter(parameters, "days"), parameter(parameters, "delayMillis"), pool);
            long warmup = parameter(parameters, "warmupMillis") * 1_000_000;
            for (long i = parameter(parameters, "warmups"); i > 0; i--) {
                tasks.iteration(arguments[0], warmup);
            }
            long length = parameter(parameters, "millis") * 1_000_000;
            for (long i = parameter(parameters, "iterations"); i > 0; i--) {
                System.out.println(tasks.iteration(arguments[0], length));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static long parameter(Map<String, Long> parameters, String name) {
        Long value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the parameter " + name + " is needed, but only " + parameters.keySet()
                    + " were given; add " + name + "=1");
        }
        return value;
    }

    private long iteration(String form, long length) {
        long begin = System.nanoTime();
        long operations = 0;
        long elapsed;
        do {
            int profit = run(form);
            if (profit != DAILY_PROFIT * days) {
                throw new IllegalStateException(
                        "a backtest of " + days + " days must give " + DAILY_PROFIT * days + ", but gave " + profit);
            }
            operations++;
            elapsed = System.nanoTime() - begin;
        } while (elapsed < length);
        return elapsed / operations;
    }

    private int run(String form) {
        List<Task<Integer>> tasks = new ArrayList<>();
        switch (form) {
            case "gathered" -> {
                for (int d = 0; d < days; d++) {
                    tasks.add(delayed(() -> trade(1)));
                }
            }
            case "forked" -> {
                for (int d = 0; d < days; d++) {
                    tasks.add(forked(delayed(() -> trade(1))));
                }
            }
            case "batched" -> {
                for (int d = 0; d < days; d += BATCH) {
                    int batch = Math.min(BATCH, days - d);
                    tasks.add(forked(delayed(() -> trade(batch))));
                }
            }
            default ->
                throw new IllegalArgumentException("a backtest is gathered, forked or batched, but '" + form
                        + "' was asked for; name one of these");
        }
        Task<scala.collection.immutable.List<Integer>> gathered = Task$.MODULE$.gatherUnordered(
                JavaConversions.asScalaBuffer(tasks).toList(), false);
        int profit = 0;
        for (int part : JavaConversions.seqAsJavaList(gathered.unsafePerformSync())) {
            profit += part;
        }
        return profit;
    }

    private int trade(int some) {
        int profit = 0;
        for (int d = 0; d < some; d++) {
            try {
                Thread.sleep(delayMillis);
            } catch (InterruptedException e) {
                throw new IllegalStateException("a trading day must not be interrupted, but its thread was", e);
            }
            profit += DAILY_PROFIT;
        }
        return profit;
    }

    private static Task<Integer> delayed(Supplier<Integer> code) {
        return Task$.MODULE$.delay(function(code));
    }

    private Task<Integer> forked(Task<Integer> task) {
        return Task$.MODULE$.fork(function(() -> task), pool);
    }

    private static <A> Function0<A> function(Supplier<A> code) {
        return new AbstractFunction0<A>() {
            @Override
            public A apply() {
                return code.get();
            }
        };
    }
}
