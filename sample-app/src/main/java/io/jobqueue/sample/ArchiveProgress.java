package io.jobqueue.sample;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/**
 * How far the archive is. The job tells of its progress; that it failed, for whatever reason, the queue tells. Between its
 * beginning and its end, one archive's job is the only writer.
 */
@Component
final class ArchiveProgress implements JobListener {

    private final Lock beginning = new ReentrantLock();
    private volatile Archive archive = Archive.NONE;

    Archive current() {
        return archive;
    }

    /** Begins a new archive, unless one is under way. */
    boolean begin(int total) {
        beginning.lock();
        try {
            boolean free = !archive.status().isUnderWay();
            if (free) {
                archive = new Archive(Archive.Status.QUEUED, 0, total, 0, null);
            }
            return free;
        } finally {
            beginning.unlock();
        }
    }

    void packed(int done, int total) {
        archive = new Archive(Archive.Status.RUNNING, done, total, 0, null);
    }

    void ready(int total, long bytes) {
        archive = new Archive(Archive.Status.DONE, total, total, bytes, null);
    }

    void failed(String reason) {
        Archive last = archive;
        archive = new Archive(Archive.Status.FAILED, last.done(), last.total(), 0, reason);
    }

    @Override
    public void completed(JobEvent event) {
        if (event.queue().equals(ArchiveJob.QUEUE) && event.outcome() != JobOutcome.SUCCEEDED) {
            failed(Reasons.of(event));
        }
    }
}
