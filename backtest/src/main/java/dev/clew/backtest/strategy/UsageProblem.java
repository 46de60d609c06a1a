package dev.clew.backtest.strategy;

/** The command line asks for something that does not exist or makes no sense; the message is for the user. */
public final class UsageProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UsageProblem(String message) {
        super(message);
    }
}
