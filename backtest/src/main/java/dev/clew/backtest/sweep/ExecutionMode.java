package dev.clew.backtest.sweep;

import dev.clew.backtest.strategy.UsageProblem;

/**
 * How independent pieces of work are run.
 *
 * @param kind the way
 * @param batch how many pieces make a batch, for {@link Kind#BATCHED}
 */
public record ExecutionMode(Kind kind, int batch) {

    /** The ways there are. */
    public enum Kind {
        /** One after another in a loop, without a task for each. */
        SEQUENTIAL,
        /** Gathered on one thread: a task for each, no concurrency. */
        GATHERED,
        /** Each piece forked. */
        FORKED,
        /** Batches of a fixed size, each forked. */
        BATCHED,
        /** Split as workers become free, with no batch size. */
        ADAPTIVE
    }

    /** Reads {@code sequential}, {@code gathered}, {@code forked}, {@code batched:30} or {@code adaptive}. */
    public static ExecutionMode parse(String text) {
        return switch (text) {
            case "sequential" -> new ExecutionMode(Kind.SEQUENTIAL, 1);
            case "gathered" -> new ExecutionMode(Kind.GATHERED, 1);
            case "forked" -> new ExecutionMode(Kind.FORKED, 1);
            case "adaptive" -> new ExecutionMode(Kind.ADAPTIVE, 1);
            default -> {
                if (text.matches("batched:[1-9]\\d{0,8}")) {
                    yield new ExecutionMode(Kind.BATCHED, Integer.parseInt(text.substring("batched:".length())));
                }
                throw new UsageProblem("--execution must be sequential, gathered, forked, batched:SIZE (as batched:30)"
                        + " or adaptive, but is \"" + text + "\"");
            }
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case SEQUENTIAL -> "sequential";
            case GATHERED -> "gathered";
            case FORKED -> "forked";
            case BATCHED -> "batched:" + batch;
            case ADAPTIVE -> "adaptive";
        };
    }
}
