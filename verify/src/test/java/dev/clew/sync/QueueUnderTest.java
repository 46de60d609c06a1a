package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.sync.QueueCore.WhenFull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue without tasks and fibers, with chunks of two cells; and one taker that waits for more than ever come. */
public final class QueueUnderTest {
    /** What the taker waits for. */
    public static final int MANY = 50;

    private final QueueCore core;
    private @Nullable TakeCell waiting;

    private QueueUnderTest(QueueCore core) {
        this.core = core;
    }

    static QueueCore fifo(int capacity, WhenFull whenFull) {
        return new QueueCore(new FifoStore(capacity, 2, new Backoff(1), new Backoff(1)), capacity, whenFull);
    }

    public static QueueUnderTest bounded(int capacity) {
        return new QueueUnderTest(fifo(capacity, WhenFull.WAIT));
    }

    public static QueueUnderTest sliding(int capacity) {
        return new QueueUnderTest(fifo(capacity, WhenFull.DROP_OLDEST));
    }

    /** The least number first. */
    public static QueueUnderTest priority(int capacity) {
        HeapStore heap = new HeapStore((a, b) -> Integer.compare((Integer) a, (Integer) b), Answer::valueOf);
        return new QueueUnderTest(new QueueCore(heap, capacity, WhenFull.WAIT));
    }

    /** What an offer comes to. */
    public String offer(int element) {
        return core.offer(Answer.value(element)).name();
    }

    public @Nullable Integer take() {
        Object element = core.take();
        return element == null ? null : (Integer) Answer.valueOf(element);
    }

    public List<@Nullable Object> takeUpTo(int max) {
        return TakeCell.listOf(core.takeUpTo(max));
    }

    public long size() {
        return core.size();
    }

    public void close() {
        core.close();
    }

    /** The taker comes, unless it is there; not in parallel with {@link #leave}. */
    public void comeAndWait() {
        if (waiting == null) {
            TakeCell cell = new TakeCell(core, MANY, MANY);
            core.enlist(cell);
            waiting = cell.isDecided() ? null : cell;
        }
    }

    /** The taker is cancelled; false where it is not there, or was served by a close. */
    public boolean leave() {
        TakeCell cell = waiting;
        waiting = null;
        if (cell == null || !cell.answer(Answer.error(new IllegalStateException("a wait was cancelled by a test")))) {
            return false;
        }
        core.leave(cell);
        return true;
    }
}
