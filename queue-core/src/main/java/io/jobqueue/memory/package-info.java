/** The memory backend: the default for users, and the reference for the contract suite of backends. */
@NullMarked
package io.jobqueue.memory;

import org.jspecify.annotations.NullMarked;
