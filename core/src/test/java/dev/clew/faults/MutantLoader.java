package dev.clew.faults;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Loads Clew, its testkit and the programs anew, with some classes replaced. It defines all of {@code dev.clew} itself
 * and asks its parent for the rest, so nothing of Clew crosses its border: what runs inside takes and gives classes of
 * the JDK.
 */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "dev.clew.";

    private final Map<String, byte[]> replaced;

    MutantLoader(Map<String, byte[]> replaced) {
        super(MutantLoader.class.getClassLoader());
        this.replaced = Map.copyOf(replaced);
    }

    /** {@code type}, which has a constructor without arguments, as it is inside. */
    @SuppressWarnings("unchecked")
    <A, B, C> BiFunction<A, B, C> inside(Class<? extends BiFunction<A, B, C>> type) {
        try {
            return (BiFunction<A, B, C>)
                    loadClass(type.getName()).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(type + " cannot be made inside the loader of a mutant", broken);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = replaced.get(name);
        if (bytes == null) {
            bytes = original(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name + " is not on the class path of the tests");
            }
            return file.readAllBytes();
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name + " cannot be read", unreadable);
        }
    }
}
