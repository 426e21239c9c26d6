package io.jobqueue.internal;

import io.jobqueue.internal.Reachability.Call;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that looks into a storing backend, so that nobody who asks for numbers waits for a server: at the pause about
 * once a second, at the numbers as often while somebody asks for them, and seldom when nobody does. When the backend is away
 * the last numbers are kept.
 */
final class Sampler implements Runnable {

    /** The numbers as they were. */
    record Sample(QueueCounts counts, long takenNanos) {

        Duration age() {
            return Duration.ofNanos(System.nanoTime() - takenNanos);
        }
    }

    private static final QueueCounts NOTHING = new QueueCounts(0, 0, 0, 0, Duration.ZERO);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long the numbers are fresh after somebody asked: more than the usual time between two scrapes. */
    private static final long ASKED_NANOS = TimeUnit.SECONDS.toNanos(90);

    private static final long UNASKED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Scheduler scheduler;
    private final JobBackend backend;
    private final Reachability reachability;
    private final Signal signal = new Signal();
    private volatile @Nullable Pause pause;
    private volatile @Nullable Sample last;
    private volatile long askedNanos;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /** Whether the last look did. */
    private volatile boolean failed;

    Sampler(Scheduler scheduler, JobBackend backend, Reachability reachability) {
        this.scheduler = scheduler;
        this.backend = backend;
        this.reachability = reachability;
        this.askedNanos = System.nanoTime() - ASKED_NANOS;
    }

    /** Whose pause is kept the same as the backend's. Before the first start. */
    void synchronizing(Pause pause) {
        this.pause = pause;
    }

    void start() {
        stopped = false;
        startThread();
    }

    private void startThread() {
        Thread started = scheduler.settings.serviceThreads().newThread(this);
        started.setName(scheduler.name() + "-sampler");
        thread = started;
        started.start();
    }

    /** Lets the thread look a last time, if the backend answered the time before, and end. Returns it. */
    Thread stop() {
        stopped = true;
        Thread running = thread;
        if (running == null || !running.isAlive()) {
            startThread();
        }
        signal.raise();
        Thread ending = Objects.requireNonNull(thread);
        if (failed) {
            ending.interrupt(); // it may wait for an answer that does not come
        }
        return ending;
    }

    /** Does not wait for the next look. */
    void lookNow() {
        signal.raise();
    }

    /** What is known; the numbers are 0 as long as nothing is. */
    QueueCounts counts() {
        Sample known = last;
        return known == null ? NOTHING : known.counts();
    }

    /** What is known, or null; and somebody wants it fresh. */
    @Nullable
    Sample ask() {
        askedNanos = System.nanoTime();
        Sample known = last;
        if (known == null || askedNanos - known.takenNanos() > LOOK_NANOS) {
            signal.raise();
        }
        return known;
    }

    /** Asks the backend now, on this thread; null if it does not answer. */
    @Nullable
    QueueCounts countNow() {
        try {
            Optional<QueueInspection> store = backend.inspection();
            return store.isEmpty() ? NOTHING : store.get().counts();
        } catch (RuntimeException away) {
            reachability.failed(Call.INSPECT, away);
            return null;
        }
    }

    @Override
    public void run() {
        boolean goOn = true;
        while (!stopped && goOn) {
            goOn = look();
            if (goOn) {
                signal.await(LOOK_NANOS);
            }
        }
        if (!failed) {
            look();
        }
    }

    /** False if there is nothing to look at. */
    private boolean look() {
        try {
            Optional<QueueInspection> store = backend.inspection();
            store.ifPresent(this::look);
            failed = false;
            return store.isPresent();
        } catch (RuntimeException away) {
            failed = true;
            reachability.failed(Call.INSPECT, away);
        } catch (Throwable t) {
            failed = true;
            scheduler.outcomes.unexpected("the sampler", t);
        }
        return true;
    }

    private void look(QueueInspection store) {
        Pause synchronizedPause = pause;
        if (synchronizedPause != null) {
            synchronizedPause.synchronize(store);
        }
        Sample known = last;
        long now = System.nanoTime();
        long due = now - askedNanos <= ASKED_NANOS ? LOOK_NANOS / 2 : UNASKED_NANOS;
        if (known == null || stopped || now - known.takenNanos() >= due) {
            last = new Sample(store.counts(), System.nanoTime());
        }
        reachability.answered(Call.INSPECT);
    }
}
