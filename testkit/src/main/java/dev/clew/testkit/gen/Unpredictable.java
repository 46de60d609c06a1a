package dev.clew.testkit.gen;

/** A program of which this reference cannot say how it ends. */
public final class Unpredictable extends Exception {
    private static final long serialVersionUID = 1;

    Unpredictable(String why) {
        super(why, null, false, false);
    }
}
