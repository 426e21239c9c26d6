package io.jobqueue.test.contract;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A backend that does what another does: broken ones break one method of it. */
class ForwardingBackend implements JobBackend {

    protected final JobBackend sound;

    ForwardingBackend(JobBackend sound) {
        this.sound = sound;
    }

    @Override
    public boolean isStoring() {
        return sound.isStoring();
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        return sound.enqueue(jobs);
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        return sound.claim(max, wait);
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        return sound.settle(settlements);
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        return sound.extend(claims);
    }

    @Override
    public void wakeup() {
        sound.wakeup();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return sound.inspection();
    }

    @Override
    public void close() {
        sound.close();
    }
}
