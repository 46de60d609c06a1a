package dev.clew;

/**
 * All fibers of a scope wait for one another: the error of a scope that {@linkplain Scope#failOnStall looks for that}.
 *
 * <p>Its message says what each of them waits for, and where the user built the steps that would go on.
 */
public final class StalledException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Made by the scope. */
    public StalledException(String message) {
        super(message);
    }
}
