package io.jobqueue.internal;

import io.jobqueue.EnqueueTiming;
import io.jobqueue.JobInterceptor;
import io.jobqueue.WhenFull;
import io.jobqueue.event.JobMetrics;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.PayloadCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The checked, immutable settings of one queue, as its builder made them. */
public record QueueSettings(
        String name,
        int workerCount,
        Duration timeout,
        Duration attemptTimeout,
        RetryPolicy retry,
        int capacity,
        WhenFull whenFull,
        Duration blockTimeout,
        Duration idleTimeout,
        Duration pollInterval,
        int abandonedLimit,
        Duration drainTimeout,
        Duration drainGrace,
        int maxRecoveries,
        Duration unprocessableDelay,
        Duration unprocessableAge,
        boolean copyPayloads,
        @Nullable PayloadCodec codec,
        @Nullable JobMetrics metrics,
        List<JobInterceptor> interceptors,
        ThreadFactory serviceThreads,
        ThreadFactory workerThreads,
        LongSupplier nanoClock,
        EnqueueTiming enqueueTiming,
        JobBackend backend) {}
