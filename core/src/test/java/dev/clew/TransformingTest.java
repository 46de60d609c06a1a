package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each operation makes of a value, of an error, of null, and of a lambda that throws. */
class TransformingTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("first");
    private final IOException thrown = new IOException("thrown by a lambda");
    private final Task<Integer> one = Task.now(1);
    private final Task<Integer> failing = Task.fail(boom);

    private void gives(Task<?> task, Object value) {
        // inline, and the same after a wait: nested calls and frames must agree
        assertThat(own.outcome(task)).isEqualTo(new Outcome.Succeeded<>(value));
    }

    private void fails(Task<?> task, Throwable error) {
        assertThat(own.outcome(task)).isEqualTo(new Outcome.Failed<>(error));
    }

    /** {@code task} as it is, after a wait, and too deep for nested calls. */
    private static <A> List<Task<A>> forms(Task<A> task) {
        Task<A> deep = task;
        for (int i = 0; i < 600; i++) {
            deep = deep.map(a -> a);
        }
        return List.of(task, Steps.sleep(1).then(task), Task.yieldNow().then(task), deep);
    }

    @Test
    void operationsOnAValue() {
        for (Task<Integer> t : forms(one)) {
            gives(t.map(x -> x + 1), 2);
            gives(t.map(x -> null), null);
            gives(t.flatMap(x -> Task.now(x + 1)), 2);
            gives(t.then(Task.now("b")), "b");
            gives(t.thenReturn(null), null);
            gives(t.zipWith(Task.now(2), Integer::sum), 3);
            gives(t.attempt(), new Outcome.Succeeded<>(1));
            gives(t.recover(e -> 9), 1);
            gives(t.recoverWith(e -> Task.now(9)), 1);
            gives(t.mapError(e -> thrown), 1);
            gives(t.orElse(Task.now(9)), 1);
            gives(t.redeem(e -> "e", x -> "v" + x), "v1");
            gives(t.redeemWith(e -> Task.now("e"), x -> Task.now("v" + x)), "v1");
            gives(t.tap(x -> Task.now("ignored")), 1);
            gives(t.tapError(e -> Task.fail(thrown)), 1);
            gives(t.onError(e -> Task.fail(thrown)), 1);
            gives(t.ensure(x -> x == 1, boom), 1);
            gives(t.ensure(x -> x == 1, x -> boom), 1);
            gives(t.guarantee(Task.unit()), 1);
            gives(t.onCancel(Task.unit()), 1);
        }
    }

    @Test
    void operationsOnNull() {
        for (Task<Object> t : forms(Task.now(null))) {
            gives(t.map(x -> x == null), true);
            gives(t.flatMap(x -> Task.now(x)), null);
            gives(t.then(Task.now(null)), null);
            gives(t.zipWith(Task.now(null), (a, b) -> a == b), true);
            gives(t.attempt(), new Outcome.Succeeded<>(null));
            gives(t.recover(e -> 9), null);
            gives(t.redeem(e -> "e", x -> null), null);
            gives(t.tap(x -> Task.now(1)), null);
            gives(t.ensure(x -> x == null, boom), null);
            gives(t.guarantee(Task.now(1)), null);
            gives(t.both(t), new Task.Pair<>(null, null));
            gives(Task.gather(List.of(t, t)), java.util.Arrays.asList(null, null));
            gives(Task.sequence(List.of(t, t)), java.util.Arrays.asList(null, null));
            gives(Task.gatherUnordered(List.of(t, t)), java.util.Arrays.asList(null, null));
            gives(Task.reduceUnordered(List.of(t, t), null, (a, b) -> a == null ? b : a), null);
            gives(t.start().flatMap(Fiber::join), new Outcome.Succeeded<>(null));
        }
        gives(failing.recover(e -> null), null);
        gives(failing.redeem(e -> null, x -> "v"), null);
        gives(
                Task.parTraverse(java.util.Arrays.asList(null, null), x -> Task.now(x)),
                java.util.Arrays.asList(null, null));
        gives(
                Task.parTraverse(1, java.util.Arrays.asList(null, null), x -> Task.now(x)),
                java.util.Arrays.asList(null, null));
    }

    @Test
    void operationsOnAnError() {
        for (Task<Integer> t : forms(failing)) {
            AtomicInteger calls = new AtomicInteger();
            fails(t.map(x -> calls.incrementAndGet()), boom);
            fails(t.flatMap(x -> Task.delay(calls::incrementAndGet)), boom);
            fails(t.then(Task.delay(calls::incrementAndGet)), boom);
            fails(t.zipWith(Task.delay(calls::incrementAndGet), Integer::sum), boom);
            fails(one.zipWith(t, (a, b) -> calls.incrementAndGet()), boom);
            fails(t.tap(x -> Task.delay(calls::incrementAndGet)), boom);
            fails(t.ensure(x -> calls.incrementAndGet() > 0, thrown), boom);
            assertThat(calls).hasValue(0);
            gives(t.attempt(), new Outcome.Failed<>(boom));
            gives(t.recover(e -> e == boom ? 2 : 3), 2);
            gives(t.recoverWith(e -> Task.now(e == boom ? 2 : 3)), 2);
            fails(t.mapError(e -> thrown), thrown);
            gives(t.orElse(Task.now(2)), 2);
            gives(t.redeem(e -> e == boom, x -> false), true);
            gives(t.redeemWith(e -> Task.now(e == boom), x -> Task.now(false)), true);
            fails(t.tapError(e -> Task.delay(calls::incrementAndGet)), boom);
            fails(t.onError(e -> Task.delay(calls::incrementAndGet)), boom);
            fails(t.guarantee(Task.delay(calls::incrementAndGet)), boom);
            assertThat(calls).hasValue(3);
            fails(t.onCancel(Task.delay(calls::incrementAndGet)), boom);
            assertThat(calls).hasValue(3);
        }
    }

    @Test
    void aLambdaThatThrowsIsAnErrorInEveryPosition() {
        Map<String, Task<?>> tasks = new LinkedHashMap<>();
        for (Task<Integer> t : forms(one)) {
            tasks.put("map", t.map(x -> {
                throw thrown;
            }));
            tasks.put("flatMap", t.flatMap(x -> {
                throw thrown;
            }));
            tasks.put("zipWith", t.zipWith(one, (a, b) -> {
                throw thrown;
            }));
            tasks.put("zipPar", t.zipPar(one, (a, b) -> {
                throw thrown;
            }));
            tasks.put("zipPar, right waits", one.zipPar(t, (a, b) -> {
                throw thrown;
            }));
            tasks.put("tap", t.tap(x -> {
                throw thrown;
            }));
            tasks.put(
                    "ensure",
                    t.ensure(
                            x -> {
                                throw thrown;
                            },
                            boom));
            tasks.put("error of ensure", t.ensure(x -> false, x -> {
                throw thrown;
            }));
            tasks.put("value of redeem", t.redeem(e -> 1, x -> {
                throw thrown;
            }));
            tasks.put("value of redeemWith", t.redeemWith(e -> one, x -> {
                throw thrown;
            }));
            tasks.put("uncancelable", t.then(Task.uncancelable(poll -> {
                throw thrown;
            })));
            tasks.put(
                    "gather",
                    t.flatMap(x -> Task.parTraverse(List.of(1, 2), y -> {
                        throw thrown;
                    })));
            tasks.put(
                    "limited",
                    t.flatMap(x -> Task.parTraverse(1, List.of(1, 2), y -> {
                        throw thrown;
                    })));
            tasks.put(
                    "traverse",
                    t.flatMap(x -> Task.traverse(List.of(1, 2), y -> {
                        throw thrown;
                    })));
            tasks.put("reduce", Task.reduceUnordered(List.of(t, t), 0, (a, b) -> {
                throw thrown;
            }));
            for (Map.Entry<String, Task<?>> task : tasks.entrySet()) {
                assertThat(own.outcome(task.getValue())).as(task.getKey()).isEqualTo(new Outcome.Failed<>(thrown));
            }
        }
    }

    @Test
    void aHandlerThatThrowsIsAnErrorInEveryPosition() {
        for (Task<Integer> t : forms(failing)) {
            fails(
                    t.recover(e -> {
                        throw thrown;
                    }),
                    thrown);
            fails(
                    t.recoverWith(e -> {
                        throw thrown;
                    }),
                    thrown);
            fails(
                    t.mapError(e -> {
                        throw thrown;
                    }),
                    thrown);
            fails(
                    t.redeem(
                            e -> {
                                throw thrown;
                            },
                            x -> 1),
                    thrown);
            fails(
                    t.redeemWith(
                            e -> {
                                throw thrown;
                            },
                            x -> one),
                    thrown);
            fails(
                    t.tapError(e -> {
                        throw thrown;
                    }),
                    thrown);
            fails(t.tapError(e -> Task.fail(thrown)), thrown);
        }
    }

    @Test
    void anErrorOfOnErrorIsSuppressed() {
        fails(failing.onError(e -> Task.fail(thrown)), boom);
        assertThat(boom.getSuppressed()).containsExactly(thrown);
        Steps.Boom second = new Steps.Boom("second");
        fails(
                Task.fail(second).onError(e -> {
                    throw thrown;
                }),
                second);
        assertThat(second.getSuppressed()).containsExactly(thrown);
    }

    @Test
    void theValueHandlerOfRedeemWithIsNotGuardedByTheErrorHandler() {
        fails(one.redeemWith(e -> Task.now("caught"), x -> Task.fail(thrown)), thrown);
        fails(
                one.redeem(e -> "caught", x -> {
                    throw thrown;
                }),
                thrown);
    }

    @Test
    void nullWhereATaskIsWantedIsAnErrorThatSaysWhere() {
        assertThatThrownBy(() -> own.run(one.flatMap(x -> null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("flatMap");
        assertThatThrownBy(() -> own.run(failing.recoverWith(x -> null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("handler");
        assertThatThrownBy(() -> own.run(Task.parTraverse(List.of(1), x -> null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("element");
        assertThatThrownBy(() -> own.run(Task.gather(java.util.Collections.singletonList((Task<Integer>) null))))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("element");
        assertThatThrownBy(() -> own.run(failing.mapError(e -> null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("null");
    }

    @Test
    void attemptNeverHidesACancellation() {
        AtomicInteger after = new AtomicInteger();
        assertThat(own.outcome(Task.canceled().attempt().then(Task.delay(after::incrementAndGet))))
                .isInstanceOf(Outcome.Canceled.class);
        assertThat(own.outcome(Task.canceled().recover(e -> null).then(Task.delay(after::incrementAndGet))))
                .isInstanceOf(Outcome.Canceled.class);
        assertThat(after).hasValue(0);
    }

    @Test
    void aMillionNestedStepsOfEachKindRun() throws Exception {
        int n = 1_000_000;
        Task<Integer> binds = one;
        Task<Integer> recovers = failing;
        for (int i = 0; i < n; i++) {
            binds = binds.flatMap(x -> Task.now(x + 1));
            recovers = recovers.recoverWith(Task::fail);
        }
        gives(binds, n + 1);
        fails(recovers, boom);
        gives(count(n), n);
        gives(countRight(n, 0), n);
    }

    private static Task<Integer> count(int n) {
        return n == 0 ? Task.now(0) : Task.defer(() -> count(n - 1)).map(x -> x + 1);
    }

    private static Task<Integer> countRight(int n, int sum) {
        return n == 0 ? Task.now(sum) : Task.now(sum + 1).flatMap(s -> countRight(n - 1, s));
    }

    @Test
    void oneTaskRunsTwiceAndByEightThreadsAtOnce() throws Exception {
        Task<List<Integer>> task = Task.gather(
                        List.of(one, one.map(x -> x + 1), Steps.sleep(1).thenReturn(3)))
                .both(Task.parTraverse(2, List.of(4, 5), x -> Task.yieldNow().thenReturn(x)))
                .map(pair -> List.of(
                        pair.first().get(0),
                        pair.first().get(1),
                        pair.first().get(2),
                        pair.second().get(0),
                        pair.second().get(1)));
        gives(task, List.of(1, 2, 3, 4, 5));
        gives(task, List.of(1, 2, 3, 4, 5));
        AtomicInteger right = new AtomicInteger();
        List<Thread> threads = new java.util.ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    if (own.outcome(task).equals(new Outcome.Succeeded<>(List.of(1, 2, 3, 4, 5)))) {
                        right.incrementAndGet();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join(OwnRuntime.DEADLINE.toMillis());
        }
        assertThat(right).hasValue(800);
    }
}
