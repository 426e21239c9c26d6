package io.jobqueue.spi;

/** A backend's answer to a claim that is settled or extended. */
public enum SettleResult {
    /** Done. */
    OK,
    /** The claim is no longer valid: its lease ran out. Nothing was changed. */
    STALE,
    /** The job no longer exists. Nothing was changed. */
    GONE
}
