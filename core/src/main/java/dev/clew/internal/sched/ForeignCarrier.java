package dev.clew.internal.sched;

/** The carrier of threads that are not ours: a guest's, or an executor's. One object serves them all. */
class ForeignCarrier extends Carrier {
    private final boolean guest;
    private final SharedCounts counts;

    ForeignCarrier(Scheduler scheduler, SharedCounts counts, boolean guest) {
        super(scheduler, null, FOREIGN_DEPTH);
        this.counts = counts;
        this.guest = guest;
    }

    @Override
    public boolean isGuest() {
        return guest;
    }

    @Override
    public void branchPushed() {
        counts.branchesForked.increment();
    }

    @Override
    public void countPromoted() {
        counts.branchesPromoted.increment();
    }

    @Override
    public void countDropped() {
        counts.branchesDropped.increment();
    }

    @Override
    public void countFork() {
        counts.forks.increment();
    }

    @Override
    public void countFiber() {
        counts.fibers.increment();
    }

    @Override
    public void countEnded(Ending how) {
        if (guest) {
            counts.guestEnded(how);
        } else {
            counts.ended(how);
        }
    }
}
