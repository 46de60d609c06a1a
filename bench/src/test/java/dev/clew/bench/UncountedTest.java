package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UncountedTest {
    /** The constant of the class that the first folder of {@code classPath} holds, by a loader that asks no other first. */
    private static boolean counts(String classPath) throws Exception {
        URL first = Path.of(classPath.split(File.pathSeparator, 2)[0]).toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {first}, ClassLoader.getPlatformClassLoader())) {
            Field on = loader.loadClass("dev.clew.internal.sched.Counting").getDeclaredField("ON");
            on.setAccessible(true);
            return on.getBoolean(null);
        }
    }

    @Test
    void aClassThatDoesNotCountComesFirst() throws Exception {
        String classPath = Uncounted.classPath("the.jar");
        assertThat(classPath).endsWith(File.pathSeparator + "the.jar");
        assertThat(counts(classPath)).isFalse();
        assertThat(Uncounted.classPath("other.jar")).startsWith(classPath.replace("the.jar", ""));
    }
}
