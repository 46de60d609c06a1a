package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What ends a wait, in one reference that is never null, so that a field can hold it and be null until then: a value, a
 * stand-in for the value null, or an error in its wrapper.
 */
public final class Answer {
    private static final Object NULL = new Object();

    private record Failure(Throwable error) {}

    private Answer() {}

    public static Object value(@Nullable Object value) {
        return value == null ? NULL : value;
    }

    public static Object error(Throwable error) {
        return new Failure(error);
    }

    /** The error that {@code answer} is; null where it is a value. */
    public static @Nullable Throwable errorOf(Object answer) {
        return answer instanceof Failure failure ? failure.error() : null;
    }

    /** The value that {@code answer} is; only to be asked of one that is no error. */
    public static @Nullable Object valueOf(Object answer) {
        return answer == NULL ? null : answer;
    }
}
