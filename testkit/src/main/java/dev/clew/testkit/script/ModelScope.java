package dev.clew.testkit.script;

import dev.clew.testkit.script.ModelStrand.Fork;
import dev.clew.testkit.script.ScriptModel.Next;
import dev.clew.testkit.script.ScriptModel.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scope, in the model: a body in a strand of its own, and children that end before the whole does. */
final class ModelScope {
    private final ModelStrand strand;
    private final boolean awaits;
    private final Next next;
    private final ModelStrand body;
    private final List<Fork> children = new ArrayList<>();
    private boolean stopping;

    /** The first error, of a child or of the body. */
    private @Nullable ScriptResult error;

    /** What is done when no child is left. */
    private @Nullable Runnable waiter;

    ModelScope(ModelStrand strand, boolean awaits, Next next) {
        this.strand = strand;
        this.awaits = awaits;
        this.next = next;
        this.body = new ModelStrand(strand);
    }

    Fork start(Step step, boolean supervised) {
        Fork child = new Fork();
        children.add(child);
        child.whenEnded(end -> childEnded(child, !supervised && end.isError() ? end : null), () -> {});
        step.begin(child.strand, child::end);
        return child;
    }

    void begin(Step step) {
        strand.waiting = body::ask;
        step.begin(body, this::bodyEnded);
    }

    private void childEnded(Fork child, @Nullable ScriptResult failure) {
        children.remove(child);
        if (failure != null) {
            note(failure);
            List<Fork> stopped = stopping();
            body.request();
            stopped.forEach(Fork::cancel);
        }
        Runnable waiting = waiter;
        if (children.isEmpty() && waiting != null) {
            waiter = null;
            waiting.run();
        }
    }

    private void note(ScriptResult failure) {
        error = error == null ? failure : error;
    }

    /** The children to stop, where nobody has yet. */
    private List<Fork> stopping() {
        List<Fork> running = stopping ? List.of() : List.copyOf(children);
        stopping = true;
        return running;
    }

    private void bodyEnded(ScriptResult end) {
        strand.waiting = null;
        if (end.isValue() && awaits) {
            rest(end);
        } else if (end.isCanceled()) {
            boolean byOuter = body.byOuter;
            stop(byOuter ? () -> strand.unwind(next) : () -> ended(null));
        } else {
            if (end.isError()) {
                note(end);
            }
            stop(() -> ended(end));
        }
    }

    /** The children that still run are waited for; that can be cancelled. */
    private void rest(ScriptResult end) {
        if (children.isEmpty()) {
            ended(end);
        } else if (strand.isStopping()) {
            restCancelled();
        } else {
            waiter = () -> {
                strand.waiting = null;
                ended(end);
            };
            strand.waiting = this::restCancelled;
        }
    }

    private void restCancelled() {
        strand.beginUnwinding();
        stop(() -> strand.unwind(next));
    }

    /** Stops the children, waits for them under a mask, and does {@code then}. */
    private void stop(Runnable then) {
        strand.mask++;
        Runnable unmasked = () -> {
            strand.mask--;
            then.run();
        };
        List<Fork> stopped = stopping();
        if (children.isEmpty()) {
            unmasked.run();
        } else {
            waiter = unmasked;
            stopped.forEach(Fork::cancel);
        }
    }

    /** {@code end} is the body's; null where it cancelled itself. */
    private void ended(@Nullable ScriptResult end) {
        ScriptResult failure = error;
        if (failure != null) {
            next.accept(failure);
        } else if (end == null) {
            strand.cancelItself(next);
        } else {
            next.accept(end);
        }
    }
}
