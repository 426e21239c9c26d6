package io.jobqueue.scenario;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the library logs while this is open. */
final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.jobqueue");
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    private LogCapture() {}

    static LogCapture open() {
        LogCapture capture = new LogCapture();
        capture.start();
        capture.logger.addAppender(capture);
        return capture;
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** Messages at WARN or above. */
    List<String> warnings() {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** How often this very exception was logged, as itself or as a cause. */
    long timesLogged(Throwable error) {
        return events.stream().filter(event -> holds(event, error)).count();
    }

    private static boolean holds(ILoggingEvent event, Throwable error) {
        if (!(event.getThrowableProxy() instanceof ThrowableProxy proxy)) {
            return false;
        }
        for (Throwable cause = proxy.getThrowable(); cause != null; cause = cause.getCause()) {
            if (cause == error) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
