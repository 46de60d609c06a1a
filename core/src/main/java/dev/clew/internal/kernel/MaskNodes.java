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
        @Nullable
        CallSite callSite() {
            return CallSites.of(body);
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            Region region = Region.enter(fiber, strand);
            Node<A> masked;
            try {
                masked = of(body.apply(region), "the function of uncancelable");
            } catch (Throwable thrown) {
                region.leave(fiber);
                return fiber.raise(thrown);
            }
            Object value = masked.eval(fiber, strand, depth + 1);
            if (value == UNWIND && fiber.isCapturing()) {
                fiber.push(new RestoreMask(region, true));
            } else {
                region.leave(fiber);
            }
            return value;
        }
    }

    /**
     * One run of an uncancelable region, and its poll: it lifts the mask only in its own strand, only until the region's
     * end, and only while no inner region is open. Only the fiber of that strand asks and writes {@code left}.
     */
    static final class Region implements Poll {
        private final Strand strand;

        /** The mask inside. */
        private final int level;

        private boolean left;

        /** Inside its poll: a mask of the same depth as this one is then another's, of an inner region or a finalizer. */
        private boolean lifted;

        private Region(Strand strand, int level) {
            this.strand = strand;
            this.level = level;
        }

        /** Masks {@code strand} until {@link #leave}. */
        static Region enter(FiberState fiber, Strand strand) {
            fiber.mask(strand);
            return new Region(strand, strand.mask);
        }

        void leave(FiberState fiber) {
            left = true;
            fiber.setMask(strand, level - 1);
        }

        /** A poll begins. */
        void lift(FiberState fiber) {
            lifted = true;
            fiber.setMask(strand, level - 1);
        }

        /** A poll has ended. */
        void enterAgain(FiberState fiber) {
            lifted = false;
            fiber.setMask(strand, level);
        }

        boolean lifts(Strand current) {
            return current == strand && !left && !lifted && current.mask == level;
        }

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
            if (!region.lifts(strand)) {
                return task.eval(fiber, strand, depth + 1);
            }
            region.lift(fiber);
            Object value = task.eval(fiber, strand, depth + 1);
            if (value == UNWIND && fiber.isCapturing()) {
                fiber.push(new RestoreMask(region, false));
            } else {
                region.enterAgain(fiber);
            }
            return value;
        }
    }

    /** The end of a region, or of its poll, that was reified. */
    private static final class RestoreMask extends Frame {
        private final Region region;
        private final boolean leaves;

        RestoreMask(Region region, boolean leaves) {
            this.region = region;
            this.leaves = leaves;
        }

        private void restore(FiberState fiber) {
            if (leaves) {
                region.leave(fiber);
            } else {
                region.enterAgain(fiber);
            }
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            restore(fiber);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            restore(fiber);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            restore(fiber);
            return UNWIND;
        }
    }
}
