package dev.clew.peers;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.infra.Blackhole;

/** What the programs of all competitors do between their forks and waits: the same code for each. */
public final class Work {
    /** Groups of {@link #factorials}. */
    public static final int GROUPS = 16;

    private Work() {}

    public static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    /** Burns {@code tokens} of processor time and is 1. */
    public static int one(long tokens) {
        if (tokens > 0) {
            Blackhole.consumeCPU(tokens);
        }
        return 1;
    }

    /** The factorials of each k of {@code group} up to {@code num}, summed; {@code tokens} are burnt besides. */
    public static long factorials(int group, int num, long tokens) {
        one(tokens);
        long sum = 0;
        for (int k = group; k <= num; k += GROUPS) {
            sum += factorial(k);
        }
        return sum;
    }

    public static long factorial(int k) {
        return k < 2 ? 1 : k * factorial(k - 1);
    }

    /** Numbers in an order that is the same in each call. */
    public static int[] shuffled(int length) {
        return new SplittableRandom(42).ints(length).toArray();
    }

    /** Whether the numbers ascend. */
    public static boolean sorted(int[] numbers) {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i - 1] > numbers[i]) {
                return false;
            }
        }
        return true;
    }

    /** Merges the ascending parts [from, middle) and [middle, to). */
    public static void merge(int[] numbers, int[] spare, int from, int middle, int to) {
        System.arraycopy(numbers, from, spare, from, middle - from);
        int left = from;
        int right = middle;
        for (int i = from; left < middle; i++) {
            numbers[i] = right < to && numbers[right] < spare[left] ? numbers[right++] : spare[left++];
        }
    }

    /** Sorts [from, to) on this thread. */
    public static void sort(int[] numbers, int from, int to) {
        Arrays.sort(numbers, from, to);
    }

    /** Between 100 and 1000 new objects. */
    public static Object[] allocate() {
        Object[] objects = new Object[ThreadLocalRandom.current().nextInt(100, 1000)];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new Object();
        }
        return objects;
    }

    public static int hash(Object[] objects) {
        int hash = 0;
        for (Object object : objects) {
            hash += object.hashCode();
        }
        return hash;
    }

    /** Trades on {@code days} days, each of which takes this thread {@code delayMillis} and gains 10; gives the profit. */
    public static int trade(int days, long delayMillis) throws InterruptedException {
        int profit = 0;
        for (int day = 0; day < days; day++) {
            Thread.sleep(delayMillis);
            profit += 10;
        }
        return profit;
    }

    /** How long sleeper {@code i} sleeps: 1 to 10 ms, spread evenly. */
    public static long sleepNanos(int i) {
        return 1_000_000 + (i * 7_919L) % 9_000 * 1_000;
    }
}
