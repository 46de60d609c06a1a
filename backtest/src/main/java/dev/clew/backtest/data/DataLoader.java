package dev.clew.backtest.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Loads instruments from files or from the data that comes with the application. */
public final class DataLoader {

    /** Prices that are on the class path. */
    private enum Bundled {
        BTC("BTC/USD", "bitstamp_trades_from_20131125_usd.csv"),
        AAPL("AAPL", "appleinc_bars_from_20130101_usd.csv"),
        ETH("ETH/USD", "ETH-USD-PT5M-2023-3-13_2023-3-15.json");

        private final String instrument;
        private final String resource;

        Bundled(String instrument, String resource) {
            this.instrument = instrument;
            this.resource = resource;
        }
    }

    /** What the name of bundled data begins with where a file is expected. */
    public static final String BUNDLED = "bundled:";

    private static final int GZIP_MAGIC = 0x1f8b;

    private final DataOptions options;

    public DataLoader(DataOptions options) {
        this.options = options;
    }

    /** The trades of a week of BTC/USD, as bars, and the daily bars of a year of AAPL. */
    public List<Instrument> loadDefault() {
        return List.of(bundled(Bundled.BTC), bundled(Bundled.AAPL));
    }

    /**
     * Loads each of the files, or bundled data where the name is {@code bundled:btc}, {@code bundled:aapl} or
     * {@code bundled:eth}.
     */
    public List<Instrument> load(List<String> files) {
        List<Instrument> loaded = new ArrayList<>();
        for (String file : files) {
            loaded.add(file.startsWith(BUNDLED) ? bundled(bundledName(file)) : file(file));
        }
        return distinct(loaded);
    }

    private static Bundled bundledName(String name) {
        for (Bundled bundled : Bundled.values()) {
            if (name.equals(BUNDLED + bundled.name().toLowerCase(Locale.ROOT))) {
                return bundled;
            }
        }
        throw DataProblem.ofFile(name, "no such data; there is bundled:btc, bundled:aapl and bundled:eth");
    }

    private Instrument bundled(Bundled bundled) {
        try (InputStream in = DataLoader.class.getResourceAsStream("/" + bundled.resource)) {
            if (in == null) {
                throw DataProblem.ofFile(
                        bundled.resource,
                        "not on the class path; it comes in the jar of ta4j-examples, rebuild with it");
            }
            return read(bundled.instrument, bundled.resource, in);
        } catch (IOException unreadable) {
            throw DataProblem.ofFile(bundled.resource, "cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private Instrument file(String name) {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException invalid) {
            throw DataProblem.ofFile(DataProblem.printable(name), "not a path: " + invalid.getReason(), invalid);
        }
        if (!Files.exists(path)) {
            throw DataProblem.ofFile(name, "no such file");
        }
        if (Files.isDirectory(path)) {
            throw DataProblem.ofFile(name, "a directory, where a file of prices is needed; name the files in it");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return read(instrumentName(path), name, in);
        } catch (IOException unreadable) {
            throw DataProblem.ofFile(
                    name,
                    "cannot be read: "
                            + (unreadable.getMessage() == null ? unreadable.toString() : unreadable.getMessage()),
                    unreadable);
        }
    }

    private Instrument read(String name, String source, InputStream in) throws IOException {
        InputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(2);
        int magic = (Math.max(buffered.read(), 0) << 8) | Math.max(buffered.read(), 0);
        buffered.reset();
        boolean zipped = magic == GZIP_MAGIC;
        if (!zipped && magic != 0 && source.endsWith(".gz")) {
            throw DataProblem.ofFile(source, "named .gz, but not in gzip format; rename it, or compress it");
        }
        InputStream plain = zipped ? new GZIPInputStream(buffered, 1 << 16) : buffered;
        return source.endsWith(".json") || source.endsWith(".json.gz")
                ? readJson(name, source, plain)
                : readCsv(name, source, plain);
    }

    private Instrument readJson(String name, String source, InputStream in) throws IOException {
        var bad = new BadRows(options.skipBadRows());
        var bars = new BarRows(source, options, true);
        long rows =
                new JsonRows(source, bad).read(in, new OrderedRows(source, Row.Kind.BARS, options.sort(), bad, bars));
        return instrument(name, source, rows, bad, bars, null);
    }

    private Instrument readCsv(String name, String source, InputStream in) throws IOException {
        var bad = new BadRows(options.skipBadRows());
        var bars = new BarRows(source, options, options.barStampedAtEnd());
        var trades = new TradeRows(source, options);
        boolean[] fromTrades = {false};
        long rows = new CsvRows(source, options, bad).read(in, kind -> {
            fromTrades[0] = kind == Row.Kind.TRADES;
            return new OrderedRows(source, kind, options.sort(), bad, fromTrades[0] ? trades : bars);
        });
        return instrument(name, source, rows, bad, bars, fromTrades[0] ? trades : null);
    }

    private Instrument instrument(
            String name, String source, long rows, BadRows bad, BarRows bars, @Nullable TradeRows trades) {
        boolean daily = trades == null ? bars.daily() : trades.daily();
        List<Session> sessions = trades == null ? bars.sessions() : trades.sessions();
        int count = trades == null ? bars.bars() : trades.bars();
        if (count < 2) {
            throw DataProblem.ofFile(
                    source,
                    bad.count() == 0
                            ? "the file yields " + count + " bars; a backtest needs at least two"
                            : "nothing is left to trade: " + bad.count() + " of " + rows + " rows are bad, the first: "
                                    + bad.samples().get(0));
        }
        return new Instrument(
                name,
                source,
                trades != null,
                rows,
                bad.count(),
                List.copyOf(bad.samples()),
                count,
                trades == null ? bars.period() : options.bar(),
                daily,
                daily || options.overnight(),
                sessions);
    }

    private static String instrumentName(Path path) {
        String name = String.valueOf(path.getFileName());
        for (String ending : List.of(".gz", ".csv", ".txt", ".json", ".tsv")) {
            if (name.length() > ending.length() && name.toLowerCase(Locale.ROOT).endsWith(ending)) {
                name = name.substring(0, name.length() - ending.length());
            }
        }
        return DataProblem.printable(name);
    }

    /** Files of one name in several folders are told apart by a number. */
    private static List<Instrument> distinct(List<Instrument> loaded) {
        List<Instrument> named = new ArrayList<>();
        for (Instrument one : loaded) {
            String name = one.name();
            int times = 1;
            while (hasName(named, name)) {
                times++;
                name = one.name() + " (" + times + ")";
            }
            named.add(one.withName(name));
        }
        return List.copyOf(named);
    }

    private static boolean hasName(List<Instrument> named, String name) {
        return named.stream().anyMatch(other -> other.name().equals(name));
    }
}
