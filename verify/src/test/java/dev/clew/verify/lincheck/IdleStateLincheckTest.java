package dev.clew.verify.lincheck;

import dev.clew.internal.sched.IdleState;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;

/** The idle state word counts as if its transitions came one at a time. */
public final class IdleStateLincheckTest extends Linchecked {
    private static final int WORKERS = 32;
    private static final int ASLEEP = 16;

    private final IdleState idle = new IdleState(WORKERS);

    public IdleStateLincheckTest() {
        for (int i = 0; i < ASLEEP; i++) {
            idle.sleep(false);
        }
    }

    @Operation
    public boolean claimWake() {
        return idle.claimWake();
    }

    @Operation
    public boolean wantsWake() {
        return idle.wantsWake();
    }

    @Operation
    public boolean beginSearch() {
        return idle.beginSearch();
    }

    @Operation
    public void sleep() {
        idle.sleep(false);
    }

    @Operation
    public void wakeSelf() {
        idle.wakeSelf();
    }

    @Operation
    public int awake() {
        return idle.awake();
    }

    @Operation
    public int searching() {
        return idle.searching();
    }

    @Operation
    public void join() {
        idle.join();
    }

    @Operation
    public void leave() {
        idle.leave();
    }

    @Operation
    public int workers() {
        return idle.workers();
    }

    @Operation
    public boolean isFull() {
        return idle.isFull();
    }

    @Operation
    public boolean becomeSentinel() {
        return idle.becomeSentinel();
    }

    @Operation
    public void resignSentinel() {
        idle.resignSentinel();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "claimWake | claimWake",
                "claimWake | wakeSelf searching",
                "beginSearch searching | claimWake awake",
                "join isFull | claimWake workers",
                "leave workers | wakeSelf awake",
                "becomeSentinel resignSentinel | becomeSentinel");
    }

    /** The numbers, one call at a time. */
    public static class Specification {
        private int workers = WORKERS;
        private int awake = WORKERS - ASLEEP;
        private int searching;
        private boolean sentinel;

        public boolean claimWake() {
            boolean claimed = wantsWake();
            if (claimed) {
                wakeSelf();
            }
            return claimed;
        }

        public boolean wantsWake() {
            return searching == 0 && awake < workers;
        }

        public boolean beginSearch() {
            boolean begun = searching < WORKERS / 2;
            if (begun) {
                searching++;
            }
            return begun;
        }

        public void sleep() {
            awake--;
        }

        public void join() {
            workers++;
            awake++;
        }

        public void leave() {
            workers--;
            awake--;
        }

        public int workers() {
            return workers;
        }

        public boolean isFull() {
            return searching == 0 && awake >= workers;
        }

        public void wakeSelf() {
            awake++;
            searching++;
        }

        public int awake() {
            return awake;
        }

        public int searching() {
            return searching;
        }

        public boolean becomeSentinel() {
            boolean became = !sentinel;
            sentinel = true;
            return became;
        }

        public void resignSentinel() {
            sentinel = false;
        }
    }
}
