package dev.clew.backtest.report;

import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.sweep.ConfigurationResult;
import dev.clew.backtest.sweep.Detail;
import dev.clew.backtest.sweep.Detail.CurvePoint;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import javax.imageio.ImageIO;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The charts of the report, drawn by XChart as PNG in a size for wide and for narrow screens. */
final class Charts {

    /** The width and the height of a chart. */
    enum Size {
        WIDE(1000, 380),
        NARROW(400, 300);

        private final int width;
        private final int height;

        Size(int width, int height) {
            this.width = width;
            this.height = height;
        }
    }

    private static final Color[] LINES = {
        new Color(0x0b5fa5), new Color(0xd9730d), new Color(0x6b4c9a), new Color(0x2e8540)
    };
    private static final Color FALL = new Color(0xb5402f);
    private static final Color LOSS = new Color(0xc0503a);
    private static final Color EVEN = new Color(0xf4f1ea);
    private static final Color GAIN = new Color(0x1d6fa8);
    private static final Color INK = new Color(0x2b2f36);
    private static final Color GRID = new Color(0xe2e4e8);
    private static final int MOST_AXIS_LABELS = 16;
    private static final int DENSITY = 2;

    private final Size size;
    private final ZoneId zone;

    Charts(Size size, ZoneId zone) {
        this.size = size;
        this.zone = zone;
    }

    /** The equity of several configurations over time. */
    byte[] equity(List<Detail> details) throws IOException {
        XYChart chart =
                new XYChartBuilder().width(size.width).height(size.height).build();
        style(chart.getStyler());
        times(chart.getStyler());
        for (int i = 0; i < details.size(); i++) {
            List<CurvePoint> curve = details.get(i).curve();
            var series = chart.addSeries(
                    name(details.get(i)),
                    curve.stream().map(point -> Date.from(point.time())).toList(),
                    curve.stream().map(CurvePoint::equity).toList());
            series.setMarker(SeriesMarkers.NONE);
            series.setLineColor(LINES[i % LINES.length]);
            series.setLineStyle(new BasicStroke(i == 0 ? 2f : 1.2f));
        }
        return png(chart);
    }

    /** How far the equity of one configuration is below its last peak. */
    byte[] drawdown(Detail detail) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(size.width)
                .height(size.height * 2 / 3)
                .build();
        style(chart.getStyler());
        times(chart.getStyler());
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Area).setLegendVisible(false);
        chart.getStyler().setYAxisMax(0.0);
        var series = chart.addSeries(
                name(detail),
                detail.curve().stream().map(point -> Date.from(point.time())).toList(),
                detail.curve().stream()
                        .map(point -> point.drawdown() == 0 ? 0 : -point.drawdown())
                        .toList());
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(FALL);
        series.setLineStyle(new BasicStroke(1f));
        series.setFillColor(new Color(FALL.getRed(), FALL.getGreen(), FALL.getBlue(), 60));
        return png(chart);
    }

    /** The profit over two parameters: for each pair of values the best over all others. */
    byte[] heatMap(ParameterGrid grid, Instrument instrument, List<ConfigurationResult> results) throws IOException {
        String xName = axes(grid).get(0);
        String yName = axes(grid).get(1);
        List<BigDecimal> xs = grid.values().getOrDefault(xName, List.of());
        List<BigDecimal> ys = grid.values().getOrDefault(yName, List.of());
        Map<List<Integer>, Double> best = new LinkedHashMap<>();
        for (ConfigurationResult result : results) {
            var configuration = result.configuration();
            if (configuration.strategy().name().equals(grid.strategy().name())
                    && configuration.instrument().name().equals(instrument.name())) {
                List<Integer> cell = List.of(
                        xs.indexOf(configuration.values().get(xName)),
                        ys.indexOf(configuration.values().get(yName)));
                best.merge(cell, result.pnl().amount().doubleValue(), Math::max);
            }
        }
        HeatMapChart chart = new HeatMapChartBuilder()
                .width(size.width)
                .height(size == Size.WIDE ? size.height * 5 / 4 : size.height * 4 / 3)
                .xAxisTitle(xName)
                .yAxisTitle(yName)
                .build();
        style(chart.getStyler());
        chart.getStyler().setAxisTitlesVisible(true);
        double extreme = best.values().stream().mapToDouble(Math::abs).max().orElse(0);
        chart.getStyler()
                .setMin(-Math.max(extreme, 1e-9))
                .setMax(Math.max(extreme, 1e-9))
                .setRangeColors(new Color[] {LOSS, EVEN, GAIN})
                .setDrawBorder(false)
                .setShowValue(size == Size.WIDE && xs.size() <= 16 && ys.size() <= 16)
                .setValueFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10))
                .setHeatMapValueDecimalPattern(extreme < 10 ? "0.00" : "0");
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setPlotGridLinesVisible(false);
        List<Number[]> cells = new ArrayList<>();
        best.forEach((cell, value) -> cells.add(new Number[] {cell.get(0), cell.get(1), value}));
        chart.addSeries("PnL", labels(xs), labels(ys), cells);
        return png(chart);
    }

    /** The parameters that span a heat map: the two with the most values, in their order. */
    static List<String> axes(ParameterGrid grid) {
        List<String> most = grid.swept().stream()
                .sorted((a, b) -> Integer.compare(
                        grid.values().getOrDefault(b, List.of()).size(),
                        grid.values().getOrDefault(a, List.of()).size()))
                .limit(2)
                .toList();
        return grid.swept().stream().filter(most::contains).toList();
    }

    static String name(Detail detail) {
        return "#" + detail.rank() + " " + detail.result().configuration().label();
    }

    /** A label for every value, or, where these would not fit, for every second, third… value. */
    private List<String> labels(List<BigDecimal> values) {
        int most = size == Size.WIDE ? MOST_AXIS_LABELS : MOST_AXIS_LABELS / 2;
        int step = (values.size() + most - 1) / most;
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            labels.add(i % step == 0 ? values.get(i).toPlainString() : " ");
        }
        return labels;
    }

    private void times(AxesChartStyler styler) {
        styler.setTimezone(TimeZone.getTimeZone(zone));
        styler.setLocale(Locale.ROOT);
        styler.setXAxisMaxLabelCount(size == Size.WIDE ? 10 : 4);
    }

    private void style(AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setChartFontColor(INK);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(GRID);
        styler.setAxisTitlesVisible(false);
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        styler.setAxisTickLabelsFont(font);
        styler.setAxisTitleFont(font.deriveFont(Font.BOLD));
        styler.setLegendFont(font);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartPadding(8);
    }

    /** Twice as many pixels as the size says, for screens that have them. */
    private static byte[] png(Chart<?, ?> chart) throws IOException {
        var image =
                new BufferedImage(chart.getWidth() * DENSITY, chart.getHeight() * DENSITY, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(DENSITY, DENSITY);
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.dispose();
        var bytes = new ByteArrayOutputStream();
        if (!ImageIO.write(image, "png", bytes)) {
            throw new IOException("this JDK cannot write PNG images");
        }
        return bytes.toByteArray();
    }
}
