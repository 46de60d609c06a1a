package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Fn2;
import dev.clew.Task;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The call sites of functions, known by their classes: a lambda's class belongs to one place in the source.
 *
 * <p>The place is looked for once a class, by a walk of the stack as the first object of the class is given to a task.
 * From then on a look into a table of hashes says that there is nothing to do. Two classes of one hash are held for one,
 * and the second is then shown without a line: with ten thousand classes that happens to one pair in forty programs. The
 * table refers to no class, so it keeps none from being unloaded.
 *
 * <p>Tasks keep nothing of this: a site is looked up by the class of the function, when an error passes or a fiber is dumped.
 */
public final class CallSites {
    private static final int SIZE = 1 << 12;

    /** The hash of a class that was seen, at its lowest bits. Plain and racy: a lost write costs a second look. */
    private static final int[] SEEN = new int[SIZE];

    private static final ClassValue<CallSite> SITES = new ClassValue<>() {
        @Override
        protected CallSite computeValue(Class<?> type) {
            return CallSite.of(type);
        }
    };

    private CallSites() {}

    /** Whether {@code function} is to be {@linkplain #capture captured}, as far as the table knows. */
    public static boolean isNew(Object function) {
        if (!Tracing.ON) {
            return false;
        }
        int hash = function.getClass().hashCode();
        return SEEN[hash & SIZE - 1] != hash;
    }

    /** Looks for the site of {@code function} among the callers. */
    public static void capture(Object function) {
        Class<?> type = function.getClass();
        if (!UserCode.isOurs(type)) {
            SITES.get(type).capture();
        }
        int hash = type.hashCode();
        SEEN[hash & SIZE - 1] = hash;
    }

    /**
     * {@code task}, which is to be started or moved, or comes after another: where that is said stands for where its {@code delay} or {@code defer}
     * was called, which is not looked for. Those are called in loops that do nothing else, where even a look into the table
     * shows; and they are never what goes on after a step.
     */
    public static <A extends @Nullable Object> Node<A> root(Node<A> task) {
        if (Tracing.ON) {
            Object function = task.rootFunction();
            if (function != null && isNew(function)) {
                capture(function);
            }
        }
        return task;
    }

    /** In full mode {@code function} with the site of this very construction, else {@code function}. */
    public static <A extends @Nullable Object, B extends @Nullable Object> Fn<A, B> located(Fn<A, B> function) {
        return Tracing.FULL ? new LocatedFn<>(function, CallSite.at(UserCode.caller())) : function;
    }

    /** As {@link #located(Fn)}. */
    public static <A extends @Nullable Object> Callable<A> located(Callable<A> code) {
        return Tracing.FULL ? new LocatedCode<>(code, CallSite.at(UserCode.caller())) : code;
    }

    /** As {@link #located(Fn)}. */
    public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            Fn2<A, B, C> located(Fn2<A, B, C> function) {
        return Tracing.FULL ? new LocatedFn2<>(function, CallSite.at(UserCode.caller())) : function;
    }

    /** In full mode a node that has no function, with the site of this very construction. */
    public static <A extends @Nullable Object> Task<A> located(Task<A> task) {
        return Tracing.FULL
                ? new LocatedNode<>(Node.of(task, "a construction"), CallSite.at(UserCode.caller()), true)
                : task;
    }

    /** As {@link #located(Task)}, for a node that runs others in its own place: it leaves no frame behind. */
    public static <A extends @Nullable Object> Node<A> passing(Node<A> node) {
        return Tracing.FULL ? new LocatedNode<>(node, CallSite.at(UserCode.caller()), false) : node;
    }

    /** The site of {@code function}; null where the user has no part in it. */
    static @Nullable CallSite of(Object function) {
        if (function instanceof Located located) {
            return located.site();
        }
        CallSite site = SITES.get(function.getClass());
        return site.isOurs() ? site.behind(function) : site;
    }

    /** The site of the outermost step of {@code task} that has one; null where none has. */
    static @Nullable CallSite ofTask(Node<?> task) {
        Node<?> node = task;
        while (node != null) {
            CallSite site = node.callSite();
            if (site != null) {
                return site;
            }
            node = node.first();
        }
        return null;
    }

    /** Whether {@code value} is something that the user writes as a lambda. */
    static boolean isFunction(Object value) {
        return value instanceof Fn
                || value instanceof Fn2
                || value instanceof Callable
                || (!UserCode.isOurs(value.getClass()) && value.getClass().isSynthetic());
    }

    /** A function or a node that knows its own site. */
    private interface Located {
        CallSite site();
    }

    private record LocatedFn<A extends @Nullable Object, B extends @Nullable Object>(Fn<A, B> function, CallSite site)
            implements Fn<A, B>, Located {
        @Override
        public B apply(A a) throws Exception {
            return function.apply(a);
        }
    }

    private record LocatedFn2<A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>(
            Fn2<A, B, C> function, CallSite site) implements Fn2<A, B, C>, Located {
        @Override
        public C apply(A a, B b) throws Exception {
            return function.apply(a, b);
        }
    }

    private record LocatedCode<A extends @Nullable Object>(Callable<A> code, CallSite site)
            implements Callable<A>, Located {
        @Override
        public A call() throws Exception {
            return code.call();
        }
    }
}
