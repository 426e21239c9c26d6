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
 * @param untilNextMicros until a delayed job is due or a lease runs out; negative for never
 * @param lost how many ids had no body and were dropped
 * @param drained whether nothing is left that is ready
 */
record Taken(List<ClaimedJob> jobs, List<Unreadable> unreadable, long untilNextMicros, long lost, boolean drained) {

    /** A leased job whose record makes no sense. */
    record Unreadable(String id, String token) {}

    /** After an error: nobody knows, so look again. */
    static final Taken UNKNOWN = new Taken(List.of(), List.of(), -1, 0, false);

    private static final int AGAIN = 1;
    private static final int WITH_STATES = 4;
    private static final int HEAD = 4;

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
        int fields = (flags & WITH_STATES) != 0 ? 3 : 2;
        int count = (answer.size() - from - HEAD) / fields;
        List<ClaimedJob> jobs = new ArrayList<>(count);
        List<Unreadable> unreadable = new ArrayList<>(0);
        for (int i = 0; i < count; i++) {
            int at = from + HEAD + fields * i;
            byte[] state = fields == 3 ? bytes(answer, at + 2) : Bytes.EMPTY;
            StoredJob job = StoredJob.read(bytes(answer, at), bytes(answer, at + 1), state, now);
            String jobToken = token(token, i);
            if (job.record() == null) {
                unreadable.add(new Unreadable(job.id(), jobToken));
            } else {
                jobs.add(claimed(job, jobToken, lease));
            }
        }
        return new Taken(
                jobs, unreadable, (Long) answer.get(from + 1), (Long) answer.get(from + 2), (flags & AGAIN) == 0);
    }

    private static String token(String beginning, int index) {
        int letters = LETTERS.length();
        return beginning + LETTERS.charAt(index / letters) + LETTERS.charAt(index % letters);
    }

    private static ClaimedJob claimed(StoredJob job, String token, Duration lease) {
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

    private static byte[] bytes(List<Object> answer, int at) {
        return (byte[]) answer.get(at);
    }
}
