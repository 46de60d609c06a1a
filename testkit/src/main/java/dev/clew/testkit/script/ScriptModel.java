package dev.clew.testkit.script;

import dev.clew.testkit.script.ModelStrand.Fork;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The reference interpreter: one step after another, in virtual time, in plain callbacks. It knows nothing of the runtime but
 * what {@code docs/semantics.md} says.
 *
 * <p>A script says for sure what happens where no two things happen at the same moment. So every part that runs beside others
 * is held back for a time of its own, and a script in which two timers fire at one moment all the same is {@link Tie}.
 */
final class ScriptModel {
    /** What follows the end of a step. */
    interface Next extends Consumer<ScriptResult> {}

    /** A step that can be begun in a strand. */
    interface Step {
        void begin(ModelStrand strand, Next next);
    }

    /** Two things happen at the same moment, so that their order is anybody's. */
    static final class Tie extends RuntimeException {
        private static final long serialVersionUID = 1;

        Tie() {
            super("two timers of a script fire at the same moment", null, false, false);
        }
    }

    /** An {@code uncancelable} region that is open, for its {@code poll}. */
    private static final class Region {
        final ModelStrand owner;
        final int level;
        boolean left;
        boolean lifted;

        Region(ModelStrand owner, int level) {
            this.owner = owner;
            this.level = level;
        }

        boolean lifts(ModelStrand strand) {
            return strand == owner && !left && !lifted && strand.mask == level;
        }
    }

    private record Timer(long at, Runnable action) {}

    private final PriorityQueue<Timer> timers = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
    private final ScriptLog log = new ScriptLog(() -> now());
    private long now;

    private long now() {
        return now;
    }

    /** The history of {@code script}, cancelled at {@code cancelAt} where that is not 0. */
    String history(Script script, long cancelAt) {
        List<ScriptResult> ends = new ArrayList<>();
        Fork root = fork((strand, next) -> eval(script, null, strand, next));
        if (cancelAt > 0) {
            after(cancelAt, () -> root.whenEnded(end -> ended(ends, end), root::cancel));
        } else {
            root.whenEnded(end -> ended(ends, end), () -> {});
        }
        while (!timers.isEmpty()) {
            Timer timer = timers.remove();
            Timer next = timers.peek();
            if (next != null && next.at() == timer.at()) {
                throw new Tie();
            }
            now = timer.at();
            timer.action().run();
        }
        if (ends.isEmpty()) {
            throw new IllegalStateException("the model of a script never ended: " + script);
        }
        return ends.get(0).encoded() + " " + log.sorted();
    }

    private void ended(List<ScriptResult> ends, ScriptResult end) {
        log.note(ScriptLog.END);
        ends.add(end);
    }

    // ---- time and fibers -----------------------------------------------------------------------------

    private Runnable after(long nanos, Runnable action) {
        Timer timer = new Timer(now + nanos, action);
        timers.add(timer);
        return () -> timers.removeIf(other -> other == timer);
    }

    Fork fork(Step step) {
        Fork fork = new Fork();
        step.begin(fork.strand, fork::end);
        return fork;
    }

    private void sleep(long nanos, ModelStrand strand, Next next) {
        if (strand.stops(next)) {
            return;
        }
        Runnable cancel = after(nanos, () -> {
            strand.waiting = null;
            next.accept(ScriptResult.value(1));
        });
        strand.waiting = () -> {
            cancel.run();
            strand.unwind(next);
        };
    }

    /** {@code step}, held back. */
    private Step later(long delay, Step step) {
        return (strand, next) -> then(strand, next, n -> sleep(delay, strand, n), rested -> step.begin(strand, next));
    }

    /** Looks for a cancellation, begins {@code first}, and goes on with {@code second} where that gave a value. */
    private static void then(ModelStrand strand, Next next, Consumer<Next> first, Consumer<ScriptResult> second) {
        if (!strand.stops(next)) {
            first.accept(end -> {
                if (end.isValue()) {
                    second.accept(end);
                } else {
                    next.accept(end);
                }
            });
        }
    }

    private void join(Fork fork, ModelStrand strand, Next next) {
        if (!strand.stops(next)) {
            await(fork, strand, next);
        }
    }

    private static void await(Fork fork, ModelStrand strand, Next next) {
        Runnable leave = fork.whenEnded(
                end -> {
                    strand.waiting = null;
                    next.accept(ScriptResult.value(end.encoded()));
                },
                () -> {});
        if (!fork.hasEnded()) {
            strand.waiting = () -> {
                leave.run();
                strand.unwind(next);
            };
        }
    }

    /** Cancels {@code fork} and waits for it. */
    private void cancel(Fork fork, ModelStrand strand, Next next) {
        if (!strand.stops(next)) {
            boolean running = !fork.hasEnded();
            fork.cancel();
            if (running && fork.hasEnded()) {
                next.accept(ScriptResult.value(0));
            } else {
                await(fork, strand, next);
            }
        }
    }

