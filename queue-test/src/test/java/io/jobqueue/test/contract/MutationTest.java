package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** That the contract suite can fail: each broken backend is noticed by the rule it breaks, and a sound one by none. */
class MutationTest {

    @ParameterizedTest
    @EnumSource(Mutant.class)
    void contract_brokenBackend_isNoticed(Mutant mutant) {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(BrokenBackendContract.class, rule(mutant.noticedBy())))
                .configurationParameter(BrokenBackendContract.PARAMETER, mutant.name())
                .execute()
                .testEvents();
        assertThat(tests.failed().count())
                .as("failures of %s", mutant.noticedBy())
                .isPositive();
    }

    @Test
    void contract_soundBackend_passes() {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(BrokenBackendContract.class))
                .execute()
                .testEvents();
        assertThat(tests.failed().stream()).isEmpty();
        assertThat(tests.succeeded().count()).isGreaterThan(200);
    }

    private static Method rule(String name) {
        return Arrays.stream(BrokenBackendContract.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no rule " + name));
    }
}
