package dev.clew.testkit.script;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Poll;
import dev.clew.RacePair;
import dev.clew.Scope;
import dev.clew.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A script as a task. What it does goes into a {@link ScriptLog}. */
final class ScriptTask {
    private static final long AFTER_ALL = 1;

    private final ScriptLog log;

    ScriptTask(ScriptLog log) {
        this.log = log;
    }

    /** The error of scripts, told from others by its code. */
    private static final class ScriptError extends Exception {
        private static final long serialVersionUID = 1;

        final int code;

        ScriptError(int code) {
            super("script error " + code, null, true, false);
            this.code = code;
        }
    }

    /** Runs {@code script} as a fiber, cancels it at {@code cancelAt}, notes its end, and waits for all that it let go. */
    Task<Integer> root(Script script, long cancelAt) {
        return task(script, null)
                .start()
                .flatMap(fiber -> (cancelAt > 0 ? nanos(cancelAt).then(fiber.cancel()) : Task.unit())
                        .then(fiber.join())
                        .flatMap(end -> Task.delay(() -> log.note(ScriptLog.END))
                                .then(Task.sleep(Duration.ofDays(AFTER_ALL)))
                                .thenReturn(encode(end))));
    }

    private static Task<@Nullable Void> nanos(long n) {
        return Task.sleep(Duration.ofNanos(n));
    }

    private static int code(Throwable error) {
        if (error instanceof ScriptError ours) {
            return ours.code;
        }
        if (error instanceof TimeoutException) {
            return ScriptResult.TIMEOUT;
        }
        if (error instanceof CancellationException) {
            return ScriptResult.CANCELLATION;
        }
        throw new AssertionError("a script failed with an error that none of its steps gives", error);
    }

    private static int encode(Outcome<Integer> outcome) {
        ScriptResult result = outcome instanceof Outcome.Succeeded<Integer> s
                ? ScriptResult.value(s.value())
                : outcome instanceof Outcome.Failed<Integer> f
                        ? ScriptResult.error(code(f.error()))
                        : ScriptResult.CANCELED;
        return result.encoded();
    }

    private static Integer fold(List<Integer> values) {
        int all = 1;
        for (int value : values) {
            all = 31 * all + value;
        }
        return all;
    }

    private static Task<Integer> later(long delay, Task<Integer> task) {
        return nanos(delay).flatMap(rested -> task);
    }

    private List<Task<Integer>> later(Script s, @Nullable Poll poll) {
        return IntStream.range(0, s.parts().size())
                .mapToObj(i -> later(s.delay(i), task(s.part(i), poll)))
                .toList();
    }

    private Task<Integer> task(Script s, @Nullable Poll poll) {
        int n = s.n();
        return switch (s.kind()) {
            case NOW -> Task.now(n);
            case EFFECT -> Task.delay(() -> log.note(n));
            case FAIL -> Task.fail(new ScriptError(n));
            case SLEEP -> nanos(n).thenReturn(1);
            case YIELD -> Task.yieldNow().thenReturn(2);
            case SELF_CANCEL -> Task.canceled().thenReturn(3);
            case MAP -> task(s.part(0), poll).map(value -> value + n);
            case THEN -> {
                Task<Integer> next = task(s.part(1), poll);
                yield task(s.part(0), poll).flatMap(a -> next.map(b -> 31 * a + b));
            }
            case DEFER -> Task.defer(() -> task(s.part(0), poll));
            case FORK -> Task.fork(task(s.part(0), poll));
            case RECOVER -> {
                Task<Integer> handler = task(s.part(1), poll);
                yield task(s.part(0), poll).recoverWith(error -> handler.map(value -> value + code(error)));
            }
            case ATTEMPT -> task(s.part(0), poll).attempt().map(ScriptTask::encode);
            case SEQUENCE ->
                Task.sequence(s.parts().stream().map(part -> task(part, poll)).toList())
                        .map(ScriptTask::fold);
            case UNCANCELABLE -> Task.uncancelable(inner -> task(s.part(0), inner));
            case POLL -> poll == null ? task(s.part(0), null) : poll.apply(task(s.part(0), poll));
            case ON_CANCEL -> task(s.part(0), poll).onCancel(task(s.part(1), poll));
            case GUARANTEE -> task(s.part(0), poll).guarantee(task(s.part(1), poll));
            case BRACKET -> {
                Task<Integer> use = task(s.part(1), poll);
                Task<Integer> release = task(s.part(2), poll);
                yield Task.bracket(task(s.part(0), poll), a -> use.map(b -> a + b), a -> release);
            }
            default -> several(s, poll);
        };
    }

