/**
 * JUnit: {@link dev.clew.testkit.junit.ClewTest} and the test engine that finds and runs such methods, on JUnit Platform
 * 1.12 and later, and 6.
 */
package dev.clew.testkit.junit;