    private Next map(Next next, IntUnaryOperator f) {
        return end -> next.accept(end.isValue() ? ScriptResult.value(f.applyAsInt(end.value())) : end);
    }

    // ---- steps ---------------------------------------------------------------------------------------

    private Step step(Script s, int part, @Nullable Region region) {
        return (strand, next) -> eval(s.part(part), region, strand, next);
    }

    private List<Step> later(Script s, @Nullable Region region) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < s.parts().size(); i++) {
            steps.add(later(s.delay(i), step(s, i, region)));
        }
        return steps;
    }

    private void eval(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        switch (s.kind()) {
            case NOW -> next.accept(ScriptResult.value(s.n()));
            case FAIL -> next.accept(ScriptResult.error(s.n()));
            case UNCANCELABLE -> {
                Region inner = new Region(strand, ++strand.mask);
                eval(s.part(0), inner, strand, end -> {
                    inner.left = true;
                    strand.mask = inner.level - 1;
                    next.accept(end);
                });
            }
            case POLL -> poll(s, region, strand, next);
            case ON_CANCEL ->
                eval(s.part(0), region, strand, end -> {
                    if (end.isCanceled()) {
                        masked(s.part(1), region, strand, ignored -> next.accept(end));
                    } else {
                        next.accept(end);
                    }
                });
            case GUARANTEE -> finalized(step(s, 0, region), s.part(1), region, strand, next);
            case BRACKET -> bracket(s, region, strand, next);
            default -> {
                if (!strand.stops(next)) {
                    evalUnmasked(s, region, strand, next);
                }
            }
        }
    }

    private void poll(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        if (region == null || !region.lifts(strand)) {
            eval(s.part(0), region, strand, next);
            return;
        }
        region.lifted = true;
        strand.mask = region.level - 1;
        eval(s.part(0), region, strand, end -> {
            region.lifted = false;
            strand.mask = region.level;
            next.accept(end);
        });
    }

    private void masked(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        strand.mask++;
        eval(s, region, strand, end -> {
            strand.mask--;
            next.accept(end);
        });
    }

    private void finalized(Step step, Script finalizer, @Nullable Region region, ModelStrand strand, Next next) {
        step.begin(
                strand,
                end -> masked(
                        finalizer,
                        region,
                        strand,
                        fin -> next.accept(fin.isCanceled() || (end.isValue() && fin.isError()) ? fin : end)));
    }

    private void bracket(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        masked(s.part(0), region, strand, acquired -> {
            if (!acquired.isValue()) {
                next.accept(acquired);
                return;
            }
            Step use = (in, then) -> {
                if (!in.stops(then)) {
                    eval(s.part(1), region, in, map(then, used -> acquired.value() + used));
                }
            };
            finalized(use, s.part(2), region, strand, next);
        });
    }

    /** Steps on entering which a cancellation is looked at: it has been. */
    private void evalUnmasked(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        switch (s.kind()) {
            case EFFECT -> next.accept(ScriptResult.value(log.note(s.n())));
            case SLEEP -> sleep(s.n(), strand, next);
            case YIELD -> next.accept(ScriptResult.value(2));
            case SELF_CANCEL -> {
                strand.requested = true;
                if (!strand.stops(next)) {
                    next.accept(ScriptResult.value(3));
                }
            }
            case MAP -> eval(s.part(0), region, strand, map(next, value -> value + s.n()));
            case DEFER, FORK -> eval(s.part(0), region, strand, next);
            case THEN ->
                then(strand, next, n -> eval(s.part(0), region, strand, n), a -> {
                    if (!strand.stops(next)) {
                        eval(s.part(1), region, strand, map(next, b -> 31 * a.value() + b));
                    }
                });
            case RECOVER ->
                eval(s.part(0), region, strand, end -> {
                    if (!end.isError()) {
                        next.accept(end);
                    } else if (!strand.stops(next)) {
                        eval(s.part(1), region, strand, map(next, value -> value + end.value()));
                    }
                });
            case ATTEMPT ->
                eval(s.part(0), region, strand, end -> {
                    next.accept(end.isCanceled() ? end : ScriptResult.value(end.encoded()));
                });
            case SEQUENCE -> sequence(s, 0, 1, region, strand, next);
            default -> several(s, region, strand, next);
        }
    }

    private void sequence(Script s, int place, int sum, @Nullable Region region, ModelStrand strand, Next next) {
        if (place == s.parts().size()) {
            next.accept(ScriptResult.value(sum));
            return;
        }
        eval(s.part(place), region, strand, end -> {
            if (end.isValue()) {
                sequence(s, place + 1, 31 * sum + end.value(), region, strand, next);
            } else {
                next.accept(end);
            }
        });
    }

    private void several(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        switch (s.kind()) {
            case BOTH, GATHER, RACE, RACE_ALL, FIRST_SUCCESS ->
                new ModelGroup(s.kind(), strand, next, this::now).begin(later(s, region));
            case RACE_PAIR -> racePair(s, region, strand, next);
            case TIMEOUT -> timeout(s, region, strand, next, null);
            case TIMEOUT_TO -> timeout(s, region, strand, next, s.part(1));
            case FORGET -> forget(s, region, strand, next);
            case START_JOIN -> {
                Fork fork = fork(later(s, region).get(0));
                join(fork, strand, next);
            }
            case START_CANCEL -> startAndCancel(s, later(s, region).get(0), strand, next);
            case MEMOIZE -> {
                ModelMemo memo = new ModelMemo(step(s, 0, region));
                Step cancelled = (in, then) -> startAndCancel(s, memo, in, then);
                new ModelGroup(Script.Kind.BOTH, strand, next, this::now)
                        .begin(List.of(later(s.delay(1), memo), later(s.delay(2), cancelled)));
            }
            case SCOPED -> scoped(s, later(s, region), strand, next);
            default -> throw new IllegalStateException("no model for " + s.kind());
        }
    }

    private void scoped(Script s, List<Step> parts, ModelStrand strand, Next next) {
        ModelScope scope = new ModelScope(strand, s.awaitsRest(), next);
        Fork child = scope.start(parts.get(1), false);
        scope.start(parts.get(2), true);
        Step joining = (body, then) -> then(body, then, n -> parts.get(0).begin(body, n), value -> {
            if (!body.stops(then)) {
                join(child, body, map(then, end -> 31 * (31 + value.value()) + end));
            }
        });
        scope.begin(s.joinsChild() ? joining : parts.get(0));
    }

    private void startAndCancel(Script s, Step step, ModelStrand strand, Next next) {
        if (strand.stops(next)) {
            return;
        }
        Fork fork = fork(step);
        then(strand, next, n -> sleep(s.delay(3), strand, n), rested -> {
            then(strand, next, n -> cancel(fork, strand, n), done -> join(fork, strand, next));
        });
    }

    private void timeout(Script s, @Nullable Region region, ModelStrand strand, Next next, @Nullable Script fallback) {
        ModelStrand inner = new ModelStrand(strand);
        boolean[] timedOut = new boolean[1];
        Runnable cancel = after(s.n(), () -> {
            timedOut[0] = true;
            inner.request();
        });
        strand.waiting = inner::ask;
        eval(s.part(0), region, inner, end -> {
            cancel.run();
            strand.waiting = null;
            if (!end.isCanceled()) {
                next.accept(end);
            } else if (inner.byOuter) {
                strand.unwind(next);
            } else if (!timedOut[0]) {
                strand.cancelItself(next);
            } else if (fallback == null) {
                next.accept(ScriptResult.error(ScriptResult.TIMEOUT));
            } else {
                eval(fallback, region, strand, next);
            }
        });
    }

    private void forget(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        Fork fork = fork(later(s, region).get(0));
        boolean[] late = new boolean[1];
        Runnable cancel = after(s.n(), () -> {
            late[0] = true;
            strand.waiting = null;
            fork.cancel();
            next.accept(ScriptResult.error(ScriptResult.TIMEOUT));
        });
        Runnable leave = fork.whenEnded(
                end -> {
                    if (!late[0]) {
                        cancel.run();
                        strand.waiting = null;
                        if (end.isCanceled()) {
                            strand.cancelItself(next);
                        } else {
                            next.accept(end);
                        }
                    }
                },
                () -> {});
        strand.waiting = () -> {
            late[0] = true;
            cancel.run();
            leave.run();
            strand.stopAndUnwind(List.of(fork), next);
        };
    }

    private void racePair(Script s, @Nullable Region region, ModelStrand strand, Next next) {
        List<Fork> forks = new ArrayList<>();
        for (Step step : later(s, region)) {
            forks.add(fork(step));
        }
        boolean[] over = new boolean[1];
        for (int i = 0; i < 2; i++) {
            int place = i;
            forks.get(i)
                    .whenEnded(
                            first -> {
                                if (!over[0]) {
                                    over[0] = true;
                                    strand.waiting = null;
                                    afterPair(s, place, first, forks.get(1 - place), strand, next);
                                }
                            },
                            () -> {});
        }
        strand.waiting = () -> {
            over[0] = true;
            strand.stopAndUnwind(forks, next);
        };
    }

    private void afterPair(Script s, int place, ScriptResult first, Fork other, ModelStrand strand, Next next) {
        if (strand.stops(next)) {
            return;
        }
        if (s.n() % 2 == 0) {
            cancel(other, strand, map(next, done -> first.encoded() + place));
        } else {
            join(other, strand, map(next, second -> 31 * (31 + first.encoded()) + second + place));
        }
    }
}
