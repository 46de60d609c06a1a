package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** A part of a fiber that may lie in a queue by itself, as a dump shows it. */
interface Dumped {

    /** The fiber it is part of. */
    FiberState dumpedParent();

    /** Where what it will evaluate was built. */
    @Nullable
    CallSite dumpedSite();
}
