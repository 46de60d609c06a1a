package dev.clew.internal.sched;

/** The thread of a {@link Worker}, so that code can tell in a moment whether it runs on one. */
final class WorkerThread extends Thread {
    private final Worker worker;

    WorkerThread(Worker worker, String name) {
        super(null, worker::loop, name, 0, false);
        this.worker = worker;
        setDaemon(true);
    }

    Worker worker() {
        return worker;
    }
}
