package dev.clew.testkit.gen;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.RacePair;
import dev.clew.Scope;
import dev.clew.Task;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Programs of several others of which one decides over the rest. */
final class Races {
    private Races() {}

    /** The pairs of an end of {@code left} and one of {@code right}, both begun at {@code at}. */
    private static List<List<End>> pairs(Reference reference, At at, Program left, Program right) throws Unpredictable {
        return Reference.product(List.of(left.ends(reference, at.fresh()), right.ends(reference, at.fresh())));
    }

    /** {@code kind} and {@code value} from {@code decided} on, when the rest is stopped. */
    private static End end(Program whole, At at, End decided, End.Kind kind, int value, int local) {
        long latest = Math.max(decided.latest(), at.latest() + whole.totalMillis());
        return new End(kind, value, decided.earliest(), latest, local, at.pending(), End.Effects.UNKNOWN);
    }

    record Race(Program left, Program right) implements Program {
        @Override
        public List<Program> children() {
            return List.of(left, right);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Race(parts.get(0), parts.get(1));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.race(left.task(probe), right.task(probe));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            Set<End> all = new LinkedHashSet<>();
            for (List<End> ends : pairs(reference, at, left, right)) {
                for (int i = 0; i < 2; i++) {
                    End first = ends.get(i);
                    if (reference.isBefore(ends.get(1 - i), first)) {
                        continue;
                    }
                    if (first.kind() == End.Kind.CANCELED && at.masked()) {
                        throw new Unpredictable("the first side of a race cancels itself where that is masked");
                    }
                    all.add(end(this, at, first, first.kind(), first.value(), at.local()));
                }
            }
            return Reference.bounded(all);
        }

        @Override
        public String toString() {
            return "race(" + left + ", " + right + ")";
        }
    }

    /** A pair of which the second is cancelled once the first has ended. */
    record Pair(Program left, Program right) implements Program {
        @Override
        public List<Program> children() {
            return List.of(left, right);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Pair(parts.get(0), parts.get(1));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.uncancelable(poll -> poll.apply(Task.racePair(left.task(probe), right.task(probe)))
                    .flatMap(Pair::stopOther));
        }

        private static Task<Integer> stopOther(RacePair<Integer, Integer> pair) {
            if (pair instanceof RacePair.LeftFirst<Integer, Integer> first) {
                return stopOther(first.outcome(), first.other());
            }
            if (pair instanceof RacePair.RightFirst<Integer, Integer> first) {
                return stopOther(first.outcome(), first.other());
            }
            throw new IllegalStateException("a pair is one of two kinds");
        }

        private static Task<Integer> stopOther(Outcome<Integer> first, Fiber<Integer> other) {
            return other.cancel().thenReturn(ProgramError.encode(first));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            if (at.isStopped()) {
                return List.of(at.end(End.Kind.CANCELED, 0));
            }
            Set<End> all = new LinkedHashSet<>();
            for (List<End> ends : pairs(reference, at, left, right)) {
                for (int i = 0; i < 2; i++) {
                    End first = ends.get(i);
                    if (!reference.isBefore(ends.get(1 - i), first)) {
                        all.add(end(this, at, first, End.Kind.VALUE, Steps.encode(first), at.local()));
                    }
                }
            }
            return Reference.bounded(all);
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return "racePair(" + left + ", " + right + ").cancelOther()";
        }
    }

    /** A scope with a child and a supervised one. */
    record Scoped(boolean awaits, Program body, Program child, Program supervised) implements Program {
        @Override
        public List<Program> children() {
            return List.of(body, child, supervised);
        }

        @Override
        public Program with(List<Program> parts) {
            return new Scoped(awaits, parts.get(0), parts.get(1), parts.get(2));
        }

        @Override
        public Task<Integer> task(Probe probe) {
            return Task.scoped(
                    awaits ? Scope.Rest.AWAIT : Scope.Rest.CANCEL,
                    scope -> scope.start(child.task(probe))
                            .flatMap(first -> scope.startSupervised(supervised.task(probe)))
                            .flatMap(second -> body.task(probe)));
        }

        @Override
        public List<End> within(Reference reference, At at) throws Unpredictable {
            Set<End> all = new LinkedHashSet<>();
            for (List<End> ends : pairs(reference, at, body, child)) {
                End own = ends.get(0);
                End other = ends.get(1);
                if (other.kind() == End.Kind.ERROR && mayFail(reference, own, other)) {
                    if (Steps.writesLocal(body)) {
                        throw new Unpredictable("a body that is stopped may or may not have set the local before");
                    }
                    all.add(end(this, at, other, End.Kind.ERROR, other.value(), at.local()));
                }
                if (mayEnd(reference, own, other)) {
                    if (own.kind() == End.Kind.CANCELED && at.masked()) {
                        throw new Unpredictable("the body of a scope cancels itself where that is masked");
                    }
                    all.add(end(this, at, own, own.kind(), own.value(), own.local()));
                }
            }
            return Reference.bounded(all);
        }

        /** Whether the child, which fails if nobody stops it, may do so. After an error of the body that is not the error. */
        private boolean mayFail(Reference reference, End own, End other) {
            boolean stoppedBefore = reference.isBefore(own, other) && !Steps.hasMask(child);
            return (own.isValue() && awaits) || !stoppedBefore;
        }

        /** Whether the whole may end as its body. */
        private boolean mayEnd(Reference reference, End own, End other) {
            return other.kind() != End.Kind.ERROR
                    || ((!reference.isBefore(other, own) || Steps.hasMask(body)) && !(own.isValue() && awaits));
        }

        @Override
        public String toString() {
            return "scoped" + (awaits ? "Await(" : "(") + body + ", start(" + child + "), startSupervised(" + supervised
                    + "))";
        }
    }
}
