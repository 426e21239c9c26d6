package io.jobqueue.sample;

import static org.hamcrest.Matchers.containsString;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.jobqueue.JobQueueException;
import io.jobqueue.QueueFullException;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

class ProblemsTest {

    private final MockMvc http = MockMvcBuilders.standaloneSetup(new Failing())
            .setControllerAdvice(new Problems("1MB", "2MB"))
            .build();

    @Test
    void queueOutOfReach_isUnavailableAndSaysWhatToDo() throws Exception {
        http.perform(get("/away"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(jsonPath("$.detail", containsString("try again in a moment")));
    }

    @Test
    void queueFull_isUnavailableAndSaysWhy() throws Exception {
        http.perform(get("/full"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(jsonPath("$.detail", containsString("there is no room")));
    }

    @RestController
    static class Failing {

        @GetMapping("/away")
        void away() {
            throw new JobQueueException("enqueue failed in Redis: no answer within 2000 ms");
        }

        @GetMapping("/full")
        void full() {
            throw new QueueFullException("there is no room");
        }
    }
}
