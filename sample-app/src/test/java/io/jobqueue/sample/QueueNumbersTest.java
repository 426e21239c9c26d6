package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class QueueNumbersTest extends RunningApp {

    @Test
    void prometheus_afterSamplesSomeOfThemCorrupt_countsWhatTheApiShows() {
        double submitted = metric("job_queue_jobs_submitted_total", "");
        double succeeded = metric("job_queue_jobs_completed_total", "outcome=\"success\"");
        double failed = metric("job_queue_jobs_completed_total", "outcome=\"failure\"");
        double retried = metric("job_queue_jobs_retried_total", "");
        post("/api/samples?count=30&corrupt=3");
        await().atMost(SOON).untilAsserted(() -> assertThat(statuses()).isEqualTo(Map.of("done", 27L, "failed", 3L)));
        assertThat(metric("job_queue_jobs_submitted_total", "") - submitted).isEqualTo(30);
        assertThat(metric("job_queue_jobs_completed_total", "outcome=\"success\"") - succeeded)
                .isEqualTo(27);
        assertThat(metric("job_queue_jobs_completed_total", "outcome=\"failure\"") - failed)
                .isEqualTo(3);
        assertThat(metric("job_queue_jobs_retried_total", "") - retried).isEqualTo(6);
        assertThat(metric("job_queue_jobs_waiting", "")).isZero();
    }

    @Test
    void workerCount_changedByTheEndpoint_isTheNewLimitAtOnce() {
        assertThat(changeQueue("thumbnails", Map.of("workerCount", 5))
                        .getStatusCode()
                        .is2xxSuccessful())
                .isTrue();
        assertThat(metric("job_queue_workers_limit", "")).isEqualTo(5);
    }

    @Test
    void workerCount_zero_startsNothingUntilItGrows() {
        changeQueue("thumbnails", Map.of("workerCount", 0));
        post("/api/samples?count=4");
        assertThat(metric("job_queue_jobs_waiting", "")).isEqualTo(4);
        assertThat(statuses()).isEqualTo(Map.of("queued", 4L));
        changeQueue("thumbnails", Map.of("workerCount", 3));
        await().atMost(SOON).untilAsserted(() -> assertThat(statuses()).isEqualTo(Map.of("done", 4L)));
    }

    @Test
    void state_paused_startsNothingUntilResumed() {
        changeQueue("thumbnails", Map.of("state", "paused"));
        post("/api/samples?count=4");
        assertThat(statuses()).isEqualTo(Map.of("queued", 4L));
        changeQueue("thumbnails", Map.of("state", "running"));
        await().atMost(SOON).untilAsserted(() -> assertThat(statuses()).isEqualTo(Map.of("done", 4L)));
    }

    @Test
    void change_badValueOrUnknownQueue_isRefused() {
        assertThat(changeQueue("thumbnails", Map.of("workerCount", -1)).getStatusCode())
                .isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(changeQueue("unknown", Map.of("workerCount", 1)).getStatusCode())
                .isEqualTo(HttpStatus.NOT_FOUND);
    }

    /** The sum of a metric's series of the queue of thumbnails, as they are exported. */
    private double metric(String name, String label) {
        Pattern line = Pattern.compile("^" + name + "\\{([^}]*)} (\\S+)$", Pattern.MULTILINE);
        Matcher series = line.matcher(get("/actuator/prometheus").getBody());
        double sum = 0;
        int found = 0;
        while (series.find()) {
            if (series.group(1).contains("queue=\"thumbnails\"")
                    && series.group(1).contains(label)) {
                sum += Double.parseDouble(series.group(2));
                found++;
            }
        }
        // counters by job and outcome appear with the first job
        assertThat(found > 0 || name.endsWith("_total")).as(name).isTrue();
        return sum;
    }
}
