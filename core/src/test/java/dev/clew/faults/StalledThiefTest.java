package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A thief that stops in the middle of a steal, in a pool: owner, other thieves and callers go on without it, and what it had
 * copied or claimed is run once and only once when it goes on. The place to stop at is planted as a {@link Mutant} is.
 */
@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "mutants need a compiler, which is that of the newest JDK; the classes are the same on all")
class StalledThiefTest {
    /** Where a thief finds its hook, a {@link Runnable}: the only things that both loaders share are those of the JDK. */
    private static final String HOOK = "clew.test.stall";

    private static final String STALL =
            "if (System.getProperties().remove(\"" + HOOK + "\") instanceof Runnable hook) { hook.run(); }\n";

    static final List<Mutant> STALLS = List.of(
            new Mutant(
                    "before it commits",
                    "a thief has copied half of a ring",
                    "internal/queue/Ring.java",
                    "            if (casIndex(h, h + k)) {\n                TAIL",
                    "            " + STALL + "            if (casIndex(h, h + k)) {\n                TAIL"),
            new Mutant(
                    "after it has claimed",
                    "a thief has claimed a branch and not moved the index",
                    "internal/queue/BranchDeque.java",
                    "                    casIndex(t, t + 1);\n                }\n                if (job != null)",
                    "                    " + STALL
                            + "                    casIndex(t, t + 1);\n                }\n                if (job != null)"));

    @AfterEach
    void noHookIsLeft() {
        System.getProperties().remove(HOOK);
    }

    @ParameterizedTest
    @FieldSource("STALLS")
    void holdsUpNobody(Mutant stall) {
        Map<Mutant, Map<String, byte[]>> compiled;
        try (MutantCompiler compiler = new MutantCompiler()) {
            compiled = compiler.compile(List.of(stall));
        }
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Runnable hook = () -> {
            stalled.countDown();
            try {
                OwnRuntime.await(release);
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts a thief in this test", e);
            }
        };
        System.getProperties().put(HOOK, hook);
        MutantLoader loader = new MutantLoader(compiled.get(stall));
        try {
            assertThat(loader.inside(StalledThiefProgram.class).apply(stalled, release))
                    .isEmpty();
        } finally {
            release.countDown();
        }
    }
}
