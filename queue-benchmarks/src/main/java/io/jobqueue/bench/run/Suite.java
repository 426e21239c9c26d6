package io.jobqueue.bench.run;

import java.util.List;

/** A set of groups and the code that runs one of them. Has a public constructor without arguments. */
public interface Suite {

    String name();

    /** One line for the list of suites. */
    String about();

    /** How often each subject runs, how long a run may take, and with how much memory. */
    Plan plan(boolean quick, int javaVersion);

    List<Group> groups(boolean quick, int javaVersion);

    /** Opens what the groups need around them. */
    default Surroundings surroundings() {
        return Surroundings.NONE;
    }

    /** What the results mean, for people; empty if the tables say it all. */
    default String verdict(List<GroupResult> results) {
        return "";
    }

    /**
     * Runs a group's work once and verifies it. Called in the subject's own JVM.
     *
     * @throws WrongResultException if a job was lost or ran twice
     */
    Sample run(String subject, Params params) throws Exception;
}
