package dev.clew.internal.kernel;

import dev.clew.Fn2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Where the results of one run of a {@link Crew} go. Owners put at the same time; the crew's lock publishes the end. */
interface Sink {
    /** The element of place {@code index} gave {@code value} to {@code owner}. */
    void put(Owner owner, int index, @Nullable Object value) throws Exception;

    /** {@code owner} will put nothing more. */
    default void ownerDone(Owner owner) throws Exception {}

    /** The result of the whole, once all owners are done. */
    @Nullable
    Object result();

    /** Whether the first value ends the whole. */
    default boolean isRace() {
        return false;
    }

    /** All, in the order of the input. */
    static Sink ordered(int size) {
        @Nullable Object[] results = new Object[size];
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) {
                results[index] = value;
            }

            @Override
            public Object result() {
                return Collections.unmodifiableList(Arrays.asList(results));
            }
        };
    }

    /** All, in the order of the input, whose size is not known. */
    static Sink ordered() {
        List<@Nullable Object> results = new ArrayList<>();
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) {
                synchronized (results) {
                    while (results.size() <= index) {
                        results.add(null);
                    }
                    results.set(index, value);
                }
            }

            @Override
            public Object result() {
                return Collections.unmodifiableList(results);
            }
        };
    }

    /** All, in the order of their ends. */
    static Sink unordered(int size) {
        @Nullable Object[] results = new Object[size];
        AtomicInteger count = new AtomicInteger();
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) {
                results[count.getAndIncrement()] = value;
            }

            @Override
            public Object result() {
                return Collections.unmodifiableList(Arrays.asList(results));
            }
        };
    }

    /** All, in the order of their ends, whose number is not known. */
    static Sink unordered() {
        List<@Nullable Object> results = new ArrayList<>();
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) {
                synchronized (results) {
                    results.add(value);
                }
            }

            @Override
            public Object result() {
                return Collections.unmodifiableList(results);
            }
        };
    }

    /** The first. */
    static Sink first(String what) {
        AtomicReference<@Nullable Object> winner = new AtomicReference<>();
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) {
                if (owner.crew().isWon()) {
                    winner.set(Answer.value(value));
                    owner.crew().stop();
                }
            }

            @Override
            public @Nullable Object result() {
                Object answer = winner.get();
                if (answer == null) {
                    throw new NoSuchElementException(what + " was given no tasks, so none can be the first; "
                            + "give it one at least, or Task.never() for a race that nobody wins");
                }
                return Answer.valueOf(answer);
            }

            @Override
            public boolean isRace() {
                return true;
            }
        };
    }

    /** None. */
    static Sink discard() {
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) {}

            @Override
            public @Nullable Object result() {
                return null;
            }
        };
    }

    /** All, merged: each owner folds what it gets, and what owners have is merged as they end. */
    static Sink reduce(@Nullable Object zero, Fn2<@Nullable Object, @Nullable Object, @Nullable Object> op) {
        record Box(@Nullable Object value) {}
        AtomicReference<@Nullable Box> merged = new AtomicReference<>();
        return new Sink() {
            @Override
            public void put(Owner owner, int index, @Nullable Object value) throws Exception {
                Box sum = (Box) owner.accumulated;
                owner.accumulated = new Box(op.apply(sum == null ? zero : sum.value(), value));
            }

            @Override
            public void ownerDone(Owner owner) throws Exception {
                Box mine = (Box) owner.accumulated;
                owner.accumulated = null;
                while (mine != null && !merged.compareAndSet(null, mine)) {
                    Box other = merged.getAndSet(null);
                    if (other != null) {
                        mine = new Box(op.apply(other.value(), mine.value()));
                    }
                }
            }

            @Override
            public @Nullable Object result() {
                Box sum = merged.get();
                return sum == null ? zero : sum.value();
            }
        };
    }
}
