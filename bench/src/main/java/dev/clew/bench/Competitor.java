package dev.clew.bench;

/**
 * One row of a case.
 *
 * @param name what the table calls it
 * @param method the benchmark method in the class of the case
 */
record Competitor(String name, String method) {}
