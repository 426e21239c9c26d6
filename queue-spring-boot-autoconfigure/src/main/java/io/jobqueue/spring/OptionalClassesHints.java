package io.jobqueue.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Lets native images find by name the classes that say whether something optional is there. */
final class OptionalClassesHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerTypeIfPresent(classLoader, QueueFactory.JSON_MAPPER);
        hints.reflection().registerTypeIfPresent(classLoader, QueueFactory.TRANSACTIONS);
    }
}
