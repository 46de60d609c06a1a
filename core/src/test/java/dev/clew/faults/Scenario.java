package dev.clew.faults;

import dev.clew.Task;
import java.util.function.Supplier;

/**
 * A small program that says by its end whether all went well: it gives a value, however it is scheduled, or fails with an
 * error that says what went wrong. Hanging, leaking and reporting are failures anyway.
 *
 * @param name what it is called in tables
 * @param program makes the task, with state of its own, for one run
 */
record Scenario(String name, Supplier<Task<?>> program) {
    /** The task for one run. */
    Task<?> task() {
        return program.get();
    }

    @Override
    public String toString() {
        return name;
    }
}
