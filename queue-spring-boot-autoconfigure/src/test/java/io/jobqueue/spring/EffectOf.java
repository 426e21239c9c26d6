package io.jobqueue.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which property's effect a test shows. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface EffectOf {
    String[] value();
}
