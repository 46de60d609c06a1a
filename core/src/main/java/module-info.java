import org.jspecify.annotations.NullMarked;

/**
 * Lightweight tasks on a work-stealing runtime.
 *
 * <p>Internals are visible to the testkit alone, which puts its deterministic runtime beneath the same evaluator.
 */
@NullMarked
module dev.clew {
    requires static java.management;
    requires static jdk.jfr;
    requires static org.jspecify;

    exports dev.clew;
    exports dev.clew.channel;
    exports dev.clew.interop;
    exports dev.clew.observe;
    exports dev.clew.sync;
    exports dev.clew.internal.kernel to
            dev.clew.testkit;
    exports dev.clew.internal.queue to
            dev.clew.testkit;
    exports dev.clew.internal.sched to
            dev.clew.testkit;
    exports dev.clew.internal.timer to
            dev.clew.testkit;
    exports dev.clew.internal.util to
            dev.clew.testkit;
}
