package dev.clew.bench;

import dev.clew.bench.Stored.Entry;
import dev.clew.bench.arena.Peer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of the five systems, each in the shape in which it was published, with this run's figures beside the source's. */
final class SystemTables {
    private static final String SOURCE = "the source: ";

    /** Forms of a backtest, of Clew, of the effect systems, and of plain Java. */
    private static final List<String> BACKTESTS = List.of(
            "adaptive",
            "forked",
            "foreachPar",
            "parTraverse",
            "batched by 30",
            "gathered",
            "bare fixed pool",
            "one thread");

    private final Stored run;
    private final Html html;

    SystemTables(Stored run, Html html) {
        this.run = run;
        this.html = html;
    }

    void append() {
        chains();
        backtests();
        factorials();
        recursion();
        scheduling();
        MetricsTable.append(html, run);
        fibonacci();
    }

    /** The time of a row in nanoseconds; NaN where it is not in this run. */
    private double nanos(String work, Peer peer, String form) {
        Stored.Work found = run.work(work);
        Stored.Entry entry = found == null ? null : found.named(Competitor.name(peer, form));
        return found == null || entry == null ? Double.NaN : CaseFigures.value(entry.time()) * found.unitNanos();
    }

    private String time(String work, Peer peer, String form) {
        return Html.time(nanos(work, peer, form));
    }

    private String perSecond(String work, Peer peer, String form) {
        return Html.number(1e9 / nanos(work, peer, form));
    }

    private String perMinute(String work, Peer peer, String form) {
        return Html.number(6e10 / nanos(work, peer, form));
    }

    private boolean has(String... works) {
        return Arrays.stream(works).anyMatch(work -> run.work(work) != null);
    }

    private void chains() {
        if (!has("chain/rescheduled-5", "chain/rescheduled-10", "chain/rescheduled-100", "chain/scheduled-maps-100")) {
            return;
        }
        html.element("h3", "S0: Scalaz Task against Future, operations a second");
        List<List<String>> rows = new ArrayList<>();
        Map<String, List<String>> source = new LinkedHashMap<>();
        source.put("5", List.of("41 602 ± 0.7 %", "59 479 ± 2.1 %", "45 710 ± 1.3 %", "93 667 ± 0.6 %"));
        source.put("10", List.of("31 739 ± 0.5 %", "43 811 ± 0.5 %", "44 860 ± 1.8 %", "91 932 ± 0.9 %"));
        source.put("100", List.of("4 390 ± 1.9 %", "13 415 ± 0.6 %", "19 975 ± 0.6 %", "46 288 ± 0.5 %"));
        source.forEach((n, theirs) -> {
            List<String> row = new ArrayList<>(List.of(n));
            for (String work : List.of("chain/rescheduled-" + n, "chain/scheduled-maps-" + n)) {
                row.add(perSecond(work, Peer.FUTURE, ""));
                row.add(perSecond(work, Peer.SCALAZ, ""));
                row.add(perSecond(work, Peer.CLEW, ""));
            }
            row.addAll(theirs);
            if (has("chain/rescheduled-" + n, "chain/scheduled-maps-" + n)) {
                rows.add(row);
            }
        });
        html.table(
                "n operations after a first value from the pool; each flatMap is scheduled on the pool again.",
                List.of(
                        "n",
                        ">flatMap Future",
                        ">flatMap Task",
                        ">!flatMap Clew",
                        ">map Future",
                        ">map Task",
                        ">!map Clew",
                        ">~" + SOURCE + "flatMap Future",
                        ">~flatMap Task",
                        ">~map Future",
                        ">~map Task"),
                rows);
    }

    private void backtests() {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int days : List.of(30, 360, 720)) {
            columns.put("backtester/" + days, days + " × 1 ms");
        }
        for (int days : List.of(30, 360, 720)) {
            columns.put("backtester/" + days + "-10ms", days + " × 10 ms");
        }
        for (int days : List.of(360, 720, 1440)) {
            columns.put("backtester/gather-" + days, days + " × 0");
        }
        columns.keySet().removeIf(work -> !has(work));
        if (columns.isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        for (Peer peer : Peer.values()) {
            for (String form : BACKTESTS) {
                List<String> row = new ArrayList<>(List.of(Competitor.name(peer, form)));
                columns.keySet().forEach(work -> row.add(time(work, peer, form)));
                if (row.stream().skip(1).anyMatch(time -> !time.equals(Html.time(Double.NaN)))) {
                    rows.add(row);
                }
            }
        }
        List<String> titles = new ArrayList<>(List.of("a backtest of so many days"));
        columns.values().forEach(title -> titles.add(">" + title));
        html.element("h3", "S0: the backtester");
        html.table(
                "On 4 workers. Gathered: one after another, nothing forked; × 0: gathering and forking alone.",
                titles,
                rows);
        html.table(
                "The source's own caution, measured on 4 threads with 1 ms a day: the gain of batching came from a gather that"
                        + " costs n² in 7.2.0. In ms.",
                List.of(
                        "days",
                        ">~7.2.0 forked",
                        ">~batched",
                        ">~7.2.30 forked",
                        ">~batched",
                        ">~gather alone, 7.2.0 → 7.2.30"),
                List.of(
                        List.of("30", "9.7", "35.9", "9.7", "34.3", ""),
                        List.of("360", "120.8", "107.9", "104.6", "103.1", "46 → 0.3"),
                        List.of("720", "350", "211", "203", "206", "193 → 0.05"),
                        List.of("1 440", "1 538", "427", "413", "427", "1 360 → 0.15")));
    }

