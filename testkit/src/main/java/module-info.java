import org.jspecify.annotations.NullMarked;

/** Tools for testing programs that use Clew, and Clew itself: virtual time, generated programs, laws. */
@NullMarked
module dev.clew.testkit {
    requires transitive dev.clew;
    requires static org.jspecify;
    requires static org.junit.platform.engine;

    exports dev.clew.testkit;
    exports dev.clew.testkit.gen;
    exports dev.clew.testkit.junit;
    exports dev.clew.testkit.laws;

    provides org.junit.platform.engine.TestEngine with
            dev.clew.testkit.junit.ClewTestEngine;
}
