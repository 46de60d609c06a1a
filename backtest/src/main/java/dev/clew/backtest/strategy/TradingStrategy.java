package dev.clew.backtest.strategy;

import dev.clew.backtest.data.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.Strategy;

/**
 * A strategy of the literature with named parameters, made of ta4j's indicators and rules.
 *
 * <p><b>Memory effects.</b> {@link #build} makes new indicators and rules each time: their caches belong to one
 * evaluation and are never shared between threads.
 */
public interface TradingStrategy {

    /** Its name on the command line. */
    String name();

    /** When it buys and when it sells, in one sentence. */
    String description();

    /** What it can be tuned by. */
    List<Parameter> parameters();

    /** Why these values make no sense together, or {@code null} where they do. */
    @Nullable
    String conflict(ParameterValues values);

    /** Whether it needs days of more than one bar. */
    boolean intradayOnly();

    /** The strategy of ta4j for one session. */
    Strategy build(Session session, ParameterValues values);
}
