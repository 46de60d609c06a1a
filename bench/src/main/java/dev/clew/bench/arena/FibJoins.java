package dev.clew.bench.arena;

import dev.clew.peers.Work;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** {@link Fib} for a {@link java.util.concurrent.ForkJoinPool}. */
@SuppressWarnings("serial") // never serialized
final class FibJoins {
    private FibJoins() {}

    /** Forks the larger side, computes the other itself, then joins, as the documentation of the class does. */
    static final class Boxed extends RecursiveTask<Integer> {
        private final int n;

        Boxed(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Boxed larger = new Boxed(n - 1);
            larger.fork();
            return new Boxed(n - 2).compute() + larger.join();
        }
    }

    /** As {@link Boxed}, sequential below a level. */
    static final class BoxedAbove extends RecursiveTask<Integer> {
        private final int n;
        private final int level;

        BoxedAbove(int n, int level) {
            this.n = n;
            this.level = level;
        }

        @Override
        protected Integer compute() {
            if (n < level || n < 2) {
                return Work.fib(n);
            }
            BoxedAbove larger = new BoxedAbove(n - 1, level);
            larger.fork();
            return new BoxedAbove(n - 2, level).compute() + larger.join();
        }
    }

    /** The result replaces {@code n}; a side that nobody took is computed in place, without its status. */
    static final class Unboxed extends RecursiveAction {
        private int number;

        Unboxed(int n) {
            this.number = n;
        }

        int result() {
            return number;
        }

        @Override
        protected void compute() {
            int n = number;
            if (n < 2) {
                return;
            }
            Unboxed smaller = new Unboxed(n - 2);
            smaller.fork();
            Unboxed larger = new Unboxed(n - 1);
            larger.compute();
            if (smaller.tryUnfork()) {
                smaller.compute();
            } else {
                smaller.join();
            }
            number = larger.number + smaller.number;
        }
    }
}
