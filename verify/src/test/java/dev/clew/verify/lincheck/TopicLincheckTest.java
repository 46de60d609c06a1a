package dev.clew.verify.lincheck;

import dev.clew.sync.TopicUnderTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/** A topic with one subscriber, who has room for one message: what is published either reaches it or is refused. */
public final class TopicLincheckTest extends Linchecked {
    private final TopicUnderTest topic = new TopicUnderTest();

    @Operation
    public String publish(@Param(gen = IntGen.class, conf = "1:9") int message) {
        return topic.publish(message);
    }

    @Operation
    public @Nullable Integer take() {
        return topic.take();
    }

    @Operation
    public void leave() {
        topic.leave();
    }

    @Operation
    public void close() {
        topic.close();
    }

    @Operation
    public boolean subscribesInVain() {
        return topic.subscribesInVain();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "publish:1 take | close take",
                "publish:1 publish:2 take | leave take",
                "publish:1 publish:2 | take close take",
                "close subscribesInVain | publish:1 take");
    }

    /** What such a topic is, one call at a time. */
    public static class Specification {
        private final Deque<Integer> queue = new ArrayDeque<>();
        private boolean closed;
        private boolean left;

        public String publish(int message) {
            if (closed) {
                return "closed";
            }
            if (left) {
                return "published";
            }
            if (!queue.isEmpty()) {
                return "full";
            }
            queue.add(message);
            return "published";
        }

        public @Nullable Integer take() {
            return queue.poll();
        }

        public void leave() {
            left = true;
        }

        public void close() {
            closed = true;
        }

        public boolean subscribesInVain() {
            return closed;
        }
    }
}
