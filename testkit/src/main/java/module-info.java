import org.jspecify.annotations.NullMarked;

/** Tools for testing programs that use Clew, and Clew itself: virtual time, generated programs, laws. */
@NullMarked
module dev.clew.testkit {
    requires transitive dev.clew;
    requires static org.jspecify;

    exports dev.clew.testkit;
    exports dev.clew.testkit.gen;
    exports dev.clew.testkit.laws;
    exports dev.clew.testkit.script;
}
