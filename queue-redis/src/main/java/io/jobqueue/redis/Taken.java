package io.jobqueue.redis;

import io.jobqueue.spi.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a script took for this node.
 *
 * @param jobs leased to this node
 * @param unreadable leased, too, but their records make no sense
 * @param untilNextMicros until a delayed job is due or a lease runs out; -1 for never, or {@link #UNCHANGED}
 * @param lost how many ids had no body and were dropped
 * @param drained whether nothing is left that is ready
 * @param now the server's clock, in microseconds; 0 if unknown
 */
record Taken(
        List<ClaimedJob> jobs,
        List<Unreadable> unreadable,
        long untilNextMicros,
        long lost,
        boolean drained,
        long now) {

    /** A leased job whose record makes no sense. */
    record Unreadable(String id, String token) {}

    /** After an error: nobody knows, so look again. */
    static final Taken UNKNOWN = new Taken(List.of(), List.of(), -1, 0, false, 0);

    /** Nothing was learnt of the next job's time. */
    static final long UNCHANGED = -2;

    private static final int AGAIN = 1;

    /** As in the script: tokens end in two of them. */
    private static final String LETTERS = "abcdefghijklmnopqrst";

    /**
     * Reads the answer of {@code take_into}.
     *
     * @param from where it begins
     * @param token what the tokens begin with
     */
    static Taken read(List<Object> answer, int from, String token, Duration lease) {
        long now = (Long) answer.get(from);
        long flags = (Long) answer.get(from + 3);
        List<?> ids = (List<?>) answer.get(from + 4);
        List<?> bodies = (List<?>) answer.get(from + 5);
        List<?> states = (List<?>) answer.get(from + 6);
        List<ClaimedJob> jobs = new ArrayList<>(ids.size());
        List<Unreadable> unreadable = new ArrayList<>(0);
        for (int i = 0; i < ids.size(); i++) {
            Object state = states.isEmpty() ? null : states.get(i);
            StoredJob job = StoredJob.read(
                    (byte[]) ids.get(i), (byte[]) bodies.get(i), state == null ? Bytes.EMPTY : (byte[]) state, now);
            String jobToken = token(token, i);
            if (job.record() == null) {
                unreadable.add(new Unreadable(job.id(), jobToken));
            } else {
                jobs.add(claimed(job, jobToken, lease));
            }
        }
        return new Taken(
                jobs, unreadable, (Long) answer.get(from + 1), (Long) answer.get(from + 2), (flags & AGAIN) == 0, now);
    }

    /** Jobs that went to this node without having been in the list. */
    static Taken direct(List<ClaimedJob> jobs, boolean drained, long now) {
        return new Taken(jobs, List.of(), UNCHANGED, 0, drained, now);
    }

    static String token(String beginning, int index) {
        int letters = LETTERS.length();
        return beginning + LETTERS.charAt(index / letters) + LETTERS.charAt(index % letters);
    }

    static ClaimedJob claimed(StoredJob job, String token, Duration lease) {
        return new ClaimedJob(
                Objects.requireNonNull(job.record()),
                token,
                job.attempts() + 1,
                job.recoveries(),
                lease,
                job.waited(),
                job.age(),
                job.timeLeft());
    }
}
