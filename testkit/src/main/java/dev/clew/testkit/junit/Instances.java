package dev.clew.testkit.junit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The instances of a test's classes, new ones for each schedule; those of the schedule before are closed then. */
final class Instances {
    private final Enclosing classes;
    private @Nullable List<Object> open;

    Instances(Enclosing classes) {
        this.classes = classes;
    }

    List<Object> next() throws Exception {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("the thread of the test was interrupted between two schedules");
        }
        TestMethod.unchecked(this::closeLast);
        TestMethod.unchecked(() -> open = classes.open());
        List<Object> opened = open;
        if (opened == null) {
            throw new IllegalStateException("no instances were made, and no error was thrown");
        }
        return opened;
    }

    /** Calls {@code @AfterEach} for the last schedule; nothing where there was none. */
    void closeLast() throws Throwable {
        List<Object> last = open;
        open = null;
        if (last != null) {
            classes.close(last);
        }
    }
}
