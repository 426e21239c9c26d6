package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.jobqueue.spi.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The requests of several producers that are stored together, by one call of a script, maybe with a claim, or otherwise. */
final class EnqueueCall {

    private static final byte[] WAKE = Bytes.of(1);
    private static final int FIXED_ARGUMENTS = 8;
    private static final int STATUS = 0;
    private static final int NOW = 1;
    private static final int DIRECT = 2;
    private static final int TAKEN = 3;

    private final List<EnqueueRequest> requests;
    private final Settings settings;

    EnqueueCall(List<EnqueueRequest> requests, Settings settings) {
        this.requests = requests;
        this.settings = settings;
    }

    /** Whether nothing has to be looked up or decided to store it: all jobs are new, none is delayed, and there is no limit. */
    boolean isPlain() {
        return settings.capacity() == 0 && requests.stream().allMatch(request -> request.isPlain);
    }

    byte[][] ids() {
        byte[][] ids = new byte[jobs()][];
        int from = 0;
        for (EnqueueRequest request : requests) {
            System.arraycopy(request.ids, 0, ids, from, request.jobs());
            from += request.jobs();
        }
        return ids;
    }

    private int jobs() {
        int jobs = 0;
        for (EnqueueRequest request : requests) {
            jobs += request.jobs();
        }
        return jobs;
    }

    // ---- the question

    /**
     * The arguments of the script.
     *
     * @param offer a claim that waits, to claim for
     * @param hasRoom whether this node comes by itself for what it stores
     */
    byte[][] arguments(Claimer.@Nullable Offer offer, boolean hasRoom) {
        int jobs = jobs();
        List<byte[]> delays = delays();
        List<byte[]> arguments = new ArrayList<>(2 * jobs + delays.size() + FIXED_ARGUMENTS + requests.size());
        arguments.add(Bytes.of(jobs));
        arguments.add(Bytes.of(delays.size() / 2));
        arguments.add(Bytes.of(settings.capacity()));
        arguments.add(hasRoom ? Bytes.ZERO : WAKE);
        arguments.add(offer == null ? Bytes.ZERO : Bytes.of(offer.max));
        arguments.add(Bytes.micros(settings.lease()));
        arguments.add(offer == null ? Bytes.EMPTY : Bytes.of(offer.token));
        if (settings.capacity() > 0) {
            arguments.add(Bytes.of(requests.size()));
            requests.forEach(request -> arguments.add(Bytes.of(request.jobs())));
        }
        forEach((id, record) -> {
            arguments.add(id);
            arguments.add(record);
        });
        arguments.addAll(delays);
        return arguments.toArray(byte[][]::new);
    }

    /** Each job's id and record. */
    void forEach(BiConsumer<byte[], byte[]> action) {
        for (EnqueueRequest request : requests) {
            for (int i = 0; i < request.jobs(); i++) {
                action.accept(request.ids[i], request.records[i]);
            }
        }
    }

    private List<byte[]> delays() {
        List<byte[]> delays = new ArrayList<>(0);
        int before = 0;
        for (EnqueueRequest request : requests) {
            for (int i = 0; request.delays != null && i < request.jobs(); i++) {
                if (request.isDelayed(i)) {
                    delays.add(Bytes.of(before + i + 1));
                    delays.add(Bytes.of(request.delays[i]));
                }
            }
            before += request.jobs();
        }
        return delays;
    }

    // ---- the answer

    /** Whether this is an answer: if a connection breaks within one, Lettuce may add that of the repeated call to its part. */
    static boolean isWhole(List<Object> answer) {
        return answer.size() >= TAKEN
                && answer.get(STATUS) instanceof byte[]
                && answer.get(NOW) instanceof Long
                && answer.get(DIRECT) instanceof Long;
    }

    private static void requireWhole(List<Object> answer) {
        if (!isWhole(answer)) {
            throw new JobQueueException("Redis answered an enqueue with what makes no sense; it may have been stored");
        }
    }

    /** Tells each request what became of its jobs. Returns the server's clock. */
    long distribute(List<Object> answer) {
        requireWhole(answer);
        byte[] status = (byte[]) answer.get(STATUS);
        int from = 0;
        for (EnqueueRequest request : requests) {
            if (status.length > 0) {
                request.answers = Arrays.copyOfRange(status, from, from + request.jobs());
                from += request.jobs();
            }
        }
        return (Long) answer.get(NOW);
    }

    /** What was claimed for an offer. */
    Taken taken(List<Object> answer, Claimer.Offer offer) {
        requireWhole(answer);
        long direct = (Long) answer.get(DIRECT);
        return direct > 0
                ? direct((byte[]) answer.get(STATUS), (int) direct, offer, (Long) answer.get(NOW))
                : Taken.read(answer, TAKEN, offer.token, settings.lease());
    }

    /** The first of the new jobs, which went to the worker without having been in the list. */
    private Taken direct(byte[] status, int count, Claimer.Offer offer, long now) {
        Duration lease = settings.lease();
        List<ClaimedJob> jobs = new ArrayList<>(count);
        int before = 0;
        for (EnqueueRequest request : requests) {
            for (int i = 0; i < request.jobs() && jobs.size() < count; i++) {
                boolean isNew = status.length == 0 || status[before + i] == 'A';
                if (isNew && !request.isDelayed(i)) {
                    StoredJob job = StoredJob.read(request.ids[i], request.records[i], Bytes.EMPTY, now);
                    jobs.add(Taken.claimed(job, Taken.token(offer.token, jobs.size()), lease));
                }
            }
            before += request.jobs();
        }
        return Taken.direct(jobs, count < offer.max, now);
    }
}
