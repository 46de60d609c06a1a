package dev.clew.internal.kernel;

import dev.clew.Task;
import java.security.CodeSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which code is the user's: what is neither Clew's own nor the platform's.
 *
 * <p>A class is Clew's own where it lies in one of the library's packages <i>and</i> comes from where {@link Task} comes
 * from. So a user's package may begin with the same words, and a user's classes may lie in the same archive.
 */
final class UserCode {
    private static final String ROOT = Task.class.getPackageName();
    private static final Set<String> ROOMS =
            Set.of(ROOT, ROOT + ".sync", ROOT + ".channel", ROOT + ".interop", ROOT + ".observe");
    private static final @Nullable Object ORIGIN = origin(Task.class);
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final StackTraceElement NOWHERE = new StackTraceElement("", "<no user code>", null, -1);

    private static final ClassValue<Boolean> OURS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String room = type.getPackageName();
            return isRoom(room) && (ORIGIN == null || ORIGIN.equals(origin(type)));
        }
    };

    private UserCode() {}

    private static @Nullable Object origin(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }

    static boolean isOurs(Class<?> type) {
        return OURS.get(type);
    }

    private static boolean isUsers(Class<?> type) {
        if (isOurs(type)) {
            return false;
        }
        ClassLoader loader = type.getClassLoader();
        if (loader == null) {
            return false;
        }
        String module = type.getModule().getName();
        return module == null || !(module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** The innermost frame of the user's among the callers; one that says so where there is none. */
    static StackTraceElement caller() {
        return WALKER.walk(frames -> users(frames).findFirst().orElse(NOWHERE));
    }

    /** The innermost frames of the user's among the callers, {@code most} at most. */
    static List<StackTraceElement> callers(int most) {
        return WALKER.walk(frames -> users(frames).limit(most).toList());
    }

    private static Stream<StackTraceElement> users(Stream<StackWalker.StackFrame> frames) {
        return frames.filter(frame -> isUsers(frame.getDeclaringClass()))
                .map(StackWalker.StackFrame::toStackTraceElement);
    }

    /** Whether {@code frame}, of any thread, may be the user's, as far as names tell. */
    static boolean looksUsers(StackTraceElement frame) {
        String module = frame.getModuleName();
        if (module != null && (module.startsWith("java.") || module.startsWith("jdk."))) {
            return false;
        }
        String name = frame.getClassName();
        int end = name.lastIndexOf('.');
        String room = end < 0 ? "" : name.substring(0, end);
        return !isRoom(room) || !isOurs(name);
    }

    private static boolean isRoom(String room) {
        return ROOMS.contains(room) || room.startsWith(ROOT + ".internal.");
    }

    private static boolean isOurs(String name) {
        try {
            return isOurs(Class.forName(name, false, Task.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError elsewhere) {
            // A package of our name in another loader: not the class that Clew's own code would be.
            return false;
        }
    }
}
