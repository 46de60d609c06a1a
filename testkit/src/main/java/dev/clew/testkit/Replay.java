package dev.clew.testkit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The short text by which a run is repeated: who decides, how many cancels it may spend, and before which step the main
 * fiber is cancelled.
 *
 * <pre>
 *   fifo    random:42    pct(3,120):17    roundrobin:2    do:5J2.Y*3    each then with    /c2    and    !17
 * </pre>
 *
 * @param cancels at most so many fibers are cancelled by decision
 * @param cancelAt the step before which the main fiber is cancelled; 0 for none
 */
record Replay(String who, int cancels, long cancelAt) {
    static final String DECISIONS = "do";

    private static final Pattern TEXT = Pattern.compile("([^/!]+)(?:/c(\\d{1,9}))?(?:!(\\d{1,18}))?");
    private static final Pattern PCT = Pattern.compile("pct\\((\\d{1,6}),(\\d{1,9})\\):(-?\\d{1,19})");
    private static final Pattern NUMBERED = Pattern.compile("(random|roundrobin):(-?\\d{1,19})");

    static Replay parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim());
        if (!matcher.matches()) {
            throw malformed(text, null);
        }
        String cancels = matcher.group(2);
        String cancelAt = matcher.group(3);
        Replay replay = new Replay(
                matcher.group(1),
                cancels == null ? 0 : Integer.parseInt(cancels),
                cancelAt == null ? 0 : Long.parseLong(cancelAt));
        replay.strategy();
        return replay;
    }

    /** A new strategy that decides as {@link #who} says. */
    Strategy strategy() {
        try {
            if (who.equals(Fifo.NAME)) {
                return Strategy.fifo();
            }
            if (who.startsWith(DECISIONS + ":")) {
                return new ReplayStrategy(Decisions.parse(who.substring(DECISIONS.length() + 1)), true);
            }
            Matcher pct = PCT.matcher(who);
            if (pct.matches()) {
                return Strategy.pct(
                        Integer.parseInt(pct.group(1)), Integer.parseInt(pct.group(2)), Long.parseLong(pct.group(3)));
            }
            Matcher numbered = NUMBERED.matcher(who);
            if (numbered.matches()) {
                return numbered.group(1).equals(RandomStrategy.NAME)
                        ? Strategy.random(Long.parseLong(numbered.group(2)))
                        : Strategy.roundRobin(Integer.parseInt(numbered.group(2)));
            }
        } catch (IllegalArgumentException wrong) {
            throw malformed(who, wrong);
        }
        throw malformed(who, null);
    }

    String text() {
        return who + (cancels == 0 ? "" : "/c" + cancels) + (cancelAt == 0 ? "" : "!" + cancelAt);
    }

    private static IllegalArgumentException malformed(String text, @Nullable IllegalArgumentException why) {
        return new IllegalArgumentException(
                "'" + text + "' is no replay string" + (why == null ? "" : ": " + why.getMessage())
                        + "; it is fifo, random:42, pct(3,120):17, roundrobin:2 or do:5J2.Y, as a failure prints it",
                why);
    }
}
