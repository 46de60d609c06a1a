package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Poll;
import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/**
 * {@code uncancelable} and its {@code poll}. A mask is a count in the strand; each region remembers the count before it
 * and restores it on every kind of end. Entering and leaving are not points where cancellation is seen.
 */
public final class MaskNodes {
    private MaskNodes() {}

    public static <A extends @Nullable Object> Task<A> uncancelable(Fn<? super Poll, ? extends Task<A>> body) {
        return new Uncancelable<>(body);
    }

    private static final class Uncancelable<A extends @Nullable Object> extends Node<A> {
        private final Fn<? super Poll, ? extends Task<A>> body;

        Uncancelable(Fn<? super Poll, ? extends Task<A>> body) {
            this.body = body;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            int before = strand.mask;
            fiber.mask(strand);
            Node<A> masked;
            try {
                masked = of(body.apply(new Region(strand, before + 1)), "the function of uncancelable");
            } catch (Throwable thrown) {
                fiber.setMask(strand, before);
                return fiber.raise(thrown);
            }
            Object value = masked.eval(fiber, strand, depth + 1);
            if (value == UNWIND && fiber.isCapturing()) {
                fiber.push(new RestoreMask(before));
            } else {
                fiber.setMask(strand, before);
            }
            return value;
        }
    }

    /** The poll of one region: it lifts the mask only in its own strand and only while no inner region is open. */
    private record Region(Strand strand, int level) implements Poll {
        @Override
        public <A extends @Nullable Object> Task<A> apply(Task<A> task) {
            return new Polled<>(this, Node.of(task, "the argument of poll"));
        }
    }

    private static final class Polled<A extends @Nullable Object> extends Node<A> {
        private final Region region;
        private final Node<A> task;

        Polled(Region region, Node<A> task) {
            this.region = region;
            this.task = task;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            int level = region.level();
            if (strand != region.strand() || strand.mask != level) {
                return task.eval(fiber, strand, depth + 1);
            }
            fiber.setMask(strand, level - 1);
            Object value = task.eval(fiber, strand, depth + 1);
            if (value == UNWIND && fiber.isCapturing()) {
                fiber.push(new RestoreMask(level));
            } else {
                fiber.setMask(strand, level);
            }
            return value;
        }
    }

    private static final class RestoreMask extends Frame {
        private final int before;

        RestoreMask(int before) {
            this.before = before;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.setMask(strand, before);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.setMask(strand, before);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            fiber.setMask(strand, before);
            return UNWIND;
        }
    }
}
