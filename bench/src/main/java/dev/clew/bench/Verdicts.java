package dev.clew.bench;

import dev.clew.bench.Stored.Entry;
import dev.clew.bench.arena.Peer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who is faster, peer by peer: for each case, Clew's fastest form against the peer's fastest. Forms called <em>inside</em>
 * leave out the hand-off that the others have, so they are compared with one another only, in their tables. Guards are left
 * out: their rows are different work.
 */
final class Verdicts {
    /** What a difference must be at least to count, where a run has too few JVMs for an interval. */
    static final double MARGIN = 1.1;

    /** How a peer did against Clew in a case. */
    enum Verdict {
        WIN,
        TIE,
        LOSS
    }

    /**
     * One comparison, seen from Clew.
     *
     * @param ratio how many times as long the peer takes as Clew
     */
    record Duel(Stored.Work work, Stored.Entry clew, Stored.Entry peer, Estimate.Ratio ratio, Verdict verdict) {}

    private final List<Duel> duels = new ArrayList<>();
    private final List<String> unfinished = new ArrayList<>();

    Verdicts(Stored run) {
        for (Stored.Work work : run.cases()) {
            if (Scenarios.isGuard(work.scenario())) {
                continue;
            }
            Stored.Entry clew = best(work, Peer.CLEW);
            for (Peer peer : Peer.values()) {
                Stored.Entry rival = peer == Peer.CLEW ? null : best(work, peer);
                if (clew != null && rival != null) {
                    Estimate.Ratio ratio = Estimate.ratio(rival.forks(), clew.forks());
                    duels.add(new Duel(work, clew, rival, ratio, verdict(ratio)));
                }
            }
            work.competitors().stream()
                    .filter(entry -> entry.failure() != null)
                    .forEach(entry -> unfinished.add(entry.name() + " in " + work.id()));
        }
    }

    private static @Nullable Entry best(Stored.Work work, Peer peer) {
        return work.competitors().stream()
                .filter(entry -> entry.peer().equals(peer.key())
                        && entry.time() != null
                        && !entry.name().endsWith("inside"))
                .min(Comparator.comparingDouble(entry -> Objects.requireNonNullElse(entry.time(), Double.MAX_VALUE)))
                .orElse(null);
    }

    private static Verdict verdict(Estimate.Ratio ratio) {
        double low = Double.isFinite(ratio.low()) ? ratio.low() : ratio.mean() / MARGIN;
        double high = Double.isFinite(ratio.high()) ? ratio.high() : ratio.mean() * MARGIN;
        return low > 1 ? Verdict.WIN : high < 1 ? Verdict.LOSS : Verdict.TIE;
    }

    List<Duel> all() {
        return duels;
    }

    /** Worst first. */
    List<Duel> losses() {
        return duels.stream()
                .filter(duel -> duel.verdict() == Verdict.LOSS)
                .sorted(Comparator.comparingDouble(duel -> duel.ratio().mean()))
                .toList();
    }

    List<String> unfinished() {
        return unfinished;
    }

    long count(Predicate<Duel> which, Verdict verdict) {
        return duels.stream()
                .filter(which)
                .filter(duel -> duel.verdict() == verdict)
                .count();
    }

    /** The geometric mean of the ratios. */
    double mean(Predicate<Duel> which) {
        return Math.exp(duels.stream()
                .filter(which)
                .mapToDouble(duel -> Math.log(duel.ratio().mean()))
                .average()
                .orElse(Double.NaN));
    }
}
