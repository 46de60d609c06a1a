package dev.clew.backtest.data;

/** Takes the rows of a file one by one, so that a file of any length is read in little memory. */
interface RowSink {

    /** Takes the next row. */
    void accept(Row row);

    /** No row follows. */
    void end();
}
