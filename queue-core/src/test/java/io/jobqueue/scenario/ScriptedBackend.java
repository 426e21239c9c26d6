package io.jobqueue.scenario;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A backend in memory that behaves as the test says, and remembers what the queue asked of it. */
final class ScriptedBackend implements JobBackend {

    /** How {@link #claim} behaves. */
    enum Claims {
        /** Gives due jobs, waits for them, and heeds wake-ups. */
        NORMAL,
        /** Never has a job, and does not wait. */
        NOTHING,
        /** Blocks until it is interrupted. */
        BLOCKING,
        /** Blocks until the script changes, whatever interrupts it; then it gives what is due. */
        DEAF,
        /** Throws. */
        FAILING
    }

    /** A call of {@link #extend}. */
    record Extension(long nanos, List<Claim> claims) {}

    private static final class Stored {
        final JobRecord record;
        long dueNanos;
        int attempt = 1;
        int recoveries;
        Duration age = Duration.ZERO;

        private @Nullable Duration timeLeft;

        private @Nullable String token;

        Stored(JobRecord record, Duration delay) {
            this.record = record;
            this.dueNanos = System.nanoTime() + delay.toNanos();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Stored> jobs = new LinkedHashMap<>();
    private final boolean storing;
    private final Duration lease;
    private Claims claims = Claims.NORMAL;
    private boolean wokenUp;
    private long tokens;

    private final AtomicInteger claiming = new AtomicInteger();
    private final AtomicInteger mostClaiming = new AtomicInteger();
    private final AtomicInteger claimCalls = new AtomicInteger();
    private final AtomicInteger settleCalls = new AtomicInteger();
    private final AtomicInteger failingSettles = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final List<Settlement> asked = new CopyOnWriteArrayList<>();
    private final List<Settlement> applied = new CopyOnWriteArrayList<>();
    private final List<Extension> extensions = new CopyOnWriteArrayList<>();
    private volatile Function<Claim, SettleResult> settleAnswer = claim -> SettleResult.OK;
    private volatile Function<Claim, SettleResult> extendAnswer = claim -> SettleResult.OK;
    private volatile IntConsumer beforeClaim = max -> {};
    private volatile Runnable beforeEnqueue = () -> {};
    private volatile UnaryOperator<List<EnqueueResult>> enqueueAnswer = answers -> answers;
    private volatile Runnable whenClosing = () -> {};
    private volatile @Nullable QueueInspection inspection;

    private ScriptedBackend(boolean storing, Duration lease) {
        this.storing = storing;
        this.lease = lease;
    }

    static ScriptedBackend storing() {
        return new ScriptedBackend(true, Duration.ofSeconds(30));
    }

    static ScriptedBackend storing(Duration lease) {
        return new ScriptedBackend(true, lease);
    }

    // ---- the script

    ScriptedBackend behave(Claims behaviour) {
        changing(() -> claims = behaviour);
        return this;
    }

    void failNextSettles(int count) {
        failingSettles.set(count);
    }

    void answerSettles(Function<Claim, SettleResult> answer) {
        settleAnswer = answer;
    }

    void answerExtensions(Function<Claim, SettleResult> answer) {
        extendAnswer = answer;
    }

    /** Called on the producer's thread; may refuse its jobs by throwing. */
    void beforeEnqueue(Runnable check) {
        beforeEnqueue = check;
    }

    /** Called on the producer's thread when its jobs are stored; may hold the answer back, change it, or throw instead. */
    void answerEnqueues(UnaryOperator<List<EnqueueResult>> answer) {
        enqueueAnswer = answer;
    }

    void whenClosing(Runnable action) {
        whenClosing = action;
    }

    ScriptedBackend inspected(QueueInspection inspection) {
        this.inspection = inspection;
        return this;
    }

    /** Called on the dispatcher's thread with what {@link #claim} was asked for. */
    void beforeClaim(IntConsumer check) {
        beforeClaim = check;
    }

    /** A job as another node left it. */
    void put(String id, String name, String payload, int attempt, int recoveries, Duration age, Duration timeLeft) {
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        Stored job = new Stored(JobRecord.of(id, name, bytes, "text/plain"), Duration.ZERO);
        job.attempt = attempt;
        job.recoveries = recoveries;
        job.age = age;
        job.timeLeft = timeLeft.equals(Duration.ZERO) ? null : timeLeft;
        changing(() -> jobs.put(id, job));
    }

    void put(String id, String name, String payload) {
        put(id, name, payload, 1, 0, Duration.ZERO, Duration.ZERO);
    }

    // ---- what the queue did

    int claimCalls() {
        return claimCalls.get();
    }

    int settleCalls() {
        return settleCalls.get();
    }

    int mostConcurrentClaims() {
        return mostClaiming.get();
    }

    boolean isClaiming() {
        return claiming.get() > 0;
    }

    int timesClosed() {
        return closed.get();
    }

    /** Every settlement that was asked for, those included that failed or were stale. */
    List<Settlement> asked(String id) {
        return of(asked, id);
    }

    /** Every settlement that was carried out. */
    List<Settlement> applied() {
        return applied;
    }

    List<Settlement> applied(String id) {
        return of(applied, id);
    }

    List<Extension> extensions() {
        return extensions;
    }

    /** How many claims it has given. */
    int claimed() {
        lock.lock();
        try {
            return (int) tokens;
        } finally {
            lock.unlock();
        }
    }

    int stored() {
        lock.lock();
        try {
            return jobs.size();
        } finally {
            lock.unlock();
        }
    }

    private static List<Settlement> of(List<Settlement> all, String id) {
        return all.stream().filter(one -> one.claim().jobId().equals(id)).toList();
    }

    // ---- the backend

    @Override
    public boolean isStoring() {
        return storing;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> newJobs) {
        beforeEnqueue.run();
        List<EnqueueResult> answers = new ArrayList<>();
        lock.lock();
        try {
            for (NewJob job : newJobs) {
                String id = job.record().id();
                boolean isNew = jobs.putIfAbsent(id, new Stored(job.record(), job.delay())) == null;
                answers.add(isNew ? EnqueueResult.ACCEPTED : EnqueueResult.DUPLICATE);
            }
        } finally {
            lock.unlock(); // without a signal: waking a claim is the queue's business
        }
        return enqueueAnswer.apply(answers);
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        mostClaiming.accumulateAndGet(claiming.incrementAndGet(), Math::max);
        claimCalls.incrementAndGet();
        beforeClaim.accept(max);
        lock.lockInterruptibly();
        try {
            awaitScript();
            return claims == Claims.NOTHING ? List.of() : take(max, wait);
        } finally {
            claiming.decrementAndGet();
            lock.unlock();
        }
    }

    private void awaitScript() throws InterruptedException {
        if (claims == Claims.FAILING) {
            throw new IllegalStateException("the store is away");
        }
        while (claims == Claims.BLOCKING) {
            changed.await();
        }
        while (claims == Claims.DEAF) {
            changed.awaitUninterruptibly();
        }
    }

    private List<ClaimedJob> take(int max, Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        List<ClaimedJob> taken = takeDue(max);
        while (taken.isEmpty() && !wokenUp && end - System.nanoTime() > 0) {
            changed.awaitNanos(Math.min(end - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(50)));
            awaitScript(); // it may have changed
            taken = takeDue(max);
        }
        wokenUp = false;
        return taken;
    }

    private List<ClaimedJob> takeDue(int max) {
        List<ClaimedJob> taken = new ArrayList<>();
        Iterator<Stored> all = jobs.values().iterator();
        while (all.hasNext() && taken.size() < max) {
            Stored job = all.next();
            if (job.token == null && job.dueNanos - System.nanoTime() <= 0) {
                job.token = "token-" + ++tokens;
                taken.add(new ClaimedJob(
                        job.record,
                        job.token,
                        job.attempt,
                        job.recoveries,
                        lease,
                        Duration.ZERO,
                        job.age,
                        job.timeLeft));
            }
        }
        return taken;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        settleCalls.incrementAndGet();
        asked.addAll(settlements);
        if (failingSettles.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("the store is away");
        }
        List<SettleResult> answers = new ArrayList<>();
        changing(() -> settlements.forEach(one -> answers.add(apply(one))));
        return answers;
    }

    private SettleResult apply(Settlement settlement) {
        SettleResult scripted = settleAnswer.apply(settlement.claim());
        Stored job = jobs.get(settlement.claim().jobId());
        if (scripted != SettleResult.OK || job == null) {
            return scripted == SettleResult.OK ? SettleResult.GONE : scripted;
        }
        if (!settlement.claim().token().equals(job.token)) {
            return SettleResult.STALE;
        }
        applied.add(settlement);
        switch (settlement.action()) {
            case COMPLETE, CANCEL, BURY -> jobs.remove(job.record.id());
            case RETRY -> {
                job.attempt++;
                job.timeLeft = settlement.timeLeft();
                free(job, settlement.delay());
            }
            case RELEASE -> free(job, settlement.delay());
        }
        return SettleResult.OK;
    }

    private static void free(Stored job, Duration delay) {
        job.token = null;
        job.dueNanos = System.nanoTime() + delay.toNanos();
    }

    @Override
    public List<SettleResult> extend(List<Claim> held) {
        extensions.add(new Extension(System.nanoTime(), List.copyOf(held)));
        return held.stream().map(extendAnswer).toList();
    }

    @Override
    public void wakeup() {
        changing(() -> wokenUp = true);
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return Optional.ofNullable(inspection);
    }

    @Override
    public void close() {
        whenClosing.run();
        closed.incrementAndGet();
    }

    private void changing(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
