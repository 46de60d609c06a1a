package dev.clew.faults;

import java.util.List;

/**
 * A fault that exploring has found.
 *
 * @param schedules how many it took
 * @param kind what went wrong
 * @param unusual how many decisions of the failing schedule were not the usual one
 * @param shrunk how many are left after shrinking
 * @param replay the text that repeats the shrunk schedule
 * @param repeats whether it did
 * @param message what is shown of it
 */
record Found(long schedules, String kind, int unusual, int shrunk, String replay, boolean repeats, String message) {

    /** As words, which cross the border of a mutant's loader. */
    List<String> words() {
        return List.of(
                Long.toString(schedules),
                kind,
                Integer.toString(unusual),
                Integer.toString(shrunk),
                replay,
                Boolean.toString(repeats),
                message);
    }

    static Found of(List<String> words) {
        return new Found(
                Long.parseLong(words.get(0)),
                words.get(1),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                words.get(4),
                Boolean.parseBoolean(words.get(5)),
                words.get(6));
    }
}
