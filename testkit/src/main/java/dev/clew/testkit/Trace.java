package dev.clew.testkit;

import java.util.Arrays;

/**
 * What was decided in a run, and what happened between: kept as numbers, since hardly any run is ever looked at.
 *
 * <p>{@code decisions} holds a word for each decision, in their order: the choice, n and the answer. {@code log} holds
 * entries of {@link #ENTRY} numbers (what, step, fiber, n, detail), those of a choice of the next job followed by the n
 * numbers of what was ready. Both stop growing at a bound, which only a run that nobody will read reaches.
 */
final class Trace {
    /** The numbers of an entry. */
    static final int ENTRY = 5;

    /** A job was run, without a choice. */
    static final int STEP = 16;
    /** A fiber was made; the detail is its number. */
    static final int BORN = 17;
    /** A branch that its owner had left begins; the detail is the number of its fiber. */
    static final int BRANCH = 18;
    /** Time moved; n and detail are the halves of the new time. */
    static final int TIME = 19;
    /** The main fiber was cancelled from outside. */
    static final int CANCELLED = 20;

    private static final int MOST = 1 << 20;
    private static final int MOST_OF_N = (1 << 14) - 1;

    private int[] decisions = new int[64];
    private int size;
    private int deviations;
    private int moments;
    private long hash;

    private int[] log = new int[256];
    private int logged;
    private int lastDecision = -1;

    /** A decision; {@code ready} where the next job was chosen, before it is taken out. */
    void decided(Choice choice, int n, int answer, long step, int fiber, ReadyJobs ready) {
        int word = choice.code() << 28 | Math.min(n, MOST_OF_N) << 14 | Math.min(answer, MOST_OF_N);
        hash = SplitMix.mix(hash + word);
        if (answer != 0) {
            deviations++;
        }
        if (choice == Choice.NEXT_JOB || choice == Choice.YIELD) {
            moments++;
        }
        if (size < MOST) {
            if (size == decisions.length) {
                decisions = Arrays.copyOf(decisions, size * 2);
            }
            decisions[size] = word;
        }
        size++;
        lastDecision = -1;
        if (choice == Choice.NEXT_JOB) {
            if (add(choice.code(), step, ready.number(answer), n, answer, n)) {
                for (int i = 0; i < n; i++) {
                    log[logged++] = ready.number(i);
                }
            }
        } else if (answer != 0) {
            lastDecision = logged;
            add(choice.code(), step, fiber, n, answer, 0);
        }
    }

    /** The branch that the last decision was about became this fiber. */
    void became(int fiber) {
        if (lastDecision >= 0 && lastDecision + ENTRY <= logged) {
            log[lastDecision + 4] = fiber;
        }
    }

    void happened(int what, long step, int fiber, int detail) {
        add(what, step, fiber, 0, detail, 0);
    }

    void timeMoved(long step, long time) {
        add(TIME, step, 0, (int) (time >>> 32), (int) time, 0);
    }

    private boolean add(int what, long step, int fiber, int n, int detail, int more) {
        if (logged > MOST) {
            return false;
        }
        if (logged + ENTRY + more > log.length) {
            log = Arrays.copyOf(log, log.length * 2 + more);
        }
        log[logged++] = what;
        log[logged++] = (int) Math.min(step, Integer.MAX_VALUE);
        log[logged++] = fiber;
        log[logged++] = n;
        log[logged++] = detail;
        return true;
    }

    /** How many decisions there were. */
    int size() {
        return size;
    }

    /** How many of them were not 0. */
    int deviations() {
        return deviations;
    }

    /** How many of them were about who runs. */
    int moments() {
        return moments;
    }

    /** Whether all decisions were kept. */
    boolean isComplete() {
        return size <= MOST;
    }

    /** A number that two runs share where they decided alike. */
    long hash() {
        return hash;
    }

    Choice choice(int i) {
        return Choice.of(decisions[i] >>> 28);
    }

    int n(int i) {
        return (decisions[i] >>> 14) & MOST_OF_N;
    }

    int answer(int i) {
        return decisions[i] & MOST_OF_N;
    }

    /** The decisions that were not 0. */
    Decisions decisions() {
        Decisions.Builder all = new Decisions.Builder();
        for (int i = 0; i < Math.min(size, MOST); i++) {
            if (answer(i) != 0) {
                all.add(i, choice(i), answer(i));
            }
        }
        return all.build();
    }

    int[] log() {
        return log;
    }

    int logged() {
        return logged;
    }
}
