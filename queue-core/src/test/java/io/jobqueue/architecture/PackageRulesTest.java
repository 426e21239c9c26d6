package io.jobqueue.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.JobQueueException;

/** Which package of the core may know which. */
@AnalyzeClasses(packages = "io.jobqueue", importOptions = DoNotIncludeTests.class)
class PackageRulesTest {

    private static final String API = "io.jobqueue";
    private static final String EVENT = "io.jobqueue.event..";
    private static final String INTERNAL = "io.jobqueue.internal..";
    private static final String MEMORY = "io.jobqueue.memory..";
    private static final String RETRY = "io.jobqueue.retry..";
    private static final String SPI = "io.jobqueue.spi..";

    private static final DescribedPredicate<JavaClass> PLATFORM = resideInAnyPackage("java..", "org.jspecify..");

    @ArchTest
    static final ArchRule core_isUsedAlone_needsNoFramework = classes()
            .should()
            .onlyDependOnClassesThat(PLATFORM.or(resideInAnyPackage("io.jobqueue..", "org.slf4j..")))
            .because("the core runs without Spring and without a server");

    @ArchTest
    static final ArchRule api_exceptTheBuilder_doesNotKnowTheScheduler = noClasses()
            .that(resideInAPackage(API).and(not(belongToAnyOf(JobQueueBuilder.class))))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(INTERNAL, MEMORY);

    @ArchTest
    static final ArchRule scheduler_isUsedByNobody_exceptTheBuilder = noClasses()
            .that(not(resideInAPackage(INTERNAL)).and(not(belongToAnyOf(JobQueueBuilder.class))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(INTERNAL)
            .because("anything in there may change in any release");

    @ArchTest
    static final ArchRule memoryBackend_isABackendLikeAnyOther_knowsOnlyTheSpi = classes()
            .that()
            .resideInAPackage(MEMORY)
            .should()
            .onlyDependOnClassesThat(PLATFORM.or(resideInAnyPackage(API, SPI, MEMORY, "org.slf4j..")));

    @ArchTest
    static final ArchRule spi_isWhatBackendAuthorsRead_knowsNoImplementation = classes()
            .that()
            .resideInAPackage(SPI)
            .should()
            .onlyDependOnClassesThat(PLATFORM.or(resideInAnyPackage(API, SPI)));

    @ArchTest
    static final ArchRule retry_isPure_knowsOnlyExceptions = classes()
            .that()
            .resideInAPackage(RETRY)
            .should()
            .onlyDependOnClassesThat(PLATFORM.or(resideInAPackage(RETRY)).or(assignableTo(JobQueueException.class)));

    @ArchTest
    static final ArchRule event_isWhatListenersRead_knowsOnlyTheApi = classes()
            .that()
            .resideInAPackage(EVENT)
            .should()
            .onlyDependOnClassesThat(PLATFORM.or(resideInAnyPackage(API, EVENT)));

    @ArchTest
    static final ArchRule packages_belowTheApi_haveNoCycles =
            slices().matching("io.jobqueue.(*)..").should().beFreeOfCycles();
}
