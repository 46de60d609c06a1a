package dev.clew.bench;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One piece of work and those who compete at it. The first competitor is the one that the others are compared with.
 *
 * @param id its name on the command line, which begins with the scenario's
 * @param title what the work is
 * @param type the class of its benchmark methods
 * @param parameters the values of that class's parameters
 * @param singleShot whether an operation is measured singly, not over a time
 * @param unit of the figures
 */
record Case(
        String id,
        String title,
        Class<?> type,
        Map<String, String> parameters,
        boolean singleShot,
        TimeUnit unit,
        List<Competitor> competitors) {}
