/** What is measured: the queue and its peers behind one small interface. */
@NullMarked
package io.jobqueue.bench.subject;

import org.jspecify.annotations.NullMarked;
