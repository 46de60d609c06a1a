package dev.clew.testkit.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;

/**
 * The classes around a test, outermost first, and how instances of them are made and prepared. Each schedule of a test
 * has instances of its own.
 */
final class Enclosing implements EngineExecutionContext {
    private final List<Class<?>> classes;

    private Enclosing(List<Class<?>> classes) {
        this.classes = classes;
    }

    static Enclosing none() {
        return new Enclosing(List.of());
    }

    Enclosing with(Class<?> inner) {
        List<Class<?>> all = new ArrayList<>(classes);
        all.add(inner);
        return new Enclosing(List.copyOf(all));
    }

    /** New instances, outermost first, on which all {@code @BeforeEach} methods have been called. */
    List<Object> open() throws Throwable {
        List<Object> instances = new ArrayList<>();
        for (Class<?> type : classes) {
            instances.add(instantiate(type, instances));
        }
        for (int i = 0; i < classes.size(); i++) {
            for (Method method : Marks.methods(classes.get(i), Marks.BEFORE_EACH)) {
                call(method, instances.get(i));
            }
        }
        return instances;
    }

    /** Calls all {@code @AfterEach} methods, innermost first; each although another fails. */
    void close(List<Object> instances) throws Throwable {
        Throwable failed = null;
        for (int i = classes.size() - 1; i >= 0; i--) {
            for (Method method : bottomUp(Marks.methods(classes.get(i), Marks.AFTER_EACH))) {
                try {
                    call(method, instances.get(i));
                } catch (Throwable thrown) {
                    failed = add(failed, thrown);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    static void callAll(Class<?> type, String annotation) throws Throwable {
        List<Method> methods = Marks.methods(type, annotation);
        for (Method method : annotation.equals(Marks.AFTER_ALL) ? bottomUp(methods) : methods) {
            call(method, null);
        }
    }

    /** Calls {@code method} and throws what it throws, unwrapped. */
    static @Nullable Object call(Method method, @Nullable Object target) throws Throwable {
        method.setAccessible(true);
        try {
            return method.invoke(target);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    static Throwable add(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    private static Object instantiate(Class<?> type, List<Object> outer) throws Throwable {
        boolean isInner = !outer.isEmpty();
        try {
            Constructor<?> constructor = isInner
                    ? type.getDeclaredConstructor(outer.get(outer.size() - 1).getClass())
                    : type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return isInner ? constructor.newInstance(outer.get(outer.size() - 1)) : constructor.newInstance();
        } catch (NoSuchMethodException missing) {
            throw new IllegalStateException(
                    "the test class " + type.getName()
                            + " has no constructor without parameters, and a new instance is made for each schedule; give it one",
                    missing);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static List<Method> bottomUp(List<Method> topDown) {
        List<Method> reversed = new ArrayList<>(topDown);
        Collections.reverse(reversed);
        return reversed;
    }
}