    private void factorials() {
        String sequential = "factorials/sequential-";
        String parallel = "factorials/parallel-";
        if (!has(sequential + 10, sequential + 20, parallel + 10, parallel + 20)) {
            return;
        }
        html.element("h3", "S1: ZIO fibers on four pools, operations a second");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "Future baseline",
                "–",
                perSecond(sequential + 10, Peer.FUTURE, "one each") + " / "
                        + perSecond(sequential + 20, Peer.FUTURE, "one each"),
                "–",
                perSecond(parallel + 10, Peer.FUTURE, "16 futures") + " / "
                        + perSecond(parallel + 20, Peer.FUTURE, "16 futures"),
                "146 487 / 118 264",
                "–"));
        String[][] pools = {
            {"default", "on the caller", "", "445 425 / 283 268", "2 914 / 2 561"},
            {"blocking", "blocking pool", ", blocking pool", "55 317 / 49 578", "1 262 / 1 102"},
            {"cached", "cached pool", ", cached pool", "56 270 / 51 140", "1 365 / 954"},
            {"work-stealing", "work-stealing pool", ", work-stealing pool", "60 302 / 55 902", "4 060 / 3 325"}
        };
        for (String[] pool : pools) {
            rows.add(List.of(
                    pool[0],
                    both(sequential, Peer.CLEW, pool[1]),
                    both(sequential, Peer.ZIO, pool[1]),
                    both(parallel, Peer.CLEW, "16 fibers" + pool[2]),
                    both(parallel, Peer.ZIO, "16 fibers" + pool[2]),
                    pool[3],
                    pool[4]));
        }
        html.table(
                "Factorials of 0 to 10 / 0 to 20, summed: one fiber, and 16 fibers. In the row of Future its figures stand in ZIO's"
                        + " columns. The source: ZIO 1.0.0 on an i5-2410M.",
                List.of(
                        "pool",
                        ">!Clew sequential",
                        ">ZIO sequential",
                        ">!Clew parallel",
                        ">ZIO parallel",
                        ">~" + SOURCE + "sequential",
                        ">~parallel"),
                rows);
        html.element(
                "p",
                "As 16 branches instead of 16 fibers Clew makes " + perSecond(parallel + 20, Peer.CLEW, "16 branches")
                        + " operations a second for 0 to 20 from outside the pool, and "
                        + perSecond(parallel + 20, Peer.CLEW, "16 branches, inside") + " inside it.");
    }

    private String both(String work, Peer peer, String form) {
        return perSecond(work + 10, peer, form) + " / " + perSecond(work + 20, peer, form);
    }

    private void recursion() {
        List<List<String>> rows = new ArrayList<>();
        Map<String, String> works = new LinkedHashMap<>();
        works.put("recursion/deep-10000", "recursion 10 000 deep");
        works.put("recursion/deep-100000", "recursion 100 000 deep");
        works.put("recursion/deep-1000000", "recursion 1 000 000 deep");
        works.put("avalanche/fibers-100000", "avalanche of 100 000");
        works.put("avalanche/fibers", "avalanche of 1 000 000");
        works.put("avalanche/channels", "the same by channels");
        works.forEach((work, title) -> {
            if (has(work)) {
                rows.add(List.of(
                        title,
                        time(work, Peer.CLEW, ""),
                        time(work, Peer.CLEW, "yielding"),
                        time(work, Peer.ZIO, ""),
                        time(work, Peer.CATS, ""),
                        time(work, Peer.KOTLIN, ""),
                        time(work, Peer.VIRTUAL_THREADS, work.endsWith("channels") ? "SynchronousQueue" : ""),
                        time(work, Peer.GO, ""),
                        switch (work) {
                            case "recursion/deep-10000" -> "overflows plain async C#";
                            case "recursion/deep-100000" -> "works with a deferring helper";
                            case "avalanche/fibers" -> "C# 1 300 ms; two dedicated threads, no yield: 600 ms";
                            case "avalanche/channels" -> "Go ≈ 1 000 ms";
                            default -> "";
                        }));
            }
        });
        if (!rows.isEmpty()) {
            html.element("h3", "S2: deep recursion and the avalanche");
            html.table(
                    "The source: .NET Core 2.0 and Go 1.8.3 on an i7-6700HQ.",
                    List.of(
                            "work",
                            ">!Clew",
                            ">!yielding",
                            ">ZIO",
                            ">Cats Effect",
                            ">Kotlin",
                            ">virtual threads",
                            ">Go",
                            "~the source"),
                    rows);
        }
    }

    private void scheduling() {
        String[][] works = {
            {"scheduling/runnables", "runnableScheduling", "minute", "700.4 → 626.6"},
            {"scheduling/fibers", "scheduling", "minute", "8.120 → 7.908"},
            {"scheduling/alloc", "alloc", "minute", "4.473 → 4.427"},
            {"scheduling/many-threads", "manyThreadsScheduling", "minute", "6.820 → 6.713"},
            {"traverse/1000x10000", "parTraverse", "second", "288.9 → 289.6"},
            {"traverse/in-turn-1000x10000", "traverse (control)", "second", "48.08 → 48.06"}
        };
        List<List<String>> rows = new ArrayList<>();
        for (String[] work : works) {
            if (has(work[0])) {
                boolean minute = work[2].equals("minute");
                List<String> row = new ArrayList<>(List.of(work[1] + ", ops/" + (minute ? "min" : "s")));
                for (Peer peer : List.of(Peer.CLEW, Peer.CATS, Peer.ZIO, Peer.KOTLIN)) {
                    row.add(minute ? perMinute(work[0], peer, "") : perSecond(work[0], peer, ""));
                }
                row.add(
                        work[0].equals("scheduling/runnables")
                                ? perMinute(work[0], Peer.FORK_JOIN, "the common pool (control)")
                                : "–");
                row.add(work[3]);
                rows.add(row);
            }
        }
        if (!rows.isEmpty()) {
            html.element("h3", "S3: the work-stealing pool of Cats Effect");
            html.table(
                    "The source's figures are before → after its metrics were added to the pool; more is faster.",
                    List.of(
                            "benchmark",
                            ">!Clew",
                            ">Cats Effect",
                            ">ZIO",
                            ">Kotlin",
                            ">common pool",
                            ">~" + SOURCE + "Cats Effect"),
                    rows);
        }
    }

    private void fibonacci() {
        List<Stored.Work> works = run.cases().stream()
                .filter(work -> work.scenario().equals("fib"))
                .toList();
        if (works.isEmpty()) {
            return;
        }
        html.element("h3", "S4: parallel Fibonacci by Hopac");
        List<List<String>> rows = new ArrayList<>();
        for (Stored.Work work : works) {
            Stored.Entry clew = work.named(Peer.CLEW.title());
            rows.add(List.of(
                    work.title(),
                    time(work.id(), Peer.JAVA, "sequential"),
                    time(work.id(), Peer.CLEW, ""),
                    count(clew, "forked"),
                    count(clew, "inlined"),
                    count(clew, "stolen"),
                    clew == null ? "–" : Html.number(CaseFigures.value(clew.garbageCollections())),
                    time(work.id(), Peer.FORK_JOIN, "RecursiveTask"),
                    time(work.id(), Peer.ZIO, "fork and join"),
                    time(work.id(), Peer.CATS, "start and join"),
                    time(work.id(), Peer.KOTLIN, ""),
                    time(work.id(), Peer.GO, "")));
        }
        html.table(
                "Branches of Clew for one operation; collections in all its JVMs.",
                List.of(
                        "work",
                        ">sequential",
                        ">!Clew",
                        ">!forked",
                        ">!inlined",
                        ">!stolen",
                        ">!collections",
                        ">ForkJoinPool",
                        ">ZIO",
                        ">Cats Effect",
                        ">Kotlin",
                        ">Go"),
                rows);
        for (int n : List.of(30, 42)) {
            LevelCurve curve = new LevelCurve(run, n);
            if (curve.exists()) {
                curve.append(html);
            }
        }
        html.table(
                "The source: .NET; n = 42, and smaller n.",
                List.of("work", ">~sequential", ">~Hopac", ">~F# Async", ">~TPL tasks"),
                List.of(
                        List.of("n = 42, at its best level", "1.849 s", "1.700 s", "1.515 s", "1.813 s"),
                        List.of("that level", "", "9", "17", "11"),
                        List.of("jobs there", "", "28 761 996", "605 898", "5 675 789"),
                        List.of("gen-0 collections there", "0", "89", "4", "18"),
                        List.of("n = 30, level 15", "8.208 ms", "1.860 ms", "4.921 ms", "2.229 ms"),
                        List.of("n = 20, level 0", "68.2 µs", "356.2 µs", "31 815 µs", "1 623 µs")));
    }

    private static String count(@Nullable Entry entry, String name) {
        return entry == null ? "–" : Html.number(entry.counts().getOrDefault(name, Double.NaN));
    }
}
