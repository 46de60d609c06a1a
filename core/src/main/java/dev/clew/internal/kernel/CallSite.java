package dev.clew.internal.kernel;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Where something was built: by the class of its function, or, in full mode, for one construction alone. */
final class CallSite {
    /*
     *   field    | writer              | access | pairs with
     *   ---------+---------------------+--------+--------------------------------------------------------------
     *   at       | whoever is first    | plain  | final fields of StackTraceElement: a reader sees null or all
     *   captured | constructor         | final  |
     *
     * Two that are first at once write what is as good as equal; the last write stays.
     */
    private static final Field[] NONE = {};

    /** The class whose code the function is: of a lambda the class it is written in. */
    private final String host;

    private @Nullable StackTraceElement at;

    /** The values that a function of Clew's own was made of; what the user gave is one of them. Empty for others. */
    private final Field[] captured;

    /** Whether the function is Clew's own. */
    private final boolean ours;

    private CallSite(boolean ours, String host, @Nullable StackTraceElement at, Field[] captured) {
        this.ours = ours;
        this.host = host;
        this.at = at;
        this.captured = captured;
    }

    /** The site of functions of class {@code type}, not looked for yet. */
    static CallSite of(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf("$$Lambda");
        boolean ours = UserCode.isOurs(type);
        return new CallSite(ours, lambda < 0 ? name : name.substring(0, lambda), null, ours ? fields(type) : NONE);
    }

    /** The site of one construction. */
    static CallSite at(StackTraceElement element) {
        return new CallSite(false, element.getClassName(), element, NONE);
    }

    private static Field[] fields(Class<?> type) {
        Field[] fields = type.getDeclaredFields();
        for (Field field : fields) {
            if (!field.trySetAccessible()) {
                return NONE;
            }
        }
        return fields;
    }

    /** Looks for the site, among the callers of this, where that was not done before. */
    void capture() {
        if (at == null) {
            at = UserCode.caller();
        }
    }

    /** The site as a frame; without a line where none was ever looked for. */
    StackTraceElement element() {
        StackTraceElement known = at;
        return known == null ? new StackTraceElement(host, "<function>", null, -1) : known;
    }

    /** Whether the line is known. */
    boolean isKnown() {
        return at != null;
    }

    boolean isOurs() {
        return ours;
    }

    /** Of a function of Clew's own: the site of what the user gave it; null where that is nothing. */
    @Nullable
    CallSite behind(Object function) {
        CallSite found = null;
        for (Field field : captured) {
            Object value = value(field, function);
            if (value instanceof Node<?> task) {
                found = found == null ? CallSites.ofTask(task) : found;
            } else if (value != null && CallSites.isFunction(value)) {
                return CallSites.of(value);
            }
        }
        return found;
    }

    private static @Nullable Object value(Field field, Object function) {
        try {
            return field.get(function);
        } catch (IllegalAccessException closed) {
            // Fields were opened as the class was first seen; where that is undone, the site is not shown.
            return null;
        }
    }
}
