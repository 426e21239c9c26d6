/**
 * For authors of backends: {@link io.jobqueue.test.contract.JobBackendContract}, one JUnit class with every rule of the SPI,
 * and {@link io.jobqueue.test.contract.RandomCommandsContract}, random commands compared with a model. Both are subclassed
 * and given a {@link io.jobqueue.test.contract.BackendFixture}.
 */
@NullMarked
package io.jobqueue.test.contract;

import org.jspecify.annotations.NullMarked;
