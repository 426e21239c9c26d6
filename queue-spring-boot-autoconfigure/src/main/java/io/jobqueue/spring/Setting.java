package io.jobqueue.spring;

import java.util.function.Consumer;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The value of a property and where it stands.
 *
 * @param key the property's full name
 */
public record Setting<T>(String key, T value) {

    /** Hands the value to the core; what that refuses is reported with the property's name. */
    public void applyTo(Consumer<T> target) {
        try {
            target.accept(value);
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    /** That the value cannot be used; ends the start of the application with a message that names the property. */
    public InvalidConfigurationPropertyValueException refused(String reason) {
        return new InvalidConfigurationPropertyValueException(key, value, reason);
    }
}
