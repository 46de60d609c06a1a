package dev.clew.testkit.junit;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import dev.clew.testkit.RunFailure;
import dev.clew.testkit.Seeds;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.hierarchical.Node;

/** A method marked {@link ClewTest}, explored when it is its turn. */
final class TestMethod extends AbstractTestDescriptor implements Node<Enclosing> {
    /** The system property by which one schedule is run again. */
    private static final String REPLAY = "clew.replay";

    private static final int USUAL_RUNS = 100;

    private final Method method;
    private final ClewTest settings;

    private TestMethod(UniqueId id, Class<?> type, Method method) {
        super(id, Marks.displayName(method, method.getName() + "()"), MethodSource.from(type, method));
        this.method = method;
        this.settings = AnnotationSupport.findAnnotation(method, ClewTest.class)
                .orElseThrow(() -> new IllegalArgumentException(method + " is not marked @ClewTest"));
    }

    static TestMethod in(TestDescriptor parent, Class<?> type, Method method) {
        return new TestMethod(
                parent.getUniqueId().append(ClassesAndMethods.Ids.METHOD, method.getName()), type, method);
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }

    @Override
    public Set<TestTag> getTags() {
        return withInherited(Marks.tags(method), this);
    }

    static Set<TestTag> withInherited(Set<TestTag> own, TestDescriptor descriptor) {
        Set<TestTag> tags = new LinkedHashSet<>(own);
        descriptor.getParent().ifPresent(parent -> tags.addAll(parent.getTags()));
        return tags;
    }

    @Override
    public SkipResult shouldBeSkipped(Enclosing context) {
        Optional<String> reason = Marks.disabled(method);
        return reason.map(SkipResult::skip).orElse(SkipResult.doNotSkip());
    }

    @Override
    public Enclosing execute(Enclosing context, DynamicTestExecutor none) throws Exception {
        unchecked(() -> {
            refuseWrongShape();
            TimeLimit.run(settings.timeoutSeconds(), TimeUnit.SECONDS, getDisplayName(), () -> explore(context));
        });
        return context;
    }

    private void refuseWrongShape() {
        String wrong = null;
        if (Modifier.isStatic(method.getModifiers())) {
            wrong = "is static";
        } else if (Modifier.isPrivate(method.getModifiers())) {
            wrong = "is private";
        } else if (method.getParameterCount() > 0) {
            wrong = "has parameters";
        } else if (!Task.class.isAssignableFrom(method.getReturnType())) {
            wrong = "returns " + method.getReturnType().getSimpleName();
        }
        if (wrong != null) {
            throw new IllegalStateException(
                    "a @ClewTest method is an instance method without parameters that returns a Task,"
                            + " but " + method + " " + wrong
                            + "; change it, or use JUnit's @Test and run the task by TestRuntime or Explore");
        }
    }

    private void explore(Enclosing context) throws Throwable {
        Instances instances = new Instances(context);
        Throwable failed = null;
        try {
            exploration(instances).check();
        } catch (RunFailure failure) {
            failed = failure.replay().isEmpty() ? failure : withHint(failure);
        } catch (Throwable thrown) {
            failed = thrown;
        }
        try {
            instances.closeLast();
        } catch (Throwable thrown) {
            failed = Enclosing.add(failed, thrown);
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** An exploration with these settings, or the one schedule that is to be run again. */
    private Check exploration(Instances instances) {
        Explore<List<Object>, Object> explore = Explore.program(instances::next, this::task);
        settings.schedules().choose(explore, settings.depth());
        if (runs() > 0) {
            explore.runs(runs());
        }
        if (settings.seed() != 0 && System.getProperty(Seeds.PROPERTY) == null) {
            explore.seed(settings.seed());
        }
        if (settings.cancelling() > 0) {
            explore.cancelling(settings.cancelling());
        }
        if (settings.allowLeaks()) {
            explore.allowLeaks();
        }
        if (settings.allowReports()) {
            explore.allowReports();
        }
        explore.stepLimit(settings.stepLimit());
        explore.expect("the test succeeds", this::isRight);
        String replay = System.getProperty(REPLAY, settings.replay());
        return replay.isEmpty() ? explore::check : () -> explore.replay(replay);
    }

    private int runs() {
        return switch (settings.schedules()) {
            case MIXED, RANDOM, PCT -> settings.runs() == 0 ? USUAL_RUNS : settings.runs();
            default -> settings.runs();
        };
    }

    private boolean isRight(Outcome<?> outcome) {
        boolean mayBeCancelled = settings.cancelling() > 0 || settings.schedules() == Schedules.CANCEL_EVERYWHERE;
        return outcome instanceof Outcome.Succeeded || (mayBeCancelled && outcome instanceof Outcome.Canceled);
    }

    @SuppressWarnings("unchecked") // the method was seen to return a task
    private Task<Object> task(List<Object> instances) throws Exception {
        @Nullable Object[] task = new Object[1];
        unchecked(() -> task[0] = Enclosing.call(method, instances.get(instances.size() - 1)));
        return (Task<Object>)
                Objects.requireNonNull(task[0], () -> "the @ClewTest method " + method + " returned null");
    }

    private AssertionError withHint(RunFailure failure) {
        AssertionError shown = new AssertionError(
                failure.getMessage() + "\nRun that schedule again by @ClewTest(replay = \"" + failure.replay()
                        + "\") on " + method.getName() + ", or with '-D" + REPLAY + "=" + failure.replay()
                        + "' and this test alone",
                failure.getCause());
        shown.setStackTrace(failure.getStackTrace());
        for (Throwable suppressed : failure.getSuppressed()) {
            shown.addSuppressed(suppressed);
        }
        return shown;
    }

    /** What runs the schedules. */
    private interface Check {
        void check() throws Throwable;
    }

    /** Code that may throw anything. */
    interface Body {
        void run() throws Throwable;
    }

    /** Runs {@code body}; what it throws that is no exception and no error is wrapped. */
    static void unchecked(Body body) throws Exception {
        try {
            body.run();
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(
                    "a test threw " + thrown + ", which is neither an exception nor an error", thrown);
        }
    }
}
