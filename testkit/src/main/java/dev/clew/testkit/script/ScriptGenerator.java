package dev.clew.testkit.script;

import dev.clew.testkit.script.Script.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes scripts at random: the same ones again for the same seed. */
public final class ScriptGenerator {
    private static final Kind[] KINDS = Kind.values();
    private static final int LONGEST = 1_000_000;

    private final SplittableRandom random;
    private int effects;

    public ScriptGenerator(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A script of {@code size} steps, or a few more. */
    public Script script(int size) {
        Kind kind;
        do {
            kind = KINDS[random.nextInt(KINDS.length)];
            // What ends things early keeps the rest of a script from being seen, so it comes up less often.
        } while (((kind == Kind.SELF_CANCEL || kind == Kind.FAIL) && random.nextInt(3) > 0)
                || (size > 1) != (kind.parts() > 0));
        List<Script> parts = new ArrayList<>();
        int rest = size - 1;
        for (int i = 0; i < kind.parts(); i++) {
            int left = kind.parts() - i;
            int share = left == 1 ? rest : random.nextInt(Math.max(1, 2 * rest / left)) + (rest > 0 ? 1 : 0);
            int mine = Math.min(share, rest);
            rest -= mine;
            parts.add(script(Math.max(1, mine)));
        }
        return new Script(kind, number(kind), List.copyOf(parts));
    }

    private int number(Kind kind) {
        return switch (kind) {
            case EFFECT -> ++effects;
            case NOW, FAIL, MAP -> 1 + random.nextInt(5);
            default -> 1 + random.nextInt(LONGEST);
        };
    }

    /** When the whole is cancelled from outside, in nanoseconds; 0 for never. */
    public long cancelAt() {
        return random.nextInt(3) == 0 ? 1 + random.nextInt(3 * LONGEST) : 0;
    }
}
