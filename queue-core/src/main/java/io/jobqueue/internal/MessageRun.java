package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.internal.Definitions.Registered;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.PayloadCodec;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One attempt of a message, from whichever backend. */
abstract class MessageRun extends Run {

    final JobRecord record;
    private final @Nullable Registered registered;

    MessageRun(Scheduler scheduler, JobRecord record) {
        this(scheduler, record, scheduler.definitions.find(record.name()));
    }

    private MessageRun(Scheduler scheduler, JobRecord record, @Nullable Registered registered) {
        super(scheduler, (registered == null ? scheduler.defaults : registered.options()).with(record));
        this.record = record;
        this.registered = registered;
    }

    @Override
    final void invoke() throws Throwable {
        if (registered == null) {
            throw new UnprocessableException(
                    "no processor named '" + record.name() + "'; known: " + scheduler.definitions.names(), null);
        }
        Object payload = payload(registered);
        scheduler.interceptors.runMessage(this, () -> process(registered, payload));
    }

    @SuppressWarnings("NullAway") // the processor's type parameter admits null
    private void process(Registered registered, @Nullable Object payload) throws Exception {
        registered.definition().processor().process(payload, this);
    }

    private @Nullable Object payload(Registered registered) throws UnprocessableException {
        PayloadCodec codec = scheduler.settings.codec();
        if (record.contentType().equals(PayloadCodec.REFERENCE) || codec == null) {
            return record.payload();
        }
        try {
            return codec.decode(
                    (byte[]) Objects.requireNonNull(record.payload(), "payload"),
                    record.contentType(),
                    registered.definition().payloadType());
        } catch (Exception e) {
            throw new UnprocessableException(
                    "the payload (" + record.contentType() + ") cannot be read as "
                            + registered.definition().payloadType().getTypeName() + ": " + e,
                    e);
        }
    }

    @Override
    final @Nullable String eventId() {
        return record.id();
    }

    @Override
    public final String id() {
        return record.id();
    }

    @Override
    public final String name() {
        return record.name();
    }

    @Override
    public final Map<String, String> headers() {
        return record.headers();
    }

    @Override
    final void complete(JobOutcome outcome, @Nullable Throwable error) {
        // Nobody holds a future of a message.
    }

    @Override
    final boolean isAwaited() {
        return false;
    }
}
