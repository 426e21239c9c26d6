package io.jobqueue.bench.redis;

import com.sun.management.OperatingSystemMXBean;
import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Sample;
import java.lang.management.ManagementFactory;

/** Time and effort of a number of jobs on both sides, from construction to {@link #of}. */
final class Costs {

    static final Figure SERVER_CPU = Figure.lower("server µs/job");
    static final Figure CLIENT_CPU = Figure.lower("client µs/job");
    static final Figure READS = Figure.lower("server reads/job");

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Server server;
    private final Server.Effort effort;
    private final long cpuNanos;
    private final long startNanos;

    Costs(Server server) {
        this.server = server;
        this.effort = server.effort();
        this.cpuNanos = SYSTEM.getProcessCpuTime();
        this.startNanos = System.nanoTime();
    }

    Sample of(int jobs) {
        long nanos = System.nanoTime() - startNanos;
        long cpu = SYSTEM.getProcessCpuTime() - cpuNanos;
        Server.Effort used = server.effort().since(effort);
        return Sample.empty()
                .with(Figure.JOBS_PER_SECOND, jobs * 1e9 / nanos)
                .with(SERVER_CPU, used.cpuMicros() / jobs)
                .with(CLIENT_CPU, cpu / 1_000.0 / jobs)
                .with(READS, used.reads() / jobs);
    }
}
