package io.jobqueue.scenario;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that takes a {@link Rig} and runs once per kind of threads, worker count and repetition. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ScenarioExtension.class)
@interface Scenario {

    /** The scenario's id, shown in the display name. */
    String value();

    /** The worker counts to run with. */
    int[] workers() default {1, 4, 12};
}
