package dev.clew.internal.kernel;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** {@code delay}: code run on the fiber's carrier each time. */
public final class Delay<A extends @Nullable Object> extends Node<A> {
    private final Callable<? extends A> code;

    public Delay(Callable<? extends A> code) {
        this.code = code;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        try {
            return code.call();
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
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
