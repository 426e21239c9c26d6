package io.jobqueue.bench.run;

/** What a suite's groups need around them, such as a server. Opened and closed by the runner, outside the subjects' JVMs. */
public interface Surroundings extends AutoCloseable {

    /** For suites that need nothing. */
    Surroundings NONE = Params::none;

    /** What every group's parameters are extended by. */
    Params params();

    @Override
    default void close() {}
}
