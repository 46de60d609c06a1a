package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.sync.QueueCore.WhenFull;
import org.jspecify.annotations.Nullable;

/** A topic without tasks and fibers, with one subscriber who has room for one message. */
public final class TopicUnderTest {
    private final Topic<Integer> topic = Topic.create();
    private final Queue<Integer> queue = topic.enter(small());

    private static Queue<Integer> small() {
        return new CoreQueue<>(QueueUnderTest.fifo(1, WhenFull.WAIT));
    }

    /** What publishing comes to: {@code "published"}, {@code "full"}, {@code "closed"}. */
    public String publish(int message) {
        try {
            return topic.offerToAll(message).isEmpty() ? "published" : "full";
        } catch (QueueClosedException closed) {
            return "closed";
        }
    }

    public @Nullable Integer take() {
        Object element = ((CoreQueue<?>) queue).core().take();
        return element == null ? null : (Integer) Answer.valueOf(element);
    }

    /** The subscriber leaves. */
    public void leave() {
        topic.leaveNow(queue);
    }

    public void close() {
        topic.closeNow();
    }

    /** Somebody subscribes anew and leaves: whether the topic was closed. */
    public boolean subscribesInVain() {
        Queue<Integer> other = topic.enter(small());
        boolean closed = ((CoreQueue<?>) other).core().isClosed();
        topic.leaveNow(other);
        return closed;
    }
}
