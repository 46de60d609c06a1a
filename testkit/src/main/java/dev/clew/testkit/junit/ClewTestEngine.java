package dev.clew.testkit.junit;

import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestEngine;

/**
 * Finds the methods marked {@link ClewTest} and runs them. JUnit Platform loads it as a service, so that it runs beside
 * Jupiter without being named anywhere.
 */
public final class ClewTestEngine extends HierarchicalTestEngine<Enclosing> {
    /** The id by which build tools include or exclude this engine. */
    public static final String ID = "clew";

    private static final EngineDiscoveryRequestResolver<TestDescriptor> RESOLVER =
            EngineDiscoveryRequestResolver.builder()
                    .addClassContainerSelectorResolver(Marks::isTopLevelWithTests)
                    .addSelectorResolver(new ClassesAndMethods())
                    .addTestDescriptorVisitor(context -> TestDescriptor::prune)
                    .build();

    /** For JUnit Platform. */
    public ClewTestEngine() {}

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        EngineDescriptor root = new Root(id);
        RESOLVER.resolve(request, root);
        return root;
    }

    @Override
    protected Enclosing createExecutionContext(ExecutionRequest request) {
        return Enclosing.none();
    }

    /** The engine itself, as the root of what was found. */
    private static final class Root extends EngineDescriptor
            implements org.junit.platform.engine.support.hierarchical.Node<Enclosing> {
        Root(UniqueId id) {
            super(id, "Clew");
        }
    }
}
