package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** In full mode only: a node that has no function to know its site by, with the site of its construction. */
final class LocatedNode<A extends @Nullable Object> extends Node<A> {
    private final Node<A> node;
    private final CallSite site;

    /** Whether it stays as a frame while {@code node} waits. A node in whose place others run must not: loops would pile up. */
    private final boolean stays;

    LocatedNode(Node<A> node, CallSite site, boolean stays) {
        this.node = node;
        this.site = site;
        this.stays = stays;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if (fiber.isDeep(this, strand, depth)) {
            return UNWIND;
        }
        Object value = node.eval(fiber, strand, depth + 1);
        if (value == UNWIND && (stays || !fiber.isCapturing())) {
            fiber.passing(this);
        }
        return value;
    }

    @Override
    Node<?> first() {
        return node;
    }

    @Override
    CallSite callSite() {
        return site;
    }
}
