package dev.clew.sync;

/**
 * Nothing can be offered to a {@link Queue} that is closed, and nothing can be taken from it once it is empty as well; nothing
 * can be published to a {@link Topic} that is closed.
 */
public final class QueueClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private QueueClosedException(String message) {
        super(message);
    }

    static QueueClosedException offering() {
        return new QueueClosedException(
                "a queue that is closed takes no element, and close() had been called on this one;"
                        + " end what offers before the queue is closed, or recover from this error there");
    }

    static QueueClosedException taking() {
        return new QueueClosedException(
                "a queue that is closed and empty has no more elements, and close() had been called"
                        + " on this one; to whoever takes in a loop this is the end: recover from it");
    }

    static QueueClosedException publishing() {
        return new QueueClosedException(
                "a topic that is closed takes no message, and close() had been called on this one;"
                        + " end what publishes before the topic is closed, or recover from this error there");
    }
}
