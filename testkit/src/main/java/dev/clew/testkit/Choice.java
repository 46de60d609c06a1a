package dev.clew.testkit;

/** What a {@link Strategy} is asked to choose. The answer 0 is always "as usual". */
public enum Choice {
    /** Which of n ready jobs runs next; 0 is the one that has waited longest. */
    NEXT_JOB('J', 0),
    /** 1: the branch just forked, or an older one, becomes a fiber of its own, as if a thief had come. */
    FORK('F', 1),
    /** 1: the oldest pending branch or part of a range becomes a fiber of its own; asked at binds and elements. */
    SPLIT('S', 2),
    /** 1: the fiber gives way at this bind. */
    YIELD('Y', 3),
    /** 1: the fiber is cancelled at this bind. */
    CANCEL('C', 4),
    /** Which of n timers of one instant fires first. */
    TIMER_TIE('T', 5),
    /** Which of n alternatives a {@code chooser} looks at next. */
    PICK('P', 6);

    private static final Choice[] CHOICES = values();

    private final char letter;

    private final int code;

    Choice(char letter, int code) {
        this.letter = letter;
        this.code = code;
    }

    static Choice of(int code) {
        return CHOICES[code];
    }

    /** Stands for this in a trace: the place in {@link #values}. */
    int code() {
        return code;
    }

    /** Stands for this in replay strings. */
    char letter() {
        return letter;
    }
}
