package io.jobqueue.sample;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.MediaType;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Tells open pages what changed, at most five times a second, however many jobs run. One timer looks at all pages; a page
 * that reads slowly holds up its own thread only, and then gets everything it missed in one update.
 *
 * <p>It stops in the first phase of a shutdown: a server that shuts down gracefully waits for open responses, and these
 * never end by themselves.
 */
@Component
final class LiveUpdates implements SmartLifecycle {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final long KEEP_ALIVE_PERIODS = 75;
    private static final int MAX_PAGES = 50;

    private final Board board;
    private final Set<Page> pages = ConcurrentHashMap.newKeySet();
    private volatile @Nullable ScheduledExecutorService timer;
    private volatile @Nullable ExecutorService senders;

    LiveUpdates(Board board) {
        this.board = board;
    }

    /** Opens a stream of updates that begins with everything there is; empty if there are too many or it is too late. */
    Optional<SseEmitter> open() {
        if (timer == null || pages.size() >= MAX_PAGES) {
            return Optional.empty();
        }
        Page page = new Page(new SseEmitter(0L));
        page.emitter.onCompletion(() -> pages.remove(page));
        page.emitter.onError(error -> pages.remove(page));
        pages.add(page);
        if (timer == null) { // stopped in between, perhaps too early to have seen this page
            page.emitter.complete();
        }
        return Optional.of(page.emitter);
    }

    @Override
    public void start() {
        senders = Executors.newCachedThreadPool(new CustomizableThreadFactory("live-updates-"));
        ScheduledExecutorService newTimer =
                Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("live-updates-timer-"));
        var unused = newTimer.scheduleWithFixedDelay(this::tick, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        timer = newTimer;
    }

    @Override
    public void stop() {
        ScheduledExecutorService oldTimer = timer;
        ExecutorService oldSenders = senders;
        timer = null;
        if (oldTimer != null && oldSenders != null) {
            oldTimer.shutdownNow();
            oldSenders.shutdown();
            pages.forEach(page -> page.emitter.complete());
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }

    private void tick() {
        ExecutorService executor = senders;
        for (Page page : pages) {
            if (executor != null && page.sending.compareAndSet(false, true)) {
                executor.execute(page::send);
            }
        }
    }

    /** An open page. Its fields are used by whoever set {@code sending}. */
    private final class Page {

        private final SseEmitter emitter;
        private final AtomicBoolean sending = new AtomicBoolean();
        private long version = -1;
        private long quietPeriods;
        private Board.@Nullable Update last;

        Page(SseEmitter emitter) {
            this.emitter = emitter;
        }

        void send() {
            try {
                PictureRegistry.Changes changes = board.changesSince(version);
                Board.Update update = board.update(changes);
                if (last == null || update.tellsMoreThan(last)) {
                    emitter.send(SseEmitter.event().name("update").data(update, MediaType.APPLICATION_JSON));
                    quietPeriods = 0;
                } else if (++quietPeriods % KEEP_ALIVE_PERIODS == 0) {
                    emitter.send(SseEmitter.event().comment("still here"));
                }
                last = update;
                version = changes.version();
            } catch (IOException | IllegalStateException closedByThePage) {
                pages.remove(this);
            } finally {
                sending.set(false);
            }
        }
    }
}
