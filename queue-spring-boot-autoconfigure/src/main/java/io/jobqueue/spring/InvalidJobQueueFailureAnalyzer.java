package io.jobqueue.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells what to change about queues and handlers. */
final class InvalidJobQueueFailureAnalyzer extends AbstractFailureAnalyzer<InvalidJobQueueException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidJobQueueException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
