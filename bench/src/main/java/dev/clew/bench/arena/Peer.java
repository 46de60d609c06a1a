package dev.clew.bench.arena;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Who competes, in the order of the tables. */
public enum Peer {
    CLEW("clew", "Clew"),
    SCALAZ("scalaz", "Scalaz Task"),
    SCALAZ_OLD("scalaz-old", "Scalaz Task 7.2.0"),
    FUTURE("future", "Scala Future"),
    ZIO("zio", "ZIO"),
    CATS("cats", "Cats Effect"),
    KOTLIN("kotlin", "Kotlin coroutines"),
    COMPLETABLE_FUTURE("cf", "CompletableFuture"),
    FORK_JOIN("fjp", "ForkJoinPool"),
    VIRTUAL_THREADS("vthread", "virtual threads"),
    REACTOR("reactor", "Reactor"),
    GO("go", "Go"),
    JAVA("java", "plain Java");

    private final String key;
    private final String title;

    Peer(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** What {@code --peers} calls it. */
    public String key() {
        return key;
    }

    /** What tables call it. */
    public String title() {
        return title;
    }

    /** Whether its programs are processes of their own, without JMH. */
    public boolean outside() {
        return this == GO || this == SCALAZ_OLD;
    }

    /** Whether it does what Clew does; the others are floors: what the machine and the JDK can do. */
    public boolean fiberSystem() {
        return this != CLEW && this != JAVA && this != FORK_JOIN && this != COMPLETABLE_FUTURE && this != FUTURE;
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(Peer::key).toList();
    }

    /**
     * The one that {@code --peers} calls {@code key}.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static Peer of(String key) {
        return Arrays.stream(values())
                .filter(peer -> peer.key.equals(key.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a peer is one of " + String.join(", ", keys())
                        + ", but '" + key + "' was named; name one of these"));
    }
}
