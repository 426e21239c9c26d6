package io.jobqueue.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a {@link Scenario} in all its variants, each with a fresh {@link Rig} that is closed afterwards. */
final class ScenarioExtension implements TestTemplateInvocationContextProvider {

    private static final int REPEAT = Integer.getInteger("scenarios.repeat", 1);

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(Scenario.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Scenario scenario = context.getRequiredTestMethod().getAnnotation(Scenario.class);
        List<TestTemplateInvocationContext> variants = new ArrayList<>();
        for (int run = 1; run <= REPEAT; run++) {
            for (ThreadMode mode : ThreadMode.supported()) {
                for (int workers : scenario.workers()) {
                    variants.add(new Variant(scenario.value(), mode, workers, run));
                }
            }
        }
        return variants.stream();
    }

    private record Variant(String id, ThreadMode mode, int workers, int run) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocation) {
            return id + " [" + mode + " threads, " + workers + " workers, run " + run + "]";
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new RigProvider(new Rig(id.replaceAll("[^A-Za-z0-9]+", "-"), mode, workers)));
        }
    }

    private record RigProvider(Rig rig) implements ParameterResolver, AfterEachCallback {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Rig.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return rig;
        }

        @Override
        public void afterEach(ExtensionContext context) {
            rig.close();
        }
    }
}
