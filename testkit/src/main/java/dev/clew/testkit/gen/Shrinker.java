package dev.clew.testkit.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Looks for a smaller program that fails as well. */
public final class Shrinker {
    private static final int MOST_TRIES = 2_000;

    private Shrinker() {}

    /** The smallest program found from {@code failing} on for which {@code fails} still holds. */
    public static Program shrink(Program failing, Predicate<Program> fails) {
        Program smallest = failing;
        int tries = 0;
        boolean smaller = true;
        while (smaller && tries < MOST_TRIES) {
            smaller = false;
            for (Program candidate : candidates(smallest)) {
                if (++tries > MOST_TRIES) {
                    break;
                }
                if (fails.test(candidate)) {
                    smallest = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** Programs one change smaller, the smallest first. */
    static List<Program> candidates(Program program) {
        List<Program> all = new ArrayList<>();
        List<Program> children = program.children();
        if (!children.isEmpty()) {
            all.add(new Leaves.Now(0));
            all.addAll(children);
        }
        if (program.isList()) {
            for (int i = 0; children.size() > 1 && i < children.size(); i++) {
                List<Program> fewer = new ArrayList<>(children);
                fewer.remove(i);
                all.add(program.with(List.copyOf(fewer)));
            }
        }
        for (int i = 0; i < children.size(); i++) {
            for (Program child : candidates(children.get(i))) {
                List<Program> changed = new ArrayList<>(children);
                changed.set(i, child);
                all.add(program.with(List.copyOf(changed)));
            }
        }
        return all;
    }
}
