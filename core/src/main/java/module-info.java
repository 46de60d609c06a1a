import org.jspecify.annotations.NullMarked;

/**
 * Lightweight tasks on a work-stealing runtime.
 *
 * <p>Internals are visible to the testkit alone, which puts its deterministic runtime beneath the same evaluator.
 */
@NullMarked
module dev.clew {
    requires static transitive org.jspecify;
}
