package dev.clew.testkit;

/**
 * Random numbers that are the same on every machine and every release of Java, which is what a replayed seed needs:
 * SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
 */
final class SplitMix {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    SplitMix(long seed) {
        state = seed;
    }

    long next() {
        state += GAMMA;
        return mix(state);
    }

    /** One of 0 to {@code n - 1}; not quite uniform, by less than anybody can notice for the small n of a choice. */
    int below(int n) {
        return (int) ((next() >>> 33) % n);
    }

    /** A number that looks random and depends on {@code seed} and {@code index} alone. */
    static long at(long seed, long index) {
        return mix(seed + index * GAMMA);
    }

    static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
