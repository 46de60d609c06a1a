package dev.clew.backtest.sweep;

/** Is told of each piece of work that is done, by the thread that did it. */
public interface Progress {

    /** Listens to nothing. */
    Progress NONE = () -> {};

    /** One more piece is done. */
    void step();
}
