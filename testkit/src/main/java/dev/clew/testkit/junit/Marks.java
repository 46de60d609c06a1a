package dev.clew.testkit.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestTag;

/**
 * What annotations say. Those of JUnit Jupiter are known by their names, so that Jupiter need not be there.
 */
final class Marks {
    private static final String JUPITER = "org.junit.jupiter.api.";
    static final String BEFORE_EACH = JUPITER + "BeforeEach";
    static final String AFTER_EACH = JUPITER + "AfterEach";
    static final String BEFORE_ALL = JUPITER + "BeforeAll";
    static final String AFTER_ALL = JUPITER + "AfterAll";
    private static final String NESTED = JUPITER + "Nested";
    private static final String DISABLED = JUPITER + "Disabled";
    private static final String DISPLAY_NAME = JUPITER + "DisplayName";
    private static final String TAG = JUPITER + "Tag";
    private static final String TAGS = JUPITER + "Tags";

    private Marks() {}

    static boolean isTest(Method method) {
        return AnnotationSupport.isAnnotated(method, ClewTest.class);
    }

    /** The methods marked {@link ClewTest}, inherited ones as well. */
    static List<Method> tests(Class<?> type) {
        return ReflectionSupport.findMethods(type, Marks::isTest, HierarchyTraversalMode.TOP_DOWN);
    }

    /** The methods with the annotation of that name, those of superclasses first. */
    static List<Method> methods(Class<?> type, String annotation) {
        return ReflectionSupport.findMethods(
                type, method -> find(method, annotation).isPresent(), HierarchyTraversalMode.TOP_DOWN);
    }

    static List<Class<?>> nested(Class<?> type) {
        return ReflectionSupport.findNestedClasses(type, Marks::isNested);
    }

    private static boolean isNested(Class<?> type) {
        return !Modifier.isStatic(type.getModifiers())
                && !Modifier.isAbstract(type.getModifiers())
                && find(type, NESTED).isPresent();
    }

    static boolean isTopLevelWithTests(Class<?> type) {
        return !Modifier.isAbstract(type.getModifiers())
                && !type.isLocalClass()
                && !type.isAnonymousClass()
                && (!type.isMemberClass() || Modifier.isStatic(type.getModifiers()))
                && hasTests(type);
    }

    static boolean isNestedWithTests(Class<?> type) {
        return isNested(type) && hasTests(type);
    }

    private static boolean hasTests(Class<?> type) {
        return !tests(type).isEmpty() || nested(type).stream().anyMatch(Marks::hasTests);
    }

    /** Why the element is disabled; empty where it is not. */
    static Optional<String> disabled(AnnotatedElement element) {
        return find(element, DISABLED).map(annotation -> {
            String reason = text(annotation);
            return reason.isEmpty() ? element + " is @Disabled" : reason;
        });
    }

    static String displayName(AnnotatedElement element, String otherwise) {
        return find(element, DISPLAY_NAME).map(Marks::text).orElse(otherwise);
    }

    static Set<TestTag> tags(AnnotatedElement element) {
        Set<TestTag> tags = new LinkedHashSet<>();
        for (Annotation annotation : all(element)) {
            String name = annotation.annotationType().getName();
            if (name.equals(TAG)) {
                tags.add(TestTag.create(text(annotation)));
            } else if (name.equals(TAGS) && value(annotation) instanceof Annotation[] several) {
                for (Annotation one : several) {
                    tags.add(TestTag.create(text(one)));
                }
            }
        }
        return tags;
    }

    private static Optional<Annotation> find(AnnotatedElement element, String name) {
        return all(element).stream()
                .filter(annotation -> annotation.annotationType().getName().equals(name))
                .findFirst();
    }

    /** The annotations of the element and those that they are marked with. */
    private static List<Annotation> all(AnnotatedElement element) {
        List<Annotation> found = new ArrayList<>();
        collect(element, found);
        return found;
    }

    private static void collect(AnnotatedElement element, List<Annotation> found) {
        for (Annotation annotation : element.getAnnotations()) {
            Class<?> type = annotation.annotationType();
            boolean isKnown =
                    found.stream().anyMatch(known -> known.annotationType().equals(type));
            if (!type.getName().startsWith("java.lang.") && !isKnown) {
                found.add(annotation);
                collect(type, found);
            }
        }
    }

    private static String text(Annotation annotation) {
        return String.valueOf(value(annotation)).strip();
    }

    private static Object value(Annotation annotation) {
        try {
            return annotation.annotationType().getMethod("value").invoke(annotation);
        } catch (ReflectiveOperationException noValue) {
            throw new IllegalStateException(
                    "the annotation " + annotation + " has no value that can be read; is it of another JUnit version?",
                    noValue);
        }
    }
}
