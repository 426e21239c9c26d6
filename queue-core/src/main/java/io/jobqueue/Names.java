package io.jobqueue;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for names of queues and jobs. */
final class Names {

    private static final int MAX_JOB_NAME = 200;
    private static final Pattern QUEUE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private Names() {}

    static String requireQueueName(@Nullable String name) {
        if (name == null || !QUEUE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name: '" + name
                    + "' is not a queue name; use 1 to 100 letters, digits, dots, dashes or underscores,"
                    + " beginning with a letter or digit");
        }
        return name;
    }

    static String requireJobName(@Nullable String name) {
        if (name == null
                || name.isBlank()
                || name.length() > MAX_JOB_NAME
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("job name: '" + name + "' is not a job name; use 1 to " + MAX_JOB_NAME
                    + " characters, not blank, without control characters");
        }
        return name;
    }
}
