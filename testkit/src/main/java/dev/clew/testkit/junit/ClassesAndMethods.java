package dev.clew.testkit.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.NestedClassSelector;
import org.junit.platform.engine.discovery.NestedMethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Turns what a build tool or an IDE selects (classes, methods, ids of an earlier run) into {@link TestDescriptor}s. */
final class ClassesAndMethods implements SelectorResolver {

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        Class<?> type = selector.getJavaClass();
        if (Marks.isTopLevelWithTests(type)) {
            return classResolution(
                    List.of(), type, context.addToParent(parent -> Optional.of(TestClass.in(parent, type))));
        }
        if (Marks.isNestedWithTests(type)) {
            return Resolution.selectors(Set.of(selectNested(enclosing(type), type)));
        }
        return Resolution.unresolved();
    }

    @Override
    public Resolution resolve(NestedClassSelector selector, Context context) {
        Class<?> type = selector.getNestedClass();
        List<Class<?>> enclosing = selector.getEnclosingClasses();
        if (!Marks.isNestedWithTests(type)) {
            return Resolution.unresolved();
        }
        return classResolution(
                enclosing,
                type,
                context.addToParent(() -> selectNested(enclosing), parent -> Optional.of(TestClass.in(parent, type))));
    }

    @Override
    public Resolution resolve(MethodSelector selector, Context context) {
        Class<?> type = selector.getJavaClass();
        return method(
                Marks.isNestedWithTests(type) ? enclosing(type) : List.of(), type, selector.getJavaMethod(), context);
    }

    @Override
    public Resolution resolve(NestedMethodSelector selector, Context context) {
        return method(selector.getEnclosingClasses(), selector.getNestedClass(), selector.getMethod(), context);
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        Optional<DiscoverySelector> meant = Ids.selected(selector.getUniqueId());
        return meant.map(one -> Resolution.selectors(Set.of(one))).orElse(Resolution.unresolved());
    }

    private static Resolution method(List<Class<?>> enclosing, Class<?> type, Method method, Context context) {
        if (!Marks.isTest(method)) {
            return Resolution.unresolved();
        }
        return context.addToParent(
                        () -> selectNested(enclosing, type), parent -> Optional.of(TestMethod.in(parent, type, method)))
                .map(found -> Resolution.match(Match.exact(found)))
                .orElse(Resolution.unresolved());
    }

    private static Resolution classResolution(
            List<Class<?>> enclosing, Class<?> type, Optional<? extends TestDescriptor> found) {
        return found.map(descriptor -> Resolution.match(Match.exact(descriptor, () -> inside(enclosing, type))))
                .orElse(Resolution.unresolved());
    }

    /** What a class holds: its tests, and the nested classes that hold some. */
    private static Set<DiscoverySelector> inside(List<Class<?>> enclosing, Class<?> type) {
        Set<DiscoverySelector> selectors = new LinkedHashSet<>();
        for (Method method : Marks.tests(type)) {
            selectors.add(
                    enclosing.isEmpty() ? selectMethod(type, method) : selectNestedMethod(enclosing, type, method));
        }
        List<Class<?>> around = new ArrayList<>(enclosing);
        around.add(type);
        for (Class<?> nested : Marks.nested(type)) {
            selectors.add(selectNestedClass(around, nested));
        }
        return selectors;
    }

    private static List<Class<?>> enclosing(Class<?> nested) {
        List<Class<?>> around = new ArrayList<>();
        for (Class<?> type = nested.getEnclosingClass(); type != null; type = type.getEnclosingClass()) {
            around.add(0, type);
            if (!Marks.isNestedWithTests(type)) {
                break;
            }
        }
        return around;
    }

    private static DiscoverySelector selectNested(List<Class<?>> enclosing, Class<?> type) {
        return enclosing.isEmpty() ? selectClass(type) : selectNestedClass(enclosing, type);
    }

    private static DiscoverySelector selectNested(List<Class<?>> classes) {
        int last = classes.size() - 1;
        return selectNested(classes.subList(0, last), classes.get(last));
    }

    /** The ids of what was found, and back. */
    static final class Ids {
        static final String CLASS = "class";
        static final String METHOD = "method";

        private Ids() {}

        static Optional<DiscoverySelector> selected(UniqueId id) {
            List<Class<?>> classes = new ArrayList<>();
            for (UniqueId.Segment segment : id.getSegments()) {
                if (segment.getType().equals(CLASS)) {
                    Optional<Class<?>> type =
                            ReflectionSupport.tryToLoadClass(segment.getValue()).toOptional();
                    if (type.isEmpty()) {
                        return Optional.empty();
                    }
                    classes.add(type.get());
                }
            }
            if (classes.isEmpty()) {
                return Optional.empty();
            }
            UniqueId.Segment last = id.getLastSegment();
            if (last.getType().equals(CLASS)) {
                return Optional.of(selectNested(classes));
            }
            Class<?> type = classes.get(classes.size() - 1);
            List<Class<?>> around = classes.subList(0, classes.size() - 1);
            return last.getType().equals(METHOD)
                    ? Marks.tests(type).stream()
                            .filter(method -> method.getName().equals(last.getValue()))
                            .findFirst()
                            .map(method -> around.isEmpty()
                                    ? selectMethod(type, method)
                                    : selectNestedMethod(around, type, method))
                    : Optional.empty();
        }
    }
}
