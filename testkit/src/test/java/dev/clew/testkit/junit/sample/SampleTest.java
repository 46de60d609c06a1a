package dev.clew.testkit.junit.sample;

import dev.clew.Task;
import dev.clew.testkit.junit.ClewTest;
import java.time.Duration;

/** A class that holds nothing but a {@code @ClewTest}, so that build tools must ask the engine to find it. */
class SampleTest {
    @ClewTest
    Task<?> foundByScanning() {
        return Task.sleep(Duration.ofHours(1)).timeout(Duration.ofHours(2));
    }
}
