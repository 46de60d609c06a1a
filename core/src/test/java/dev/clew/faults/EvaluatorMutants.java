package dev.clew.faults;

import java.util.List;

/** Faults planted in the evaluator: each must be caught by generated programs or by laws. */
final class EvaluatorMutants {
    private EvaluatorMutants() {}

    private static Mutant mutant(String name, String file, String kind, String original, String replacement) {
        return new Mutant(name, kind, "internal/kernel/" + file, original, replacement);
    }

    static final List<Mutant> ALL = List.of(
            mutant(
                    "frames in the wrong order",
                    "FiberState.java",
                    "reifying reverses the frames, but for the two in the middle",
                    "i < j; i++, j--",
                    "i < j - 1; i++, j--"),
            mutant(
                    "the wrong bind goes on",
                    "FlatMapNode.java",
                    "a chain of binds that suspends pushes its first node, not its last",
                    "                fiber.passing(node);",
                    "                fiber.passing(first);"),
            mutant(
                    "a reified handler is skipped",
                    "RecoverNode.java",
                    "after a suspension a failure passes the handler",
                    "        return handle(fiber, strand, fiber.baseDepth());",
                    "        return UNWIND;"),
            mutant(
                    "a masked cancel is forgotten at the end of the mask",
                    "FiberControl.java",
                    "unmasking does not raise the signal again",
                    "if (mask == 0 && cancelDeferred) {",
                    "if (mask < 0 && cancelDeferred) {"),
            mutant(
                    "a masked cancel is forgotten when it is seen",
                    "FiberControl.java",
                    "a node that sees a masked cancel does not remember it",
                    "                cancelDeferred = isAnyCancelled(current);\n            }\n            if",
                    "            }\n            if"),
            mutant(
                    "the inner poll lifts",
                    "MaskNodes.java",
                    "a poll lifts the mask also under an inner region",
                    " && current.mask == level;",
                    ";"),
            mutant(
                    "a mask ends too late",
                    "FinalizedFrame.java",
                    "a guarantee that ended leaves its mask behind",
                    "        fiber.unmask(strand);\n        return error == null ? value : fiber.raise(error);",
                    "        return error == null ? value : fiber.raise(error);"),
            mutant(
                    "the finalizer's error wins",
                    "FinalizedFrame.java",
                    "the error of a finalizer is the error, though the task had failed",
                    "        if (error == null) {\n            return UNWIND;",
                    "        if (error != UNWIND) {\n            return UNWIND;"),
            mutant(
                    "a finalizer ends the cancellation",
                    "FinalizerFrame.java",
                    "after a finalizer the cancelled task goes on",
                    "        return fiber.unwindCancelledTo(target);",
                    "        return value;"),
            mutant(
                    "a limit cancels",
                    "TimeoutNode.java",
                    "a limit that was reached is taken for a cancellation",
                    "if (strand.timedOut) {",
                    "if (strand.timedOut && false) {"),
            mutant(
                    "locals end with the limit",
                    "TimeoutNode.java",
                    "what was set under a limit is lost after a suspension",
                    "            inner.parent().context = inner.context;\n",
                    ""),
            mutant(
                    "sides swapped",
                    "BothBranch.java",
                    "the values of a stolen right side and the left side change places",
                    "branch.node.combine(fiber, left, c.endValue())",
                    "branch.node.combine(fiber, c.endValue(), left)"),
            mutant(
                    "a child's cancellation is none",
                    "BothBranch.java",
                    "a stolen side that cancels itself counts as failed with what it never had",
                    "return childFailed ? branch.childFailed(fiber, c) : selfCancelled(fiber, outer);",
                    "return childFailed ? branch.childFailed(fiber, c) : null;"),
            mutant(
                    "the last error wins",
                    "Crew.java",
                    "of several errors of a range the last is the error",
                    "                if (first == null) {\n                    error = thrown;",
                    "                if (first != thrown) {\n                    error = thrown;"),
            mutant(
                    "locals are not restored after an error",
                    "LocalNodes.java",
                    "locally forgets to restore where its task fails after a suspension",
                    "            write(strand, local, before);\n            return UNWIND;\n        }\n\n        @Override\n        public @Nullable Object cancelled",
                    "            return UNWIND;\n        }\n\n        @Override\n        public @Nullable Object cancelled"));
}
