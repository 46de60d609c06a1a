package dev.clew.testkit;

/** Another strategy, but for one answer to all questions about branches. */
record ForkingStrategy(Strategy other, int answer) implements Strategy {
    @Override
    public int choose(Choice choice, int n) {
        return isForking(choice) ? answer : other.choose(choice, n);
    }

    @Override
    public int choose(Choice choice, int n, Situation situation) {
        return isForking(choice) ? answer : other.choose(choice, n, situation);
    }

    private static boolean isForking(Choice choice) {
        return choice == Choice.FORK || choice == Choice.SPLIT;
    }
}
