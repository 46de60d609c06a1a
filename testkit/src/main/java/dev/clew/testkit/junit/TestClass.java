package dev.clew.testkit.junit;

import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.hierarchical.Node;

/** A class that holds tests, or holds nested classes that do. */
final class TestClass extends AbstractTestDescriptor implements Node<Enclosing> {
    private final Class<?> type;

    private TestClass(UniqueId id, Class<?> type) {
        super(id, Marks.displayName(type, type.getSimpleName()), ClassSource.from(type));
        this.type = type;
    }

    static TestClass in(TestDescriptor parent, Class<?> type) {
        return new TestClass(parent.getUniqueId().append(ClassesAndMethods.Ids.CLASS, type.getName()), type);
    }

    @Override
    public Type getType() {
        return Type.CONTAINER;
    }

    @Override
    public Set<TestTag> getTags() {
        return TestMethod.withInherited(Marks.tags(type), this);
    }

    @Override
    public SkipResult shouldBeSkipped(Enclosing context) {
        Optional<String> reason = Marks.disabled(type);
        return reason.map(SkipResult::skip).orElse(SkipResult.doNotSkip());
    }

    @Override
    public Enclosing prepare(Enclosing context) {
        return context.with(type);
    }

    @Override
    public Enclosing before(Enclosing context) throws Exception {
        TestMethod.unchecked(() -> Enclosing.callAll(type, Marks.BEFORE_ALL));
        return context;
    }

    @Override
    public void after(Enclosing context) throws Exception {
        TestMethod.unchecked(() -> Enclosing.callAll(type, Marks.AFTER_ALL));
    }
}
