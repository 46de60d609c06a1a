package dev.clew.sync;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

/** The contracts of queues, for each kind of queue. */
class QueueKindsTest {
    @Nested
    class Bounded extends WaitingQueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.bounded(3);
        }

        @Override
        int capacity() {
            return 3;
        }
    }

    @Nested
    class BoundedByOne extends WaitingQueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.bounded(1);
        }

        @Override
        int capacity() {
            return 1;
        }
    }

    @Nested
    class BoundedByTheLargestNumber extends QueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.bounded(Integer.MAX_VALUE);
        }

        @Override
        int capacity() {
            return Integer.MAX_VALUE;
        }
    }

    @Nested
    class Unbounded extends QueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.unbounded();
        }

        @Override
        int capacity() {
            return Integer.MAX_VALUE;
        }
    }

    @Nested
    class Synchronous extends WaitingQueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.synchronous();
        }

        @Override
        int capacity() {
            return 0;
        }
    }

    @Nested
    class Dropping extends QueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.dropping(4);
        }

        @Override
        int capacity() {
            return 4;
        }

        @Override
        boolean waits() {
            return false;
        }
    }

    abstract static class SlidingKind extends QueueContract {
        @Override
        int capacity() {
            return 4;
        }

        @Override
        boolean waits() {
            return false;
        }
    }

    @Nested
    class Sliding extends SlidingKind {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.sliding(4);
        }
    }

    @Nested
    class Circular extends SlidingKind {
        @Override
        Queue<@Nullable Integer> make() {
            return Queue.circular(4);
        }
    }

    @Nested
    class BoundedPriority extends WaitingQueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return PriorityQueue.bounded(3, Comparator.<@Nullable Integer>nullsFirst(Comparator.naturalOrder()));
        }

        @Override
        int capacity() {
            return 3;
        }
    }

    @Nested
    class UnboundedPriority extends QueueContract {
        @Override
        Queue<@Nullable Integer> make() {
            return PriorityQueue.unbounded(Comparator.<@Nullable Integer>nullsFirst(Comparator.naturalOrder()));
        }

        @Override
        int capacity() {
            return Integer.MAX_VALUE;
        }
    }
}
