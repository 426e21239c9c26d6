package io.jobqueue.test.contract;

/** What every group of rules is given. */
interface ContractScope {

    /** The backend under test, made anew for each test. */
    BackendProbe probe();
}