    private Task<Integer> several(Script s, @Nullable Poll poll) {
        Duration limit = Duration.ofNanos(s.n());
        return switch (s.kind()) {
            case BOTH -> later(s, poll).get(0).zipPar(later(s, poll).get(1), (a, b) -> fold(List.of(a, b)));
            case GATHER -> Task.gather(later(s, poll)).map(ScriptTask::fold);
            case RACE -> Task.race(later(s, poll).get(0), later(s, poll).get(1));
            case RACE_ALL -> Task.raceAll(later(s, poll));
            case FIRST_SUCCESS -> Task.firstSuccess(later(s, poll));
            case RACE_PAIR ->
                Task.racePair(later(s, poll).get(0), later(s, poll).get(1)).flatMap(pair -> afterPair(s, pair));
            case TIMEOUT -> task(s.part(0), poll).timeout(limit);
            case TIMEOUT_TO -> task(s.part(0), poll).timeoutTo(limit, task(s.part(1), poll));
            case FORGET -> later(s, poll).get(0).timeoutAndForget(limit);
            case START_JOIN ->
                later(s, poll).get(0).start().flatMap(Fiber::join).map(ScriptTask::encode);
            case START_CANCEL -> startAndCancel(s, later(s, poll).get(0));
            case MEMOIZE ->
                task(s.part(0), poll)
                        .memoize()
                        .flatMap(once -> later(s.delay(1), once)
                                .zipPar(later(s.delay(2), startAndCancel(s, once)), (a, b) -> fold(List.of(a, b))));
            case SCOPED -> scoped(s, later(s, poll));
            default -> throw new IllegalStateException("no task for " + s.kind());
        };
    }

    private static Task<Integer> scoped(Script s, List<Task<Integer>> parts) {
        Scope.Rest rest = s.awaitsRest() ? Scope.Rest.AWAIT : Scope.Rest.CANCEL;
        return Task.scoped(
                rest,
                scope -> scope.start(parts.get(1))
                        .flatMap(child -> scope.startSupervised(parts.get(2))
                                .flatMap(supervised -> s.joinsChild()
                                        ? parts.get(0)
                                                .flatMap(value ->
                                                        child.join().map(end -> fold(List.of(value, encode(end)))))
                                        : parts.get(0))));
    }

    private static Task<Integer> startAndCancel(Script s, Task<Integer> task) {
        return task.start()
                .flatMap(fiber -> nanos(s.delay(3))
                        .flatMap(rested -> fiber.cancel())
                        .flatMap(done -> fiber.join().map(ScriptTask::encode)));
    }

    private static Task<Integer> afterPair(Script s, RacePair<Integer, Integer> pair) {
        if (pair instanceof RacePair.LeftFirst<Integer, Integer> left) {
            return afterPair(s, left.outcome(), left.other());
        }
        if (pair instanceof RacePair.RightFirst<Integer, Integer> right) {
            return afterPair(s, right.outcome(), right.other()).map(value -> value + 1);
        }
        throw new IllegalStateException("a pair is one of two kinds");
    }

    private static Task<Integer> afterPair(Script s, Outcome<Integer> first, Fiber<Integer> other) {
        return s.n() % 2 == 0
                ? other.cancel().map(done -> encode(first))
                : other.join().map(second -> fold(List.of(encode(first), encode(second))));
    }
}
