package dev.clew.testkit.script;

/** How a script or a part of it ends. */
record ScriptResult(Kind kind, int value) {
    /** The code of the error of a time limit. */
    static final int TIMEOUT = -1;

    /** The code of the error of a cancellation that a mask hides where a value is needed. */
    static final int CANCELLATION = -2;

    private static final int FAILED = 1_000_000;

    static final ScriptResult CANCELED = new ScriptResult(Kind.CANCELED, 2 * FAILED);

    enum Kind {
        VALUE,
        ERROR,
        CANCELED
    }

    static ScriptResult value(int value) {
        return new ScriptResult(Kind.VALUE, value);
    }

    static ScriptResult error(int code) {
        return new ScriptResult(Kind.ERROR, code);
    }

    boolean isValue() {
        return kind == Kind.VALUE;
    }

    boolean isError() {
        return kind == Kind.ERROR;
    }

    boolean isCanceled() {
        return kind == Kind.CANCELED;
    }

    /** As a number, so that a script can go on with it. */
    int encoded() {
        return isError() ? FAILED + value : value;
    }
}
