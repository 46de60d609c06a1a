package dev.clew.backtest.sweep;

import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.data.Session;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.strategy.ParameterValues;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * All configurations over all sessions: strategies × parameter values × instruments × days, each an independent
 * evaluation.
 *
 * <p><b>Semantics.</b> Results do not depend on the execution, the number of workers, or the order in which evaluations
 * end: each has a slot of its own, and slots are summed in order.
 */
public final class Sweep {

    /** One configuration over one session, and where its result goes. */
    private record Evaluation(int slot, Configuration configuration, Session session) {}

    private final List<ParameterGrid> grids;
    private final List<Configuration> configurations;
    private final List<Evaluation> evaluations;
    private final List<String> leftOut;
    private final BigDecimal feeRate;
    private final AtomicReferenceArray<SessionResult> done;
    private final AtomicInteger doneCount = new AtomicInteger();

    /** Plans it; nothing runs yet. A strategy that needs days is left out for an instrument that has none. */
    public Sweep(List<ParameterGrid> grids, List<Instrument> instruments, BigDecimal feeRate) {
        this.grids = List.copyOf(grids);
        this.feeRate = feeRate;
        List<Configuration> planned = new ArrayList<>();
        List<Evaluation> pieces = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Instrument instrument : instruments) {
            for (ParameterGrid grid : grids) {
                if (grid.strategy().intradayOnly() && instrument.daily()) {
                    notes.add(grid.strategy().name() + " is left out for " + instrument.name()
                            + ": it needs several bars a day, and a bar of " + instrument.name() + " is a day");
                    continue;
                }
                for (ParameterValues values : grid.combinations()) {
                    var configuration = new Configuration(planned.size(), grid.strategy(), values, instrument);
                    planned.add(configuration);
                    for (Session session : instrument.sessions()) {
                        pieces.add(new Evaluation(pieces.size(), configuration, session));
                    }
                }
            }
        }
        configurations = List.copyOf(planned);
        evaluations = List.copyOf(pieces);
        leftOut = List.copyOf(notes);
        done = new AtomicReferenceArray<>(pieces.size());
    }

    public List<ParameterGrid> grids() {
        return grids;
    }

    public List<Configuration> configurations() {
        return configurations;
    }

    /** How many evaluations there are. */
    public int evaluations() {
        return evaluations.size();
    }

    /** How many evaluations have ended; may be read at any time. */
    public int done() {
        return doneCount.get();
    }

    /** Which strategies do not fit which instruments. */
    public List<String> leftOut() {
        return leftOut;
    }

    public BigDecimal feeRate() {
        return feeRate;
    }

    /** Evaluates everything; the results are in the order of the configurations. */
    public List<ConfigurationResult> run(Execution execution, Progress progress) throws Exception {
        List<SessionResult> results = execution.<Evaluation, SessionResult>run(evaluations, evaluation -> {
            SessionResult result = SessionRun.of(evaluation.configuration(), evaluation.session(), feeRate)
                    .result();
            done.set(evaluation.slot(), result);
            doneCount.incrementAndGet();
            progress.step();
            return result;
        });
        List<ConfigurationResult> sums = summed(results::get);
        if (results.size() != evaluations.size() || sums.size() != configurations.size()) {
            throw new IllegalStateException("of " + evaluations.size() + " evaluations only some yielded a result: "
                    + results.size() + " results, " + sums.size() + " of " + configurations.size()
                    + " configurations complete; the execution has lost work");
        }
        return sums;
    }

    /** The configurations of which all evaluations have ended; may be asked at any time, also after a stop. */
    public List<ConfigurationResult> completed() {
        return summed(done::get);
    }

    private List<ConfigurationResult> summed(IntFunction<@Nullable SessionResult> bySlot) {
        List<ConfigurationResult> sums = new ArrayList<>(configurations.size());
        int slot = 0;
        for (Configuration configuration : configurations) {
            SessionResult sum = SessionResult.NONE;
            boolean complete = true;
            for (int i = 0; i < configuration.instrument().sessions().size(); i++) {
                SessionResult result = bySlot.apply(slot++);
                if (result == null) {
                    complete = false;
                } else {
                    sum = sum.merge(result);
                }
            }
            if (complete) {
                sums.add(new ConfigurationResult(configuration, sum.summary(), sum.positions(), sum.winners()));
            }
        }
        return sums;
    }
}
