package dev.clew.bench;

import dev.clew.bench.Verdicts.Duel;
import dev.clew.bench.Verdicts.Verdict;
import dev.clew.bench.arena.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Writes one HTML file that needs no other: the summary, the five systems' tables beside their own figures, and every case. */
final class HtmlReport {
    private final Stored run;
    private final Html html = new Html();

    private HtmlReport(Stored run) {
        this.run = run;
    }

    /** The old file stays whole until the new one is. */
    static void write(Stored run, Path file) throws IOException {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        Files.writeString(part, new HtmlReport(run).render(), StandardCharsets.UTF_8);
        Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    }

    private String render() throws IOException {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<title>Clew: scoreboard</title>\n<style>\n")
                .raw(style())
                .raw("</style>\n</head>\n<body>\n<main>\n<h1>Clew: scoreboard</h1>\n");
        facts();
        html.raw("<nav><a href=\"#summary\">Summary</a><a href=\"#systems\">The five systems</a>");
        scenarios()
                .forEach(name -> html.raw("<a href=\"#scenario-" + Html.escape(name) + "\">")
                        .text(name)
                        .raw("</a>"));
        html.raw("</nav>\n");
        summary();
        html.raw("<h2 id=\"systems\">The five systems, in their own shape</h2>\n");
        html.note(
                "The sources measured on their own machines, long ago: their columns say what was compared, not what to"
                        + " expect. Only figures of the same run can be divided by one another.");
        new SystemTables(run, html).append();
        for (String scenario : scenarios()) {
            scenario(scenario);
        }
        return html.raw("</main>\n</body>\n</html>\n").toString();
    }

    private static String style() throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IOException("the style sheet of the report is missing from the jar; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Set<String> scenarios() {
        return run.cases().stream().map(Stored.Work::scenario).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void facts() {
        html.raw("<dl class=\"facts\">\n");
        fact("Date", run.date().replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC"));
        fact("Machine", run.machine().words());
        fact(
                "JDK",
                run.machine().jdk() + "; " + run.machine().collector()
                        + "; for every competitor but Go, and one whose version below names another");
        fact("Flags", String.join(" ", run.machine().flags()) + " " + String.join(" ", run.jvmArguments()));
        fact("Method", run.settings().words() + "; each JVM measures one competitor of one case");
        sittings();
        fact(
                "Versions",
                run.versions().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
        fact("Repeat it", String.join(" ", run.command()));
        html.raw("</dl>\n");
        run.notes().forEach(html::note);
        int jvms = run.cases().stream()
                .mapToInt(CaseFigures::fewestJvms)
                .filter(count -> count > 0)
                .min()
                .orElse(0);
        if (jvms < 3) {
            html.note(
                    "Each case says on how many JVMs its figures rest. Where a competitor has fewer than three there is no"
                            + " interval over JVMs: of one JVM, ± is over its iterations, and a figure can be off by a factor of two. Such"
                            + " figures show sizes and prove nothing.");
        }
    }

    private void sittings() {
        if (!run.sittings().isEmpty()) {
            int jvms = run.sittings().stream().mapToInt(Stored.Sitting::jvms).sum();
            double minutes =
                    run.sittings().stream().mapToDouble(Stored.Sitting::minutes).sum();
            fact(
                    "Measured",
                    jvms + " JVMs in " + Progress.words(Math.round(minutes * 60_000))
                            + (run.sittings().size() == 1
                                    ? ""
                                    : ", in " + run.sittings().size() + " sittings"));
        }
    }

    private void fact(String name, String value) {
        html.raw("<dt>").text(name).raw("</dt><dd>").text(value).raw("</dd>\n");
    }

    private void summary() {
        Verdicts verdicts = new Verdicts(run);
        html.raw("<h2 id=\"summary\">Wins, ties and losses</h2>\n");
        html.raw("<div class=\"tally\">");
        tally("wins over peers", "win", verdicts.count(HtmlReport::toPeer, Verdict.WIN));
        tally("ties with peers", "tie", verdicts.count(HtmlReport::toPeer, Verdict.TIE));
        tally("losses to peers", "loss", verdicts.count(HtmlReport::toPeer, Verdict.LOSS));
        tally("cases behind a limit", "tie", verdicts.count(duel -> !toPeer(duel), Verdict.LOSS));
        html.raw("</div>\n");
        html.note(
                "In each case Clew's fastest form against each peer's fastest. A win or a loss is one whose 95 % interval of"
                        + " the ratio lies on one side of 1; where there are too few JVMs for an interval, a difference of more than "
                        + Math.round((Verdicts.MARGIN - 1) * 100)
                        + " %. Plain Java, ForkJoinPool and the futures are limits rather than"
                        + " peers: they have no fibers, no cancellation, and no descriptions to run twice. Losses to them are listed all the same.");
        List<List<String>> rows = new ArrayList<>();
        for (Peer peer : Peer.values()) {
            Predicate<Duel> of = duel -> duel.peer().peer().equals(peer.key());
            if (verdicts.all().stream().anyMatch(of)) {
                rows.add(List.of(
                        peer.title(),
                        peer.fiberSystem() ? "peer" : "limit",
                        String.valueOf(verdicts.count(of, Verdict.WIN)),
                        String.valueOf(verdicts.count(of, Verdict.TIE)),
                        String.valueOf(verdicts.count(of, Verdict.LOSS)),
                        Html.factor(verdicts.mean(of))));
            }
        }
        html.table(
                "Clew against each; the last column is the geometric mean of their times divided by Clew's.",
                List.of("against", "is a", ">wins", ">ties", ">losses", ">their time ÷ Clew's"),
                rows);
        losses(verdicts);
    }

    private void tally(String name, String kind, long count) {
        html.raw("<div class=\"" + kind + "\"><b>" + count + "</b><span>")
                .text(name)
                .raw("</span></div>");
    }

    private void losses(Verdicts verdicts) {
        List<Duel> peers = verdicts.losses().stream().filter(HtmlReport::toPeer).toList();
        List<Duel> limits =
                verdicts.losses().stream().filter(duel -> !toPeer(duel)).toList();
        html.element("h3", "Every loss to a peer");
        losses(peers);
        html.element("h3", "Every case behind a limit");
        losses(limits);
        if (!verdicts.unfinished().isEmpty()) {
            html.element("h3", "Did not finish");
            html.element("p", String.join("; ", verdicts.unfinished()) + ".");
        }
    }

    private static boolean toPeer(Duel duel) {
        return Peer.of(duel.peer().peer()).fiberSystem();
    }

    private void losses(List<Duel> duels) {
        if (duels.isEmpty()) {
            html.note("None in this run.");
            return;
        }
        html.table(
                "Worst first.",
                List.of("case", ">Clew takes", "faster", ">its time", "!Clew's form", ">!Clew's time"),
                duels.stream()
                        .map(duel -> List.of(
                                duel.work().id(),
                                Html.factor(1 / duel.ratio().mean()),
                                duel.peer().name(),
                                Html.time(CaseFigures.value(duel.peer().time())
                                        * duel.work().unitNanos()),
                                duel.clew().name(),
                                Html.time(CaseFigures.value(duel.clew().time())
                                        * duel.work().unitNanos())))
                        .toList());
    }

    private void scenario(String name) {
        List<Stored.Work> works = run.cases().stream()
                .filter(work -> work.scenario().equals(name))
                .toList();
        html.raw("<h2 id=\"scenario-" + Html.escape(name) + "\">").text(name).raw("</h2>\n");
        html.element("p", Scenarios.purpose(name));
        for (Stored.Work work : works) {
            CaseFigures.append(html, work);
        }
    }
}
