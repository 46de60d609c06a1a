package dev.clew.testkit.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A run of JUnit Platform inside a test, and how each test in it went. */
final class Launched implements TestExecutionListener {
    final Map<String, TestExecutionResult> results = new LinkedHashMap<>();
    final Map<String, String> skipped = new LinkedHashMap<>();
    final List<TestIdentifier> tests = new ArrayList<>();

    static Launched run(DiscoverySelector... selectors) {
        return run(
                LauncherDiscoveryRequestBuilder.request().selectors(selectors).build());
    }

    static Launched withTag(String tag, DiscoverySelector... selectors) {
        return run(LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .filters(TagFilter.includeTags(tag))
                .build());
    }

    private static Launched run(LauncherDiscoveryRequest request) {
        Launched launched = new Launched();
        LauncherFactory.create().execute(request, launched);
        return launched;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            results.put(test.getDisplayName(), result);
        }
        if (test.isTest()) {
            tests.add(test);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped.put(test.getDisplayName(), reason);
    }

    boolean succeeded(String name) {
        TestExecutionResult result = results.get(name);
        return result != null && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    }

    /** The message of the failure of that test; empty where it did not fail. */
    String failure(String name) {
        return Optional.ofNullable(results.get(name))
                .flatMap(TestExecutionResult::getThrowable)
                .map(Throwable::toString)
                .orElse("");
    }
}
