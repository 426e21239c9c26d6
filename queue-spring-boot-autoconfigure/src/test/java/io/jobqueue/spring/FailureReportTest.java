package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.JobQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What a person reads on the console when an application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureReportTest {

    private static void start(Class<?> application, String... arguments) {
        SpringApplication app = new SpringApplication(application);
        app.setWebApplicationType(WebApplicationType.NONE);
        assertThatThrownBy(() -> app.run(arguments)).isNotNull();
    }

    @Test
    void report_badValue_namesPropertyValueAndRange(CapturedOutput output) {
        start(Application.class, "--job-queue.queues.mails.worker-count=-3");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("'-3'")
                .contains("job-queue.queues.mails.worker-count")
                .contains("must be between 0 and");
    }

    @Test
    void report_wrongHandler_saysWhatToChange(CapturedOutput output) {
        start(WrongHandler.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("queue 'nowhere', which does not exist; there are [default]")
                .contains("job-queue.queues.nowhere");
    }

    @Test
    void report_unknownQueueInField_namesQueuesThatExist(CapturedOutput output) {
        start(UnknownField.class, "--job-queue.queues.letters.worker-count=1");
        assertThat(output)
                .contains("The queue 'mails' is to be injected, which does not exist; there are [default, letters]")
                .contains("job-queue.queues.mails");
    }

    @Test
    void report_unknownQueueInConstructor_namesQueuesThatExist(CapturedOutput output) {
        start(UnknownParameter.class);
        assertThat(output).contains("The queue 'mails' is to be injected, which does not exist; there are [default]");
    }

    @Test
    void report_disabledButInjected_saysSo(CapturedOutput output) {
        start(UnknownParameter.class, "--job-queue.enabled=false");
        assertThat(output).contains("there is no queue at all").contains("job-queue.enabled");
    }

    @Test
    void report_otherMissingBean_isLeftToBoot(CapturedOutput output) {
        start(OtherMissing.class);
        assertThat(output)
                .contains("required a bean of type 'java.lang.StringBuilder'")
                .doesNotContain("to be injected");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(JobQueueAutoConfiguration.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(JobQueueAutoConfiguration.class)
    static class WrongHandler {
        @JobHandler(name = "lost", queue = "nowhere")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(JobQueueAutoConfiguration.class)
    static class UnknownField {
        @Autowired
        @Qualifier("mails")
        JobQueue queue;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(JobQueueAutoConfiguration.class)
    static class UnknownParameter {
        UnknownParameter(@Qualifier("mails") JobQueue queue) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(JobQueueAutoConfiguration.class)
    static class OtherMissing {
        OtherMissing(StringBuilder missing) {}
    }
}
