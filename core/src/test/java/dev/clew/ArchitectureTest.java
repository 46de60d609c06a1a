package dev.clew;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * Which package may import which: {@code util ← {queue, timer} ← sched ← {kernel ⇄ dev.clew} ← {sync, channel, interop, observe}}.
 *
 * <p>{@code dev.clew} and {@code kernel} are one room here: the sealed {@code Task} permits only the kernel's {@code Node}.
 */
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.clew");

    private static LayeredArchitecture rooms() {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("util")
                .definedBy("dev.clew.internal.util")
                .layer("queue")
                .definedBy("dev.clew.internal.queue")
                .layer("timer")
                .definedBy("dev.clew.internal.timer")
                .layer("sched")
                .definedBy("dev.clew.internal.sched")
                .layer("task")
                .definedBy("dev.clew", "dev.clew.internal.kernel")
                .layer("sync")
                .definedBy("dev.clew.sync")
                .layer("channel")
                .definedBy("dev.clew.channel")
                .layer("interop")
                .definedBy("dev.clew.interop")
                .layer("observe")
                .definedBy("dev.clew.observe");
    }

    @Test
    void eachPackageImportsOnlyWhatStandsBeneathIt() {
        rooms().whereLayer("util")
                .mayNotAccessAnyLayer()
                .whereLayer("queue")
                .mayOnlyAccessLayers("util")
                .whereLayer("timer")
                .mayOnlyAccessLayers("util")
                .whereLayer("sched")
                .mayOnlyAccessLayers("util", "queue", "timer")
                .whereLayer("task")
                .mayOnlyAccessLayers("util", "queue", "timer", "sched")
                .whereLayer("sync")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("channel")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("interop")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("observe")
                .mayNotBeAccessedByAnyLayer()
                .check(CORE);
    }

    @Test
    void theKernelIsTheOnlyCycle() {
        SlicesRuleDefinition.slices()
                .matching("dev.clew.internal.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void theKernelReadsNoClockAndStartsNoThread() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage("dev.clew.internal.kernel", "dev.clew.sync", "dev.clew.channel")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "start")
                .check(CORE);
    }

    /** What a JVM may lack is touched where its absence is told or made up for. */
    @Test
    void optionalModulesAreUsedInTheirPlacesOnly() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage("dev.clew.observe")
                .and()
                .haveSimpleNameNotStartingWith("ProcessorTime")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javax.management..", "java.lang.management..")
                .check(CORE);
        ArchRuleDefinition.noClasses()
                .that()
                .haveNameNotMatching("dev\\.clew\\.internal\\.sched\\.FlightRecorderEvents.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdk.jfr..")
                .check(CORE);
    }

    @Test
    void everyPackageBelongsToARoom() {
        assertThat(CORE)
                .as("classes of core")
                .isNotEmpty()
                .allSatisfy(
                        type -> assertThat(type.getPackageName())
                                .matches(
                                        "dev\\.clew(\\.(sync|channel|interop|observe|internal\\.(kernel|sched|queue|timer|util)))?"));
    }
}
