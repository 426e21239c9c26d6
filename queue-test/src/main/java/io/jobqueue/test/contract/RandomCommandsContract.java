package io.jobqueue.test.contract;

import io.jobqueue.spi.Settlement.Action;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Random sequences of commands on a backend, compared with a model after each command: nothing is lost, no job has two valid
 * tokens, nothing comes back once it is gone, attempts are counted exactly, jobs come in order. A failing sequence is
 * shortened by jqwik, which the subclass's module needs as a test dependency ({@code net.jqwik:jqwik}).
 *
 * <p>It tries 1000 sequences. If your fixture waits instead of stepping a clock, say {@code jqwik.tries.default = 10} in
 * {@code junit-platform.properties}.
 */
public abstract class RandomCommandsContract {

    /** The size of the pool of ids. */
    static final int JOBS = 6;

    private static final int MAX_STEPS = 5;

    /** A new fixture for one sequence. */
    protected abstract BackendFixture fixture() throws Exception;

    @Property
    void commands_inAnyOrder_doWhatTheModelDoes(@ForAll("commands") List<Command> commands) throws Exception {
        try (BackendProbe probe = new BackendProbe(fixture())) {
            new CommandRun(probe).run(commands);
        }
    }

    @Provide
    Arbitrary<List<Command>> commands() {
        return Arbitraries.frequencyOf(
                        Tuple.of(6, enqueue()),
                        Tuple.of(8, Arbitraries.integers().between(1, JOBS).map(Command.Claim::new)),
                        Tuple.of(8, settle()),
                        Tuple.of(3, anyClaim().list().ofMaxSize(4).map(Command.Extend::new)),
                        Tuple.of(5, Arbitraries.integers().between(1, MAX_STEPS).map(Command.Advance::new)),
                        Tuple.of(1, anyJob().map(Command.Requeue::new)),
                        Tuple.of(1, anyJob().map(Command.Delete::new)),
                        Tuple.of(1, anyJob().map(Command.Cancel::new)))
                .list()
                .ofMaxSize(60);
    }

    private static Arbitrary<Command> enqueue() {
        return Combinators.combine(anyJob().list().ofMinSize(1).ofMaxSize(4), delaySteps())
                .as(Command.Enqueue::new);
    }

    private static Arbitrary<Command> settle() {
        return Combinators.combine(anyClaim(), Arbitraries.of(Action.class), delaySteps())
                .as(Command.Settle.One::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(Command.Settle::new);
    }

    private static Arbitrary<Integer> anyJob() {
        return Arbitraries.integers().between(0, JOBS - 1);
    }

    /** Mostly one of the latest claims, sometimes one long ended. */
    private static Arbitrary<Integer> anyClaim() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.integers().between(0, 3)),
                Tuple.of(1, Arbitraries.integers().between(0, 50)));
    }

    private static Arbitrary<Integer> delaySteps() {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(0)),
                Tuple.of(1, Arbitraries.integers().between(1, MAX_STEPS)));
    }
}
