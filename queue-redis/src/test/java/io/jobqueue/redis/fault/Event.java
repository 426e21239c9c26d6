package io.jobqueue.redis.fault;

import org.jspecify.annotations.Nullable;

/**
 * Something that one node did to one job.
 *
 * @param kind what
 * @param sent when the call began, by the machine's monotonic clock, which is the same for all processes
 * @param answered when the call returned or threw
 * @param node who
 * @param id the job
 * @param token the claim, or empty
 * @param detail the action of a settlement, the lease of a claim, or empty
 */
record Event(Kind kind, long sent, long answered, String node, String id, String token, String detail) {

    enum Kind {
        /** About to be stored. Only of interest if nothing follows, because the process was killed. */
        OFFERED,
        ACCEPTED,
        /** Refused, because the store has a job with this id already. */
        DUPLICATE,
        /** The node knows that nothing was stored. */
        REFUSED,
        CLAIMED,
        /** A settlement is about to be sent. */
        SETTLING,
        SETTLED,
        /** A settlement or extension was answered STALE or GONE. */
        FENCED,
        /** A renewal is about to be sent. */
        EXTENDING,
        EXTENDED,
        /** Enqueue, settlement or extension threw: it may have been done, or may be done still. */
        IN_DOUBT,
        /** A handler began. */
        BEGUN,
        /** A handler returned or threw. */
        RETURNED
    }

    private static final String SEPARATOR = "\t";

    String toLine() {
        return String.join(
                SEPARATOR, kind.name(), Long.toString(sent), Long.toString(answered), node, id, token, detail, "");
    }

    /** Null for a line that was cut off when its writer was killed. */
    static @Nullable Event parse(String line) {
        String[] parts = line.split(SEPARATOR, -1);
        if (parts.length != 8) {
            return null;
        }
        return new Event(
                Kind.valueOf(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                parts[3],
                parts[4],
                parts[5],
                parts[6]);
    }
}
