/** What is measured of the subjects: each suite lists its groups and runs one of them in a subject's JVM. */
@NullMarked
package io.jobqueue.bench.suite;

import org.jspecify.annotations.NullMarked;
