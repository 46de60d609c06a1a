package dev.clew.testkit.gen;

import dev.clew.Task;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs around one other. */
final class Steps {
    private Steps() {}

    /** A program around one other. */
    interface Step extends Program {
        Program source();

        Program around(Program source);

        @Override
        default List<Program> children() {
            return List.of(source());
        }

        @Override
        default Program with(List<Program> parts) {
            return around(parts.get(0));
        }
    }

    record Map(Program source, int add, boolean fails) implements Step {
        @Override
        public Program around(Program other) {
            return new Map(other, add, fails);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe).map(value -> {
                if (fails) {
                    throw new ProgramError(add);
                }
                return value + add;
            });
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(source.ends(reference, at), end -> {
                if (!end.isValue()) {
                    return Reference.same(end);
                }
                At then = at.of(end);
                return List.of(fails ? then.end(End.Kind.ERROR, add) : then.value(end.value() + add));
            });
        }

        @Override
        public String toString() {
            return source + (fails ? ".mapThrow(" + add + ")" : ".map(+" + add + ")");
        }
    }

    record FlatMap(Program source, List<Program> next) implements Program {
        @Override
        public List<Program> children() {
            return Stream.concat(Stream.of(source), next.stream()).toList();
        }

        @Override
        public Program with(List<Program> parts) {
            return parts.size() == 1 ? parts.get(0) : new FlatMap(parts.get(0), parts.subList(1, parts.size()));
        }

        @Override
        public boolean isList() {
            return true;
        }

        private Program next(int value) {
            return next.get(Math.floorMod(value, next.size()));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe).flatMap(value -> next(value).task(probe));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(
                    source.ends(reference, at),
                    end -> end.isValue() ? next(end.value()).ends(reference, at.of(end)) : Reference.same(end));
        }

        @Override
        public String toString() {
            return source + ".flatMap" + next;
        }
    }

    /** Reads the local once its source has its value, so that what the source left there shows in the end. */
    record ReadAfter(Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new ReadAfter(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe).flatMap(value -> probe.local().get().map(local -> value * 31 + local));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(source.ends(reference, at), end -> {
                if (!end.isValue()) {
                    return Reference.same(end);
                }
                At then = at.of(end);
                return List.of(
                        then.isStopped() ? then.end(End.Kind.CANCELED, 0) : then.value(end.value() * 31 + end.local()));
            });
        }

        @Override
        public String toString() {
            return source + ".readLocal()";
        }
    }

    record Defer(Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new Defer(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.defer(() -> source.task(probe));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return source.ends(reference, at);
        }

        @Override
        public String toString() {
            return "defer(" + source + ")";
        }
    }

    record Recover(Program source, Program handler) implements Program {
        @Override
        public List<Program> children() {
            return List.of(source, handler);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Recover(parts.get(0), parts.get(1));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe)
                    .recoverWith(error -> handler.task(probe).map(value -> value + ProgramError.code(error)));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(source.ends(reference, at), end -> {
                if (end.kind() != End.Kind.ERROR) {
                    return Reference.same(end);
                }
                if (at.of(end).isStopped()) {
                    // The handler's task is mapped, whatever it is; that is a point.
                    return List.of(at.of(end).end(End.Kind.CANCELED, 0));
                }
                return handler.ends(reference, at.of(end)).stream()
                        .map(handled -> handled.isValue() ? handled.withValue(handled.value() + end.value()) : handled)
                        .toList();
            });
        }

        @Override
        public String toString() {
            return source + ".recoverWith(" + handler + ")";
        }
    }

    record Attempt(Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new Attempt(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe).attempt().map(ProgramError::encode);
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(
                    source.ends(reference, at),
                    end -> end.kind() == End.Kind.ERROR
                            ? List.of(at.of(end).value(ProgramError.FAILED + end.value()))
                            : Reference.same(end));
        }

        @Override
        public String toString() {
            return source + ".attempt()";
        }
    }

    /** A child was begun, and then stopped because the wait for it was. */
    private static End stopped(Program child, At at) {
        return new End(
                End.Kind.CANCELED,
                0,
                at.earliest(),
                at.latest() + child.totalMillis(),
                at.local(),
                false,
                End.Effects.UNKNOWN);
    }

    /** Whether something in {@code program} may be masked for a time. */
    static boolean hasMask(Program program) {
        return program instanceof Uncancelable
                || program instanceof Polled
                || program instanceof Guarantee
                || program.children().stream().anyMatch(Steps::hasMask);
    }

    /** Whether something in {@code program} sets the local. */
    static boolean writesLocal(Program program) {
        return program instanceof Leaves.WriteLocal
                || program.children().stream().anyMatch(Steps::writesLocal);
    }

    static int encode(End end) {
        return switch (end.kind()) {
            case VALUE -> end.value();
            case ERROR -> ProgramError.FAILED + end.value();
            case CANCELED -> ProgramError.CANCELED;
        };
    }

    record StartJoin(Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new StartJoin(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.uncancelable(poll -> source.task(probe)
                    .start()
                    .flatMap(fiber -> poll.apply(fiber.join()).onCancel(fiber.cancel()))
                    .map(ProgramError::encode));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            if (at.isStopped()) {
                return List.of(stopped(source, at));
            }
            return Reference.each(
                    source.ends(reference, at.fresh()),
                    end -> List.of(at.of(end)
                            .withLocal(at.local())
                            .end(End.Kind.VALUE, encode(end))
                            .withRequest(at.pending())));
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return source + ".start().join()";
        }
    }

    record StartCancel(int millis, Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new StartCancel(millis, other);
        }

        @Override
        public long totalMillis() {
            return millis + source.totalMillis();
        }

        @Override
        public Task<Integer> task(Probe probe) {
            Task<@Nullable Void> pause = Task.sleep(Duration.ofMillis(millis));
            return Task.uncancelable(poll -> source.task(probe)
                    .start()
                    .flatMap(
                            fiber -> poll.apply(pause).guarantee(fiber.cancel()).then(fiber.join()))
                    .map(ProgramError::encode));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            if (at.isStopped()) {
                return List.of(stopped(source, at));
            }
            Set<End> all = new LinkedHashSet<>();
            for (End end : source.ends(reference, at.fresh())) {
                boolean late = reference.hasExactTime() && end.earliest() > at.latest() + millis;
                boolean early = reference.hasExactTime() && end.latest() < at.earliest() + millis;
                if (!early) {
                    all.add(at(at, at.latest() + totalMillis(), ProgramError.CANCELED, End.Effects.UNKNOWN));
                }
                if (!late || hasMask(source)) {
                    all.add(at(at, Math.max(end.latest(), at.latest() + millis), encode(end), end.effects()));
                }
            }
            return Reference.bounded(all);
        }

        private End at(At at, long latest, int value, End.Effects effects) {
            return new End(End.Kind.VALUE, value, at.earliest() + millis, latest, at.local(), at.pending(), effects);
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return source + ".start().cancel(" + millis + ")";
        }
    }

    record Locally(int value, Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new Locally(value, other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return probe.local().locally(value, source.task(probe));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return source.ends(reference, at.withLocal(value)).stream()
                    .map(end -> end.withLocal(at.local()))
                    .toList();
        }

        @Override
        public String toString() {
            return "locally(" + value + ", " + source + ")";
        }
    }

    record Uncancelable(Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new Uncancelable(other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.uncancelable(poll -> source.task(probe));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return source.ends(reference, at.withMask(true));
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return "uncancelable(" + source + ")";
        }
    }

    /** A region with a poll in it, which lifts the mask, or not where it lies {@code under} another region. */
    record Polled(Program before, Program polled, Program after, boolean under) implements Program {
        @Override
        public List<Program> children() {
            return List.of(before, polled, after);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Polled(parts.get(0), parts.get(1), parts.get(2), under);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.uncancelable(poll -> before.task(probe)
                    .flatMap(ignored -> polled(poll.apply(polled.task(probe))))
                    .flatMap(value -> after.task(probe).map(more -> value + more)));
        }

        private Task<Integer> polled(Task<Integer> task) {
            return under ? Task.uncancelable(inner -> task) : task;
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            List<End> polledEnds = Reference.each(
                    before.ends(reference, at.withMask(true)),
                    end -> end.isValue()
                            ? polled.ends(reference, at.of(end).withMask(at.masked() || under))
                            : Reference.same(end));
            return Reference.each(polledEnds, end -> {
                if (!end.isValue()) {
                    return Reference.same(end);
                }
                return after.ends(reference, at.of(end).withMask(true)).stream()
                        .map(more -> more.isValue() ? more.withValue(end.value() + more.value()) : more)
                        .toList();
            });
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return "uncancelable(" + before + ", " + (under ? "uncancelable(poll(" : "poll(") + polled
                    + (under ? ")), " : "), ") + after + ")";
        }
    }

    record OnCancel(Program source, int effect) implements Step {
        @Override
        public Program around(Program other) {
            return new OnCancel(other, effect);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe).onCancel(probe.effect(effect));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(source.ends(reference, at), end -> {
                End same = Reference.same(end).get(0);
                return List.of(
                        end.kind() == End.Kind.CANCELED
                                ? same.after(new End.Effects(List.of(effect), End.Known.IN_ORDER))
                                : same);
            });
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return source + ".onCancel(effect(" + effect + "))";
        }
    }

    record Guarantee(Program source, Program finalizer) implements Program {
        @Override
        public List<Program> children() {
            return List.of(source, finalizer);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Guarantee(parts.get(0), parts.get(1));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return probe.guaranteed(source.task(probe), finalizer.task(probe));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            return Reference.each(
                    source.ends(reference, at),
                    end -> Reference.each(finalizer.ends(reference, at.of(end).withMask(true)), fin -> {
                        At then = at.of(fin);
                        return List.of(
                                end.isValue() && !fin.isValue()
                                        ? then.end(fin.kind(), fin.value())
                                        : then.end(end.kind(), end.value()));
                    }));
        }

        @Override
        public String toString() {
            return source + ".guarantee(" + finalizer + ")";
        }
    }

    record Timeout(int millis, Program source) implements Step {
        @Override
        public Program around(Program other) {
            return new Timeout(millis, other);
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return source.task(probe).timeout(Duration.ofMillis(millis));
        }

        @Override
        public long totalMillis() {
            return millis + source.totalMillis();
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            End out = new End(
                    End.Kind.ERROR,
                    ProgramError.TIMEOUT,
                    at.earliest() + millis,
                    at.latest() + millis + source.totalMillis(),
                    at.local(),
                    at.pending(),
                    End.Effects.UNKNOWN);
            Set<End> all = new LinkedHashSet<>();
            for (End end : source.ends(reference, at.fresh())) {
                if (end.kind() == End.Kind.CANCELED && at.masked()) {
                    throw new Unpredictable("a task under a limit cancels itself where that is masked");
                }
                boolean late = reference.hasExactTime() && end.earliest() > at.latest() + millis;
                boolean early = reference.hasExactTime() && end.latest() < at.earliest() + millis;
                if (!early) {
                    if (writesLocal(source)) {
                        throw new Unpredictable("a task that is stopped may or may not have set the local before");
                    }
                    all.add(out);
                }
                if (!late || hasMask(source)) {
                    all.add(end.withRequest(at.pending()));
                }
            }
            return Reference.bounded(all);
        }

        @Override
        public String toString() {
            return source + ".timeout(" + millis + ")";
        }
    }
}
