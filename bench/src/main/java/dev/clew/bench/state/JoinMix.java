package dev.clew.bench.state;

import java.util.Arrays;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Different programs for a {@link ForkJoinPool}: several classes of tasks with several types of results. */
final class JoinMix {
    private JoinMix() {}

    static void round(ForkJoinPool pool) throws Exception {
        Check.equal("Hanoi", (1L << 12) - 1, pool.invoke(new Hanoi(12)));
        Check.equal("the depth of a tree", 11, pool.invoke(new Depth(11)));
        Check.equal("a binomial coefficient", 1716.0, pool.invoke(new Binomial(13, 6)));
        Check.equal("a long word", 1 << 10, pool.invoke(new Word(10)).length());
        int[] numbers = new int[2048];
        Arrays.setAll(numbers, i -> (i * 7919) & 2047);
        pool.invoke(new Sort(numbers, 0, numbers.length));
        Check.equal("the last number of a sorted array", 2047, numbers[2047]);
        Check.equal("a call", 42, pool.submit(() -> 42).get());
        LongAdder sum = new LongAdder();
        pool.invoke(new Sum(null, 0, 2048, sum));
        Check.equal("a sum", 2047L * 1024, sum.sum());
    }

    @SuppressWarnings("serial") // never serialized
    private static final class Hanoi extends RecursiveTask<Long> {
        private final int disks;

        Hanoi(int disks) {
            this.disks = disks;
        }

        @Override
        protected Long compute() {
            if (disks == 0) {
                return 0L;
            }
            Hanoi first = new Hanoi(disks - 1);
            first.fork();
            long second = new Hanoi(disks - 1).compute();
            return first.join() + 1 + second;
        }
    }

    @SuppressWarnings("serial") // never serialized
    private static final class Depth extends RecursiveTask<Integer> {
        private final int left;

        Depth(int left) {
            this.left = left;
        }

        @Override
        protected Integer compute() {
            if (left == 0) {
                return 0;
            }
            Depth deep = new Depth(left - 1);
            Depth shallow = new Depth(left / 2);
            invokeAll(deep, shallow);
            return 1 + Math.max(deep.join(), shallow.join());
        }
    }

    @SuppressWarnings("serial") // never serialized
    private static final class Binomial extends RecursiveTask<Double> {
        private final int n;
        private final int k;

        Binomial(int n, int k) {
            this.n = n;
            this.k = k;
        }

        @Override
        protected Double compute() {
            if (k == 0 || k == n) {
                return 1.0;
            }
            Binomial without = new Binomial(n - 1, k);
            without.fork();
            double with = new Binomial(n - 1, k - 1).invoke();
            return with + without.join();
        }
    }

    @SuppressWarnings("serial") // never serialized
    private static final class Word extends RecursiveTask<String> {
        private final int doublings;

        Word(int doublings) {
            this.doublings = doublings;
        }

        @Override
        protected String compute() {
            if (doublings == 0) {
                return "a";
            }
            Word left = new Word(doublings - 1);
            left.fork();
            return new Word(doublings - 1).compute() + left.join();
        }
    }

    @SuppressWarnings("serial") // never serialized
    private static final class Sort extends RecursiveAction {
        private final int[] numbers;
        private final int from;
        private final int to;

        Sort(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= 16) {
                Arrays.sort(numbers, from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(new Sort(numbers, from, middle), new Sort(numbers, middle, to));
            int[] left = Arrays.copyOfRange(numbers, from, middle);
            for (int i = 0, j = middle, k = from; i < left.length; k++) {
                numbers[k] = j == to || left[i] <= numbers[j] ? left[i++] : numbers[j++];
            }
        }
    }

    @SuppressWarnings("serial") // never serialized
    private static final class Sum extends CountedCompleter<Void> {
        private final int from;
        private final int to;
        private final LongAdder sum;

        Sum(@Nullable CountedCompleter<?> parent, int from, int to, LongAdder sum) {
            super(parent);
            this.from = from;
            this.to = to;
            this.sum = sum;
        }

        @Override
        public void compute() {
            if (to - from == 1) {
                sum.add(from);
            } else {
                int middle = (from + to) >>> 1;
                setPendingCount(2);
                new Sum(this, from, middle, sum).fork();
                new Sum(this, middle, to, sum).fork();
            }
            tryComplete();
        }
    }
}
