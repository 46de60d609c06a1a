package dev.clew.internal.util;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Look-up of {@link VarHandle}s in one line, for static initializers. */
public final class VarHandles {
    private VarHandles() {}

    /**
     * The handle of a field of the very class that made {@code lookup}.
     *
     * @throws ExceptionInInitializerError if the class has no such field
     */
    public static VarHandle field(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw missing(lookup, name, type, e);
        }
    }

    /**
     * The handle of a static field of the very class that made {@code lookup}.
     *
     * @throws ExceptionInInitializerError if the class has no such field
     */
    public static VarHandle staticField(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findStaticVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw missing(lookup, name, type, e);
        }
    }

    private static ExceptionInInitializerError missing(
            MethodHandles.Lookup lookup, String name, Class<?> type, ReflectiveOperationException cause) {
        ExceptionInInitializerError error =
                new ExceptionInInitializerError("A VarHandle needs a field that its look-up can see: "
                        + lookup.lookupClass().getName() + " has no field " + type.getName() + " " + name
                        + ". Was the field renamed? Name it the same in the look-up.");
        error.initCause(cause);
        return error;
    }
}
