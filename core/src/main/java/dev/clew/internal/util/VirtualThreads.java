package dev.clew.internal.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Virtual threads, looked up so that class files for Java 17 may use them where they are. */
public final class VirtualThreads {
    /** Before this release a monitor pins its carrier, and a pool of two carriers can deadlock. */
    private static final int FIRST_WITHOUT_PINNING = 24;

    private VirtualThreads() {}

    /** Makes virtual threads named {@code prefix} and a number; null where they are missing or would pin. */
    public static @Nullable ThreadFactory factory(String prefix) {
        if (Runtime.version().feature() < FIRST_WITHOUT_PINNING) {
            return null;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            MethodHandle named =
                    lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class));
            MethodHandle factory = lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            Object threads = named.invoke(ofVirtual.invoke(), prefix, 0L);
            return (ThreadFactory) factory.invoke(threads);
        } catch (Throwable missing) {
            throw new IllegalStateException(
                    "this Java release should have virtual threads, but they could not be reached", missing);
        }
    }
}
