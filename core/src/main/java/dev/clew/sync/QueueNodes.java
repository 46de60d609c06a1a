package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may wait at a queue: each commits one thing.
 *
 * <p>Only values are there at once. What fails, because the queue is closed, a comparison throws or memory is short, is tried
 * again with a cell, and fails there in the same way.
 */
final class QueueNodes {
    private QueueNodes() {}

    static final class Take<A extends @Nullable Object> extends EventNode<A> {
        private final QueueCore core;

        Take(QueueCore core) {
            this.core = core;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            try {
                Object element = core.take();
                return element == null ? WAIT : Answer.valueOf(element);
            } catch (Throwable thrown) {
                return WAIT;
            }
        }

        @Override
        protected WaitCell cell() {
            return new TakeCell(core);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            core.enlist((TakeCell) cell);
        }
    }

    static final class TakeBetween<A extends @Nullable Object> extends EventNode<List<A>> {
        private final QueueCore core;
        private final int min;
        private final int max;

        TakeBetween(QueueCore core, int min, int max) {
            this.core = core;
            this.min = min;
            this.max = max;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            try {
                Object[] elements = core.takeBetween(min, max);
                return elements == null ? WAIT : TakeCell.listOf(elements);
            } catch (Throwable thrown) {
                return WAIT;
            }
        }

        @Override
        protected WaitCell cell() {
            return new TakeCell(core, min, max);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            core.enlist((TakeCell) cell);
        }
    }

    static final class Offer extends EventNode<Boolean> {
        private final QueueCore core;
        private final Object element;

        /**
         * @param element an {@link Answer}
         */
        Offer(QueueCore core, Object element) {
            this.core = core;
            this.element = element;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            try {
                return switch (core.offer(element)) {
                    case ACCEPTED -> true;
                    case DROPPED -> false;
                    case FULL, CLOSED -> WAIT;
                };
            } catch (Throwable thrown) {
                return WAIT;
            }
        }

        @Override
        protected WaitCell cell() {
            return new OfferCell(core, element);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            core.enlist((OfferCell) cell);
        }
    }
}
