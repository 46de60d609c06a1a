package dev.clew;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * What the library logs while this is open. A runtime on a machine that is busy may warn at any time, and so may one of
 * another test that has not quite ended: so ask for the lines that belong to what is tested.
 */
public final class Logged implements AutoCloseable {
    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger("dev.clew");

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public Logged() {
        logger.addHandler(handler);
    }

    /** The lines, each with its level, that contain {@code part}. */
    public List<String> of(String part) {
        return lines.stream().filter(line -> line.contains(part)).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
