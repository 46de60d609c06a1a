package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
    @TempDir
    private Path folder;

    private Path jdk(String release) throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.createFile(java);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("release"), release);
        return folder;
    }

    @Test
    void theVersionOfAJdkIsInItsReleaseFile() throws IOException {
        assertThat(Jdks.at(jdk("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.12\"\n")))
                .hasValueSatisfying(found -> {
                    assertThat(found.version()).isEqualTo("17.0.12");
                    assertThat(found.java()).isExecutable();
                });
    }

    @Test
    void aFolderWithoutAVersionOrWithoutJavaIsNone() throws IOException {
        assertThat(Jdks.at(folder)).isEmpty();
        assertThat(Jdks.at(jdk("IMPLEMENTOR=\"x\"\n"))).isEmpty();
    }

    @Test
    void whatIsFoundIsOfTheVersionThatIsAskedFor() {
        assertThat(Jdks.find(17).stream())
                .allSatisfy(found -> assertThat(found.version()).startsWith("17"));
        assertThat(Jdks.find(3)).isEmpty();
    }

    @Test
    void optionsOfANewerLauncherAreNotForAnOlderJdk() {
        assertThat(OldScalaz.forEveryJdk("-XX:+UseParallelGC")).isTrue();
        assertThat(OldScalaz.forEveryJdk("-Djava.awt.headless=true")).isTrue();
        assertThat(OldScalaz.forEveryJdk("--sun-misc-unsafe-memory-access=allow"))
                .isFalse();
    }
}
