/** How measurements are taken: groups, samples, and interleaved rounds over one JVM per subject. Knows no particular suite. */
@NullMarked
package io.jobqueue.bench.run;

import org.jspecify.annotations.NullMarked;
