package io.jobqueue.spring.actuate;

import io.jobqueue.BackendOutage;

/**
 * An outage of a backend as the endpoint and health show it.
 *
 * @param operation what was tried last
 * @param error why it failed
 * @param seconds since when nothing has worked
 */
public record OutageDescription(String operation, String error, double seconds) {

    static OutageDescription of(BackendOutage outage) {
        return new OutageDescription(outage.operation(), outage.error().toString(), Seconds.of(outage.lasting()));
    }
}
