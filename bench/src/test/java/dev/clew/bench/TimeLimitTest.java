package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    /** A program that ends by itself only after more than the test's own limit. */
    private static Process hanging() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(java.toString(), "-cp", System.getProperty("java.class.path"), Hang.class.getName())
                .start();
    }

    /** Waits for ever. */
    static final class Hang {
        public static void main(String[] arguments) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    @Test
    void aProcessThatTakesLongerIsEnded() throws Exception {
        Process process = hanging();
        try (TimeLimit limit = TimeLimit.of(Duration.ofMillis(200))) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(limit.passed()).isTrue();
        }
        assertThat(process.exitValue()).isNotZero();
    }

    @Test
    void aLimitThatIsClosedInTimeEndsNothing() throws Exception {
        Process process = hanging();
        try {
            TimeLimit limit = TimeLimit.of(Duration.ofHours(1));
            limit.close();
            assertThat(limit.passed()).isFalse();
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
