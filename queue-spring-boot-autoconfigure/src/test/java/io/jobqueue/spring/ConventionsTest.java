package io.jobqueue.spring;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.ObjectMapper;

/** The conventions of auto-configurations, as Spring Boot's own follow them. */
@AnalyzeClasses(packages = "io.jobqueue.spring", importOptions = DoNotIncludeTests.class)
class ConventionsTest {

    @ArchTest
    static final ArchRule autoConfigurations_arePublicFinal = classes()
            .that()
            .areAnnotatedWith(AutoConfiguration.class)
            .should()
            .bePublic()
            .andShould()
            .haveModifier(JavaModifier.FINAL)
            .andShould()
            .haveSimpleNameEndingWith("AutoConfiguration");

    @ArchTest
    static final ArchRule beanMethods_ofAutoConfigurations_areNotPublic =
            methods().that().areAnnotatedWith(Bean.class).should().notBePublic();

    @ArchTest
    static final ArchRule beans_ofTypesThatBootHas_areNotMade = noMethods()
            .that()
            .areAnnotatedWith(Bean.class)
            .should()
            .haveRawReturnType(
                    assignableTo(Executor.class).or(assignableTo(Clock.class)).or(assignableTo(ObjectMapper.class)))
            .because("the application's and Spring Boot's own would back off");

    @ArchTest
    static final ArchRule core_isUsed_byItsPublicPackagesOnly =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.jobqueue.internal..");
}
