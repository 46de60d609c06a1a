package dev.clew.testkit.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

/** What a JVM with JUnit 5 runs: prints how the sample went. */
final class OlderJUnit {
    private OlderJUnit() {}

    public static void main(String[] arguments) throws ClassNotFoundException {
        Launched launched = Launched.run(selectClass(Class.forName("dev.clew.testkit.junit.sample.SampleTest")));
        launched.results.forEach((test, result) -> System.out.println(test + " " + result));
    }
}
