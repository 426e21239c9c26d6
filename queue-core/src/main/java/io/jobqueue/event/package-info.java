/** What a queue tells about its jobs: listeners run off the workers, metrics run on them. */
@NullMarked
package io.jobqueue.event;

import org.jspecify.annotations.NullMarked;
