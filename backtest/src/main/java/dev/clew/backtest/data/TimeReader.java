package dev.clew.backtest.data;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the time column: dates, date-times with or without an offset, and epoch times in seconds to nanoseconds.
 *
 * <p><b>Semantics.</b> A date-time without an offset is local to the zone. Where clocks go back and an hour comes twice,
 * the earlier reading is taken unless that would lie before the row before; where they go forward, an hour that does not
 * exist is refused.
 */
final class TimeReader {

    /** What a time column says. */
    record Stamp(Instant time, boolean dateOnly) {}

    /** The text is no time; the message is the rule. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String rule) {
            super(rule);
        }
    }

    private static final Pattern DIGITS = Pattern.compile("\\d+(\\.\\d{1,9})?");
    private static final Pattern COMPACT_DATE =
            Pattern.compile("(19|20|21)\\d\\d(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])");
    private static final DateTimeFormatter USUAL = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd['T'HH:mm[:ss]]")
            .optionalStart()
            .appendFraction(java.time.temporal.ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalEnd()
            .appendPattern("[XXX][XX][X]")
            .toFormatter(java.util.Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter COMPACT = DateTimeFormatter.BASIC_ISO_DATE;

    private final ZoneId zone;
    private final @Nullable DateTimeFormatter format;
    private Instant previous = Instant.MIN;

    TimeReader(ZoneId zone, @Nullable DateTimeFormatter format) {
        this.zone = zone;
        this.format = format;
    }

    /** Whether the text looks like a time at all: how a header is told from a first row. */
    boolean looksLikeTime(String text) {
        try {
            read(text);
            return true;
        } catch (Unreadable notATime) {
            return false;
        } finally {
            previous = Instant.MIN;
        }
    }

    Stamp read(String text) throws Unreadable {
        Stamp stamp = format == null ? readUsual(text.strip()) : readFormatted(text.strip(), format);
        previous = stamp.time();
        return stamp;
    }

    private Stamp readUsual(String text) throws Unreadable {
        if (DIGITS.matcher(text).matches()) {
            return readNumber(text);
        }
        var normal = new StringBuilder(text);
        if (text.length() > 7 && text.charAt(4) == '/' && text.charAt(7) == '/') {
            normal.setCharAt(4, '-');
            normal.setCharAt(7, '-');
        }
        if (text.length() > 10 && text.charAt(10) == ' ') {
            normal.setCharAt(10, 'T');
        }
        return resolve(normal.toString(), text, USUAL);
    }

    private Stamp readFormatted(String text, DateTimeFormatter given) throws Unreadable {
        return resolve(text, text, given);
    }

    private Stamp readNumber(String text) throws Unreadable {
        int point = text.indexOf('.');
        int digits = point < 0 ? text.length() : point;
        if (digits == 8 && point < 0 && COMPACT_DATE.matcher(text).matches()) {
            return resolve(text, text, COMPACT);
        }
        if (digits < 9 || digits > 19 || (point >= 0 && digits > 11)) {
            throw new Unreadable(
                    "an epoch time has 9 to 11 digits (seconds), 12 to 14 (milliseconds), 15 to 17 (microseconds),"
                            + " or 18 or 19 (nanoseconds)");
        }
        long whole = Long.parseLong(text.substring(0, digits));
        if (digits <= 11) {
            long nanos = point < 0 ? 0 : Long.parseLong((text.substring(point + 1) + "000000000").substring(0, 9));
            return new Stamp(Instant.ofEpochSecond(whole, nanos), false);
        }
        long unitsInSecond = digits <= 14 ? 1_000L : digits <= 17 ? 1_000_000L : 1_000_000_000L;
        return new Stamp(
                Instant.ofEpochSecond(whole / unitsInSecond, whole % unitsInSecond * (1_000_000_000L / unitsInSecond)),
                false);
    }

    private Stamp resolve(String normal, String text, DateTimeFormatter formatter) throws Unreadable {
        TemporalAccessor parsed;
        try {
            parsed = formatter.parseBest(normal, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
        } catch (DateTimeException unreadable) {
            throw new Unreadable(
                    format == null
                            ? "not a time; give a date (2024-03-15), a date and time (2024-03-15 09:30:00), or an epoch"
                                    + " time, or say how to read it by --time-format"
                            : "does not fit --time-format");
        }
        if (parsed instanceof OffsetDateTime offset) {
            return new Stamp(offset.toInstant(), false);
        }
        if (parsed instanceof LocalDate date) {
            return new Stamp(date.atStartOfDay(zone).toInstant(), true);
        }
        return new Stamp(local((LocalDateTime) parsed, text), false);
    }

    private Instant local(LocalDateTime time, String text) throws Unreadable {
        if (zone.getRules().getValidOffsets(time).isEmpty()) {
            throw new Unreadable("the clocks of " + zone + " skipped " + text
                    + "; give times with an offset, or say by --zone where they were taken");
        }
        var earlier = ZonedDateTime.of(time, zone).withEarlierOffsetAtOverlap();
        Instant instant = earlier.toInstant();
        return instant.isBefore(previous) ? earlier.withLaterOffsetAtOverlap().toInstant() : instant;
    }
}
