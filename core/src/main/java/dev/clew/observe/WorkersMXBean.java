package dev.clew.observe;

import java.util.List;
import javax.management.MXBean;

/** What each worker of a runtime did and does. A runtime may get workers while it runs. */
@MXBean
public interface WorkersMXBean {

    /** The figures of each worker, in the order of their numbers. */
    List<WorkerFigures> getWorkers();
}
