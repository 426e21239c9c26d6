/** The smallest storing backend that passes the contract suite, as an author in another package would write and test it. */
@NullMarked
package io.jobqueue.test.contract.sample;

import org.jspecify.annotations.NullMarked;
