package dev.clew.testkit.script;

import dev.clew.testkit.script.ModelStrand.Fork;
import dev.clew.testkit.script.ScriptModel.Next;
import dev.clew.testkit.script.ScriptModel.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A memoized step, in the model. */
final class ModelMemo implements Step {
    private record Waiter(ModelStrand strand, Next next) {}

    private final Step step;
    private final List<Waiter> waiters = new ArrayList<>();
    private @Nullable ScriptResult result;

    /** The run that counts; a run that all have left does not. */
    private int run;

    private @Nullable Fork running;

    ModelMemo(Step step) {
        this.step = step;
    }

    @Override
    public void begin(ModelStrand strand, Next next) {
        if (strand.stops(next)) {
            return;
        }
        ScriptResult kept = result;
        Waiter waiter = new Waiter(strand, next);
        if (kept != null) {
            give(waiter, kept);
            return;
        }
        waiters.add(waiter);
        strand.waiting = () -> leave(waiter);
        if (running == null) {
            int mine = ++run;
            Fork fork = new Fork();
            running = fork;
            step.begin(fork.strand, end -> {
                ended(mine, end);
                fork.end(end);
            });
        }
    }

    private void ended(int which, ScriptResult end) {
        if (which == run && running != null) {
            running = null;
            result = end;
            List<Waiter> told = List.copyOf(waiters);
            waiters.clear();
            told.forEach(waiter -> give(waiter, end));
        }
    }

    private static void give(Waiter waiter, ScriptResult end) {
        waiter.strand().waiting = null;
        if (end.isCanceled()) {
            waiter.strand().cancelItself(waiter.next());
        } else {
            waiter.next().accept(end);
        }
    }

    private void leave(Waiter waiter) {
        waiters.remove(waiter);
        Fork left = running;
        if (waiters.isEmpty() && left != null) {
            running = null;
            waiter.strand().stopAndUnwind(List.of(left), waiter.next());
        } else {
            waiter.strand().unwind(waiter.next());
        }
    }
}
