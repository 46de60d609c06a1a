package dev.clew.internal.kernel;

import dev.clew.Task;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** {@code defer}: a task built each time. */
public final class Defer<A extends @Nullable Object> extends Node<A> {
    private final Callable<? extends Task<A>> code;

    public Defer(Callable<? extends Task<A>> code) {
        this.code = code;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Node<A> next;
        try {
            next = of(code.call(), "the function of defer");
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return next.eval(fiber, strand, depth + 1);
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(code);
    }

    @Override
    Object rootFunction() {
        return code;
    }
}
