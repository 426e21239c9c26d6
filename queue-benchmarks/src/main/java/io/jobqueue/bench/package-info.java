/** The command line of the benchmark runner: picks a suite and a Java version, runs it and reports. */
@NullMarked
package io.jobqueue.bench;

import org.jspecify.annotations.NullMarked;
