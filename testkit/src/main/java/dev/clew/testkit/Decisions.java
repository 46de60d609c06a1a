package dev.clew.testkit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a run that were not 0: the place of each among all decisions from 0, what was chosen, and the answer.
 *
 * <p>As text: an item for each, separated by dots. An item is the number of decisions of answer 0 before it, in base 36,
 * left out where there are none; a letter for the choice; and the answer in base 36, left out where it is 1. Items that
 * repeat are written once, with a star and their number: {@code 5J2.Y*3.1C}.
 */
final class Decisions {
    static final Decisions NONE = new Decisions(new int[0], new Choice[0], new int[0]);

    private static final int RADIX = 36;

    private final int[] places;
    private final Choice[] choices;
    private final int[] answers;

    private Decisions(int[] places, Choice[] choices, int[] answers) {
        this.places = places;
        this.choices = choices;
        this.answers = answers;
    }

    int place(int i) {
        return places[i];
    }

    Choice choice(int i) {
        return choices[i];
    }

    int answer(int i) {
        return answers[i];
    }

    int size() {
        return places.length;
    }

    /** Whether this is simpler than {@code other}: fewer, else smaller, else sooner over. */
    boolean isSimplerThan(Decisions other) {
        if (size() != other.size()) {
            return size() < other.size();
        }
        int sum = Arrays.stream(answers).sum();
        int otherSum = Arrays.stream(other.answers).sum();
        if (sum != otherSum) {
            return sum < otherSum;
        }
        return size() > 0 && places[size() - 1] < other.places[size() - 1];
    }

    /** Those before {@code from} and from {@code to} on. */
    Decisions without(int from, int to) {
        Builder rest = new Builder();
        for (int i = 0; i < size(); i++) {
            if (i < from || i >= to) {
                rest.add(places[i], choices[i], answers[i]);
            }
        }
        return rest.build();
    }

    /** The same, but for the answer of one. */
    Decisions with(int i, int answer) {
        int[] changed = answers.clone();
        changed[i] = answer;
        return new Decisions(places, choices, changed);
    }

    // ---- text -----------------------------------------------------------------------------------------------

    String encode() {
        StringBuilder text = new StringBuilder();
        String last = "";
        int times = 0;
        int next = 0;
        for (int i = 0; i < size(); i++) {
            String item = item(places[i] - next, choices[i], answers[i]);
            next = places[i] + 1;
            if (item.equals(last)) {
                times++;
            } else {
                append(text, last, times);
                last = item;
                times = 1;
            }
        }
        append(text, last, times);
        return text.toString();
    }

    private static String item(int gap, Choice choice, int answer) {
        return (gap == 0 ? "" : Integer.toString(gap, RADIX))
                + choice.letter()
                + (answer == 1 ? "" : Integer.toString(answer, RADIX));
    }

    private static void append(StringBuilder text, String item, int times) {
        if (times > 0) {
            text.append(text.isEmpty() ? "" : ".").append(item);
            if (times > 1) {
                text.append('*').append(Integer.toString(times, RADIX));
            }
        }
    }

    /** What {@link #encode} gave; throws {@link IllegalArgumentException} that names the item it cannot read. */
    static Decisions parse(String text) {
        Builder all = new Builder();
        if (text.isEmpty()) {
            return all.build();
        }
        int next = 0;
        for (String item : text.split("\\.", -1)) {
            int letter = 0;
            while (letter < item.length() && choice(item.charAt(letter)) == null) {
                letter++;
            }
            Choice choice = letter == item.length() ? null : choice(item.charAt(letter));
            if (choice == null) {
                throw malformed(item, "no letter in it stands for a choice");
            }
            int star = item.indexOf('*');
            int end = star < 0 ? item.length() : star;
            int gap = letter == 0 ? 0 : number(item, item.substring(0, letter));
            int answer = letter + 1 >= end ? 1 : number(item, item.substring(letter + 1, end));
            int times = star < 0 ? 1 : number(item, item.substring(star + 1));
            if (answer == 0 || times == 0 || times > 1 << 20) {
                throw malformed(item, "answers and repetitions are at least 1");
            }
            for (int i = 0; i < times; i++) {
                all.add(next + gap, choice, answer);
                next += gap + 1;
            }
        }
        return all.build();
    }

    private static @Nullable Choice choice(char letter) {
        for (Choice choice : Choice.values()) {
            if (choice.letter() == letter) {
                return choice;
            }
        }
        return null;
    }

    private static int number(String item, String digits) {
        try {
            if (digits.startsWith("+") || digits.startsWith("-")) {
                throw malformed(item, "'" + digits + "' has a sign");
            }
            return Integer.parseInt(digits, RADIX);
        } catch (NumberFormatException notANumber) {
            throw malformed(item, "'" + digits + "' is no number of base 36");
        }
    }

    private static IllegalArgumentException malformed(String item, String why) {
        return new IllegalArgumentException("'" + item + "' is not a decision, since " + why
                + "; a decision looks like 5J2: how many usual ones come before, what was chosen, the answer");
    }

    /** Collects decisions in their order. */
    static final class Builder {
        private int[] places = new int[8];
        private Choice[] choices = new Choice[8];
        private int[] answers = new int[8];
        private int size;

        void add(int place, Choice choice, int answer) {
            if (size == places.length) {
                places = Arrays.copyOf(places, size * 2);
                choices = Arrays.copyOf(choices, size * 2);
                answers = Arrays.copyOf(answers, size * 2);
            }
            places[size] = place;
            choices[size] = choice;
            answers[size++] = answer;
        }

        Decisions build() {
            return size == 0
                    ? NONE
                    : new Decisions(
                            Arrays.copyOf(places, size), Arrays.copyOf(choices, size), Arrays.copyOf(answers, size));
        }
    }
}
