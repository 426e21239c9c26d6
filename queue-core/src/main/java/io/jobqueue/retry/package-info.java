/** When and after which delay a failed attempt is followed by another: pure functions, no state, no clock. */
@NullMarked
package io.jobqueue.retry;

import org.jspecify.annotations.NullMarked;
