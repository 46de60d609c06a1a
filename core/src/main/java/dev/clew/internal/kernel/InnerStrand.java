package dev.clew.internal.kernel;

/** A strand inside another of the same fiber. */
abstract class InnerStrand extends Strand {
    private final FiberState fiber;
    private final Strand parent;

    /** In {@code fiber}; begins with what {@code parent} has inherited or set. */
    InnerStrand(FiberState fiber, Strand parent) {
        this.fiber = fiber;
        this.parent = parent;
        context = parent.context;
    }

    @Override
    final Strand parent() {
        return parent;
    }

    @Override
    final FiberState fiber() {
        return fiber;
    }
}
