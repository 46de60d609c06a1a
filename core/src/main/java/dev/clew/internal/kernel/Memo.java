package dev.clew.internal.kernel;

import dev.clew.Task;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code memoize}: one run of a task for all who wait for it, in a fiber of its own, and its end for ever after.
 *
 * <pre>
 *               first waiter                    the run ends
 *   NOT BEGUN ───────────────▶ RUNNING ────────────────────────▶ ENDED (result)
 *       ▲                         │ the last waiter is cancelled,
 *       └─────────────────────────┘ or an executor refused the run
 * </pre>
 *
 * <p>The last waiter cancels the run it leaves and waits for it; a waiter that comes meanwhile begins another. So a run
 * that ends asks first whether it is still the one.
 *
 * <pre>
 * field            | writer             | access                       | pairs with
 * -----------------+--------------------+------------------------------+-----------
 * result           | the run's end, once | volatile, written under lock | itself
 * running, waiting, waiters | any       | lock on this                 |
 * </pre>
 */
public final class Memo<A extends @Nullable Object> implements FiberEnd {
    private static final VarHandle RESULT = VarHandles.field(MethodHandles.lookup(), "result", Object.class);
    private static final Object CANCELLED_ITSELF = new Object();

    private final Node<A> task;

    /** An {@link Answer}, that of CANCELLED_ITSELF among them; null until the run has ended. */
    @SuppressWarnings("unused")
    private @Nullable Object result;

    private @Nullable FiberState running;
    private int waiting;
    private WaitList waiters = new WaitList(this);

    private Memo(Node<A> task) {
        this.task = task;
    }

    /** The memoized form of {@code task}. */
    public static <A extends @Nullable Object> Task<A> of(Node<A> task) {
        return new Get<>(new Memo<>(task));
    }

    private WaitCell register(FiberState fiber, Strand strand) {
        MemoCell cell = new MemoCell(this);
        FiberState begun = null;
        Object decided;
        synchronized (this) {
            decided = RESULT.getVolatile(this);
            if (decided == null) {
                waiters.add(cell);
                waiting++;
                if (running == null) {
                    begun = new FiberState(fiber.scheduler(), task, strand, this);
                    running = begun;
                }
            }
        }
        if (decided != null) {
            cell.answer(decided);
        } else if (begun != null) {
            begin(fiber, begun);
        }
        return cell;
    }

    private void begin(FiberState fiber, FiberState run) {
        fiber.carrier().countFiber();
        try {
            run.begin();
        } catch (Throwable refused) {
            tell(leave(run, null), Answer.error(refused));
            run.abort(refused);
        }
    }

    /** {@code run} is not the one any more; gives who waited for it, null where it was not. */
    private synchronized @Nullable WaitList leave(FiberState run, @Nullable Object decided) {
        if (running != run) {
            return null;
        }
        running = null;
        waiting = 0;
        RESULT.setVolatile(this, decided);
        WaitList told = waiters;
        waiters = new WaitList(this);
        return told;
    }

    private boolean tell(@Nullable WaitList told, Object answer) {
        boolean heard = false;
        while (told != null) {
            WaitCell cell;
            synchronized (this) {
                cell = told.poll();
            }
            if (cell == null) {
                break;
            }
            heard |= cell.answer(answer);
        }
        return heard;
    }

    @Override
    public void fiberEnded(FiberState run) {
        hears(run);
    }

    @Override
    public boolean hears(FiberState run) {
        Object answer = switch (run.endKind()) {
            case FiberState.END_SUCCEEDED -> Answer.value(run.endValue());
            case FiberState.END_FAILED -> Answer.error(run.endError());
            default -> Answer.value(CANCELLED_ITSELF);
        };
        WaitList told = leave(run, answer);
        tell(told, answer);
        return told != null;
    }

    /** A waiter was cancelled; gives the run where nobody waits for it any more. */
    private synchronized @Nullable FiberState gaveUp(MemoCell cell) {
        if (cell.list != waiters) {
            return null;
        }
        waiters.remove(cell);
        waiting--;
        FiberState run = running;
        if (waiting > 0 || run == null) {
            return null;
        }
        running = null;
        return run;
    }

    private static final class Get<A extends @Nullable Object> extends WaitNode<A> {
        private final Memo<A> memo;

        Get(Memo<A> memo) {
            this.memo = memo;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            Object decided = RESULT.getVolatile(memo);
            if (decided == null || Answer.errorOf(decided) != null || decided == CANCELLED_ITSELF) {
                return WAIT;
            }
            return Answer.valueOf(decided);
        }

        @Override
        protected WaitCell register(FiberState fiber, Strand strand) {
            return memo.register(fiber, strand);
        }

        @Override
        boolean forks() {
            return true;
        }
    }

    private static final class MemoCell extends WaitCell {
        private final Memo<?> memo;

        MemoCell(Memo<?> memo) {
            this.memo = memo;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the run of a memoized task";
        }

        /** The run is a fiber by itself, of no scope. */
        @Override
        protected @Nullable Object awaitedOfFibers() {
            return null;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return value != CANCELLED_ITSELF
                    ? value
                    : fiber.cancelSelf(
                            strand,
                            "a memoized task cancelled itself, so there is no value for a waiter inside an "
                                    + "uncancelable region; do not cancel it there");
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            FiberState run = memo.gaveUp(this);
            return run == null ? UNWIND : StopWait.stop(fiber, strand, run);
        }
    }
}
