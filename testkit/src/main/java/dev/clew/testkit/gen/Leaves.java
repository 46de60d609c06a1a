package dev.clew.testkit.gen;

import dev.clew.Task;
import java.time.Duration;
import java.util.List;

/** Programs of one step. */
final class Leaves {
    private Leaves() {}

    /** A program of one step. */
    interface Leaf extends Program {
        @Override
        default List<Program> children() {
            return List.of();
        }

        @Override
        default Program with(List<Program> parts) {
            return this;
        }
    }

    record Now(int value) implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return Task.now(value);
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.value(value));
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return "now(" + value + ")";
        }
    }

    record Delay(int effect) implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return probe.effect(effect);
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.value(effect).after(new End.Effects(List.of(effect), End.Known.IN_ORDER)));
        }

        @Override
        public String toString() {
            return "effect(" + effect + ")";
        }
    }

    record Fail(int code) implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return Task.fail(new ProgramError(code));
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.end(End.Kind.ERROR, code));
        }

        @Override
        public boolean isPoint() {
            return false;
        }

        @Override
        public String toString() {
            return "fail(" + code + ")";
        }
    }

    record Throw(int code) implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return Task.delay(() -> {
                throw new ProgramError(code);
            });
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.end(End.Kind.ERROR, code));
        }

        @Override
        public String toString() {
            return "throw(" + code + ")";
        }
    }

    record Sleep(int millis) implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return Task.sleep(Duration.ofMillis(millis)).thenReturn(millis);
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(new End(
                    End.Kind.VALUE,
                    millis,
                    at.earliest() + millis,
                    at.latest() + millis,
                    at.local(),
                    at.pending(),
                    End.Effects.NONE));
        }

        @Override
        public long totalMillis() {
            return millis;
        }

        @Override
        public String toString() {
            return "sleep(" + millis + ")";
        }
    }

    record Yield() implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return Task.yieldNow().thenReturn(0);
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.value(0));
        }

        @Override
        public String toString() {
            return "yield()";
        }
    }

    record ReadLocal() implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return probe.local().get();
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.value(at.local()));
        }

        @Override
        public String toString() {
            return "local()";
        }
    }

    record WriteLocal(int value) implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return probe.local().set(value).thenReturn(value);
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.withLocal(value).value(value));
        }

        @Override
        public String toString() {
            return "setLocal(" + value + ")";
        }
    }

    record SelfCancel() implements Leaf {
        @Override
        public Task<Integer> task(Probe probe) {
            return Task.canceled().thenReturn(0);
        }

        @Override
        public List<End> within(Reference reference, At at) {
            return List.of(at.masked() ? at.withRequest().value(0) : at.end(End.Kind.CANCELED, 0));
        }

        @Override
        public String toString() {
            return "canceled()";
        }
    }
}
