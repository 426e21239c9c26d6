package io.jobqueue.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the attempt of a claim ended, and what becomes of the job.
 *
 * @param claim which claim
 * @param action what becomes of the job
 * @param delay for {@link Action#RETRY} and {@link Action#RELEASE}: not to be claimed before this time from now
 * @param reason for people to read, kept with the job; null if there is nothing to say
 * @param error the stack trace of the last error, kept with the job; null if there is none
 * @param timeLeft for {@link Action#RETRY}: what is left of the job's timeout; null without a timeout
 */
public record Settlement(
        Claim claim,
        Action action,
        Duration delay,
        @Nullable String reason,
        @Nullable String error,
        @Nullable Duration timeLeft) {

    /** What becomes of a job. */
    public enum Action {
        /** It succeeded and goes. */
        COMPLETE,
        /** It was cancelled and goes. */
        CANCEL,
        /** The attempt counts; another follows after the delay. */
        RETRY,
        /** It failed for good and is kept as dead. The attempt counts if an error is given. */
        BURY,
        /** The attempt does not count; the job is ready again after the delay. */
        RELEASE
    }

    public static Settlement complete(Claim claim) {
        return new Settlement(claim, Action.COMPLETE, Duration.ZERO, null, null, null);
    }

    public static Settlement cancel(Claim claim) {
        return new Settlement(claim, Action.CANCEL, Duration.ZERO, null, null, null);
    }

    public static Settlement retry(
            Claim claim, Duration delay, @Nullable String reason, @Nullable String error, @Nullable Duration timeLeft) {
        return new Settlement(claim, Action.RETRY, delay, reason, error, timeLeft);
    }

    public static Settlement bury(Claim claim, String reason, @Nullable String error) {
        return new Settlement(claim, Action.BURY, Duration.ZERO, reason, error, null);
    }

    public static Settlement release(Claim claim, Duration delay, @Nullable String reason) {
        return new Settlement(claim, Action.RELEASE, delay, reason, null, null);
    }
}
