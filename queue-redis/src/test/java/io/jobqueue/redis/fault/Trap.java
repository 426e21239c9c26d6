package io.jobqueue.redis.fault;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * What a {@link TcpProxy} does to the n-th command of some kind, once.
 *
 * @param command which commands, by their {@linkplain Resp.Message#name() names}
 * @param moment when
 * @param effect what
 * @param skip how many such commands are let go before
 * @param snapped opens when it was done
 */
record Trap(Predicate<String> command, Moment moment, Effect effect, AtomicInteger skip, CountDownLatch snapped) {

    enum Moment {
        /** It has not reached the server. */
        REQUEST,
        /** The server has done it and answered; the client has not heard of it. */
        REPLY
    }

    /** Runs on a thread of the proxy, which does nothing else for the connection meanwhile. */
    @FunctionalInterface
    interface Effect {

        /** Returns what happens to the connection then. */
        Then apply();
    }

    enum Then {
        GO_ON,
        /** Both ends are reset, and the message is gone. */
        CUT,
        /** Half of the message passes first. */
        CUT_WITHIN
    }

    static Trap on(Predicate<String> command, Moment moment, int skip, Effect effect) {
        return new Trap(command, moment, effect, new AtomicInteger(skip), new CountDownLatch(1));
    }

    boolean catches(String name, Moment now) {
        return now == moment && snapped.getCount() > 0 && command.test(name) && skip.getAndDecrement() == 0;
    }

    Then spring() {
        Then then = effect.apply();
        snapped.countDown();
        return then;
    }

    boolean hasSnapped(Duration patience) throws InterruptedException {
        return snapped.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
