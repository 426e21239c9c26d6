package io.jobqueue.scenario;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobMetrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of metrics by what they are about. */
class MetricsRecorder implements JobMetrics {

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    @Override
    public void submitted(String job) {
        count("submitted " + job);
    }

    @Override
    public void rejected(String job) {
        count("rejected " + job);
    }

    @Override
    public void started(String job, long waitNanos) {
        count((waitNanos < 0 ? "negative wait " : "started ") + job);
    }

    @Override
    public void retried(String job, long runNanos) {
        count("retried " + job);
    }

    @Override
    public void completed(String job, JobOutcome outcome, long runNanos) {
        count(outcome.tag() + " " + job);
    }

    @Override
    public void claimed(int jobs) {
        count("claimed " + jobs);
    }

    @Override
    public void recovered(String job) {
        count("recovered " + job);
    }

    @Override
    public void stale(String job) {
        count("stale " + job);
    }

    @Override
    public void backendFailed(String operation) {
        count("backend failed " + operation);
    }

    private void count(String what) {
        counts.computeIfAbsent(what, key -> new LongAdder()).increment();
    }

    long count(String what, String job) {
        LongAdder count = counts.get(what + " " + job);
        return count == null ? 0 : count.sum();
    }
}
