package io.jobqueue.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.jobqueue.JobQueueException;
import io.jobqueue.NonRetryableJobException;
import io.jobqueue.internal.Threads;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** How the core is written. What the compiler, Checkstyle or Error Prone can see is not repeated here. */
@AnalyzeClasses(packages = "io.jobqueue", importOptions = DoNotIncludeTests.class)
class CodeRulesTest {

    private static final Set<String> PUBLIC_IN_INTERNAL = Set.of("DefaultJobQueue", "QueueSettings", "Threads");

    private static final DescribedPredicate<JavaClass> MUTABLE_HOLDERS = assignableTo(Collection.class)
            .or(assignableTo(Map.class))
            .or(assignableTo(ThreadLocal.class))
            .or(nameMatching("java\\.util\\.concurrent\\.atomic\\.(?!.*FieldUpdater).*"))
            .as("mutable");

    // ---- time and threads come from options

    @ArchTest
    static final ArchRule waiting_byThreadSleep_isForbidden = noClasses()
            .should()
            .callMethodWhere(target(owner(assignableTo(Thread.class))).and(target(nameMatching("sleep"))))
            .because("waits loop on a deadline of the queue's clock and can be woken");

    @ArchTest
    static final ArchRule time_ofTheWallClock_isForbidden = noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .because("delays and timeouts use the queue's nanosecond clock");

    @ArchTest
    static final ArchRule threads_madeOutsideThreads_areForbidden = noClasses()
            .that()
            .doNotBelongToAnyOf(Threads.class)
            .should()
            .callConstructorWhere(target(owner(assignableTo(Thread.class))));

    @ArchTest
    static final ArchRule settings_fromSystemProperties_areForbidden = noClasses()
            .should()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class, String.class)
            .orShould()
            .callMethod(System.class, "getenv", String.class);

    // ---- state

    @ArchTest
    static final ArchRule staticFields_areFinal =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule staticFields_ofMutableTypes_areForbidden = noFields()
            .that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .areNotEnums()
            .should()
            .haveRawType(MUTABLE_HOLDERS);

    // ---- what is open

    @ArchTest
    static final ArchRule internalTypes_exceptAFew_arePackagePrivate = classes()
            .that()
            .resideInAPackage("io.jobqueue.internal..")
            .and()
            .areTopLevelClasses()
            .and(are(DescribedPredicate.<JavaClass>describe(
                    "not " + PUBLIC_IN_INTERNAL, type -> !PUBLIC_IN_INTERNAL.contains(type.getSimpleName()))))
            .should()
            .bePackagePrivate();

    @ArchTest
    static final ArchRule classes_withoutSubclasses_areFinal = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotAnonymousClasses()
            .and()
            .areNotAssignableTo(NonRetryableJobException.class) // users extend it
            .and(are(DescribedPredicate.<JavaClass>describe(
                    "without subclasses", type -> type.getSubclasses().isEmpty())))
            .should()
            .haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule exceptions_ofTheApi_haveOneBase = classes()
            .that()
            .areAssignableTo(Throwable.class)
            .and()
            .arePublic()
            .should()
            .beAssignableTo(JobQueueException.class);

    // ---- names and null

    @ArchTest
    static final ArchRule names_thatSayNothing_areForbidden = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Manager|Helper|Utils?)(\\$.*)?")
            .because("a name says what the class does");

    @ArchTest
    static final ArchRule packages_areNullMarked = classes().should(new ArchCondition<>("be in a null-marked package") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
            boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
            events.add(new SimpleConditionEvent(
                    type, marked, type.getPackageName() + " has no package-info with @NullMarked"));
        }
    });

    // ---- output

    @ArchTest
    static final ArchRule output_toStandardStreams_isForbidden = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule logging_byJavaUtilLogging_isForbidden = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
}
