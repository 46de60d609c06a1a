package dev.clew.bench.state;

import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A benchmark with a polluted twin: with {@code pollutionMillis} above 0, other programs run in the same JVM first, as in
 * an application that does more than one thing. Every competitor meets the same ones.
 */
@State(Scope.Benchmark)
public abstract class AfterOtherPrograms {
    @Param({"0", "3000"})
    public int pollutionMillis;

    @Setup(Level.Trial)
    public void pollute() throws Exception {
        if (pollutionMillis > 0) {
            Pollution.run(Duration.ofMillis(pollutionMillis));
        }
    }
}
