package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the script that stores does with a call that arrives twice, and with ids that are known. */
class EnqueueCallTest {

    private static final long NOW = 1_700_000_000_000_000L;

    private final String queue = SharedServer.newQueue();
    private final RedisBackend backend = SharedServer.backend(queue).build();
    private final Settings settings = new Settings(
            "jobqueue",
            queue,
            Duration.ofSeconds(30),
            0,
            Duration.ofDays(1),
            10,
            Duration.ofSeconds(20),
            Settings.localHost());
    private final Link link = new Link(SharedServer.CONNECTIONS, settings);

    @AfterEach
    void stop() {
        backend.close();
        link.close();
    }

    private EnqueueRequest request(NewJob... jobs) {
        return new EnqueueRequest(List.of(jobs), NOW);
    }

    private static NewJob job(String id, String payload) {
        return new NewJob(
                JobRecord.of(id, "job", payload.getBytes(StandardCharsets.UTF_8), "text/plain"), Duration.ZERO);
    }

    /** Sends a call and returns the answers to its requests, one character per job; none if all were accepted. */
    private String send(EnqueueRequest... requests) {
        EnqueueCall call = new EnqueueCall(List.of(requests), settings);
        call.distribute(link.call(Script.ENQUEUE, call.arguments(null, true)));
        StringBuilder answers = new StringBuilder();
        Arrays.stream(requests)
                .forEach(request -> answers.append(new String(request.answers, StandardCharsets.US_ASCII)));
        return answers.toString();
    }

    private List<String> payloads() {
        return Jobs.claim(backend, 100).stream()
                .map(job -> Bytes.text(job.record().payload()))
                .toList();
    }

    @Test
    void send_sameCallTwice_storesOnceAndTellsTheSecondSo() {
        EnqueueRequest first = request(job("a", "1"), job("b", "2"));
        EnqueueRequest second = request(job("c", "3"));
        assertThat(send(first, second)).isEmpty();
        assertThat(send(first, second)).isEqualTo("SSS");
        assertThat(payloads()).containsExactly("1", "2", "3");
    }

    @Test
    void send_sameCallTwiceWhileItsJobRuns_doesNotMakeItReady() {
        EnqueueRequest request = request(job("a", "1"));
        send(request);
        List<ClaimedJob> running = Jobs.claim(backend, 1);
        assertThat(send(request)).isEqualTo("S");
        assertThat(payloads()).isEmpty();
        Jobs.complete(backend, running);
        assertThat(Jobs.counts(backend).running()).isZero();
    }

    @Test
    void send_equalJobOfAnotherSending_isADuplicate() {
        send(request(job("a", "1")));
        assertThat(send(request(job("a", "1")))).isEqualTo("D");
        assertThat(payloads()).containsExactly("1");
    }

    @Test
    void send_knownIdWithOtherPayload_keepsTheFirst() {
        send(request(job("a", "first")));
        assertThat(send(request(job("b", "2")), request(job("a", "second")))).isEqualTo("AD");
        assertThat(payloads()).containsExactly("first", "2");
    }

    @Test
    void send_idTwiceInOneCall_storesTheFirst() {
        assertThat(send(request(job("a", "first"), job("b", "2")), request(job("a", "second"))))
                .isEqualTo("AAD");
        assertThat(payloads()).containsExactly("first", "2");
    }

    @Test
    void send_moreThanFitOnLuasStack_storesAllInOrder() {
        NewJob[] jobs = Jobs.jobs(1_000).toArray(NewJob[]::new);
        EnqueueRequest request = request(jobs);
        assertThat(send(request)).isEmpty();
        assertThat(send(request)).isEqualTo("S".repeat(jobs.length));
        assertThat(Jobs.claimIds(backend, 2_000))
                .containsExactlyElementsOf(
                        Arrays.stream(jobs).map(job -> job.record().id()).toList());
    }
}
