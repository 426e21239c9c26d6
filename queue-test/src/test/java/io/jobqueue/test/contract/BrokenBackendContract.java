package io.jobqueue.test.contract;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The contract suite on a backend that a configuration parameter breaks. Run by {@link MutationTest} alone. */
@ExtendWith(BrokenBackendContract.MutantParameter.class)
final class BrokenBackendContract extends JobBackendContract {

    static final String PARAMETER = "mutant";

    private final @Nullable Mutant mutant;

    BrokenBackendContract(Optional<Mutant> mutant) {
        this.mutant = mutant.orElse(null);
    }

    @Override
    protected BackendFixture fixture() {
        return new BrokenBackendFixture(mutant);
    }

    static final class MutantParameter implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Optional.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getConfigurationParameter(PARAMETER, Mutant::valueOf);
        }
    }
}
