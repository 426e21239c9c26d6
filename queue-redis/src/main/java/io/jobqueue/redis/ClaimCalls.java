package io.jobqueue.redis;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that claim jobs, each with tokens of its own.
 *
 * <p>The answer of such a call may be lost after the server has leased the jobs. The node then knows which tokens it never
 * got, and gives those jobs back before it claims again, so that they need not wait for the end of a lease and no crash is
 * counted.
 */
final class ClaimCalls {

    private static final Logger log = LoggerFactory.getLogger(ClaimCalls.class);

    /** As many as a script may take. */
    static final int MOST_JOBS = 400;

    /** Beyond it, leases have to run out. */
    private static final int MOST_LOST = 100;

    private static final String END = "0";

    private final Link link;
    private final Settings settings;
    private final Settling settling;
    private final String tag;
    private final byte[] lease;
    private final AtomicLong calls = new AtomicLong();
    private final Set<String> lostTokens = ConcurrentHashMap.newKeySet();

    ClaimCalls(Link link, Settings settings, Settling settling, String tag) {
        this.link = link;
        this.settings = settings;
        this.settling = settling;
        this.tag = tag;
        this.lease = Bytes.micros(settings.lease());
    }

    /** What the tokens of the next call begin with. */
    String nextToken() {
        return tag + '.' + Long.toString(calls.incrementAndGet(), 36) + '.';
    }

    /** Claims up to {@link #MOST_JOBS} jobs. By the dispatcher. */
    Taken claim(int max) {
        recoverLost();
        String token = nextToken();
        try {
            return read(link.await(Script.CLAIM.name, link.send(Script.CLAIM, arguments(max, token))), token);
        } catch (RuntimeException e) {
            lost(token);
            throw e;
        }
    }

    /**
     * Claims without waiting, when no command waits at the server: what comes is completed on a thread of the network. Null if
     * it cannot be done without waiting.
     *
     * @param token what {@link #nextToken()} gave, not used before; the caller says when it is {@linkplain #lost lost}
     */
    @Nullable
    CompletableFuture<Taken> claimAtOnce(int max, String token) {
        CompletableFuture<List<Object>> answer =
                lostTokens.isEmpty() ? link.sendWhereNothingWaits(Script.CLAIM, arguments(max, token)) : null;
        return answer == null ? null : answer.thenApply(list -> read(list, token));
    }

    private byte[][] arguments(int max, String token) {
        return new byte[][] {Bytes.of(Math.min(max, MOST_JOBS)), lease, Bytes.of(token)};
    }

    private Taken read(List<Object> answer, String token) {
        Taken taken = Taken.read(answer, 0, token, settings.lease());
        link.clock().learn(taken.now());
        return taken;
    }

    /** The answer of a call with this token will not come. */
    void lost(String token) {
        if (lostTokens.size() < MOST_LOST) {
            lostTokens.add(token);
        }
    }

    private void recoverLost() {
        if (lostTokens.isEmpty()) {
            return;
        }
        Set<String> tokens = Set.copyOf(lostTokens);
        long recovered = 0;
        String cursor = END;
        do {
            List<byte[]> arguments = new ArrayList<>();
            arguments.add(Bytes.of(cursor));
            arguments.add(Bytes.of("*:" + tag + ".*"));
            tokens.forEach(token -> arguments.add(Bytes.of(token)));
            List<Object> answer = link.call(Script.RECOVER, arguments.toArray(byte[][]::new));
            cursor = Bytes.text(answer.get(0));
            recovered += (Long) answer.get(1);
        } while (!cursor.equals(END));
        lostTokens.removeAll(tokens);
        if (recovered > 0) {
            log.info(
                    "Queue '{}': {} claimed job(s) whose claim was never answered are ready again",
                    settings.queue(),
                    recovered);
        }
    }

    /** Buries jobs that were claimed but make no sense, so that they are not claimed for ever. */
    void bury(List<Taken.Unreadable> unreadable) {
        if (unreadable.isEmpty()) {
            return;
        }
        log.warn("Queue '{}': these jobs cannot be read and are buried: {}", settings.queue(), unreadable);
        try {
            settling.settle(unreadable.stream()
                    .map(job -> Settlement.bury(
                            new Claim(job.id(), job.token()), "what is stored in Redis is no job record", null))
                    .toList());
        } catch (RuntimeException away) {
            log.debug("Queue '{}': burying failed, it is tried again after the lease", settings.queue(), away);
        }
    }
}
