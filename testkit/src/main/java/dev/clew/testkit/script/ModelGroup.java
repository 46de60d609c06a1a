package dev.clew.testkit.script;

import dev.clew.testkit.script.Script.Kind;
import dev.clew.testkit.script.ScriptModel.Next;
import dev.clew.testkit.script.ScriptModel.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Several at once, in the model. The first lives in the fiber that waits for all, the others in fibers of their own. */
final class ModelGroup {
    private final Kind kind;
    private final ModelStrand strand;
    private final Next next;
    private final LongSupplier clock;
    private final List<ModelStrand> parts = new ArrayList<>();
    private @Nullable ScriptResult[] results = new ScriptResult[0];
    private int live;

    /** When the second ended. Of two that end at one moment since both are asked to stop, the first comes first. */
    private long otherEndedAt;

    /** How the whole will end, once all have; CANCELED for one that cancels itself. */
    private @Nullable ScriptResult end;

    /** The first error, where errors are not the end. */
    private @Nullable ScriptResult firstError;

    /** A cancellation from outside came before any end. */
    private boolean abandoned;

    private boolean finished;

    ModelGroup(Kind kind, ModelStrand strand, Next next, LongSupplier clock) {
        this.kind = kind;
        this.strand = strand;
        this.next = next;
        this.clock = clock;
    }

    private boolean isOfTwo() {
        return kind == Kind.BOTH || kind == Kind.RACE;
    }

    private boolean isRace() {
        return kind != Kind.BOTH && kind != Kind.GATHER;
    }

    void begin(List<Step> steps) {
        live = steps.size();
        results = new ScriptResult[live];
        for (int i = 0; i < live; i++) {
            parts.add(new ModelStrand(i == 0 ? strand : null));
        }
        parts.get(0).besides = this::abandon;
        strand.waiting = this::cancelled;
        for (int i = 0; i < steps.size(); i++) {
            int place = i;
            steps.get(i).begin(parts.get(i), result -> partEnded(place, result));
        }
    }

    private boolean isLive(int place) {
        return results[place] == null;
    }

    /** A cancellation of the whole from outside. */
    private void cancelled() {
        if (isLive(0)) {
            parts.get(0).ask();
        } else if (end == null) {
            abandonAlone();
        }
    }

    private void abandonAlone() {
        strand.beginUnwinding();
        abandon();
    }

    /** A cancellation was seen in the first: stops the others. Of two, the one that has its value needs no stopping. */
    private void abandon() {
        boolean hasOthers = !isOfTwo() || isLive(1);
        if (end == null && !abandoned && hasOthers) {
            abandoned = true;
            stopOthers();
        }
    }

    private void stopOthers() {
        for (int i = 0; i < parts.size(); i++) {
            if (isLive(i)) {
                parts.get(i).request();
            }
        }
    }

    private void partEnded(int place, ScriptResult result) {
        results[place] = result;
        live--;
        otherEndedAt = place == 1 ? clock.getAsLong() : otherEndedAt;
        if (place == 0 && isOfTwo()) {
            firstOfTwoEnded(result);
        }
        if (!abandoned) {
            note(result);
        }
        if (live == 0 && !finished) {
            finished = true;
            finish();
        } else if (place == 0 && end == null && !abandoned && strand.isStopping()) {
            // It came while the first was masked, and is seen as the whole waits for the others.
            abandonAlone();
        }
    }

    private void firstOfTwoEnded(ScriptResult result) {
        if (result.isCanceled() && parts.get(0).byOuter) {
            end = null;
            abandoned = true;
        } else if (abandoned) {
            // What began to unwind in it was over already, and came to the end that was decided before.
            abandoned = false;
            ScriptResult other = results[1];
            if (other != null && otherEndedAt < clock.getAsLong()) {
                note(other);
            }
        }
    }

    private void note(ScriptResult result) {
        ScriptResult before = end;
        if (before != null) {
            if (!isRace() && before.isCanceled() && result.isError()) {
                end = result;
            }
            return;
        }
        if (kind == Kind.FIRST_SUCCESS && result.isError()) {
            firstError = firstError == null ? result : firstError;
        } else if (isRace() || !result.isValue()) {
            end = result;
            stopOthers();
        }
    }

    private void finish() {
        strand.waiting = null;
        ScriptResult decided = end;
        if (abandoned) {
            strand.unwind(next);
        } else if (decided == null) {
            next.accept(firstError != null ? firstError : folded());
        } else if (decided.isCanceled()) {
            strand.cancelItself(next);
        } else {
            next.accept(decided);
        }
    }

    private ScriptResult folded() {
        int all = 1;
        for (ScriptResult result : results) {
            all = 31 * all + (result == null ? 0 : result.value());
        }
        return ScriptResult.value(all);
    }
}
