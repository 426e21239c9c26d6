package io.jobqueue.sample;

import io.jobqueue.JobQueueException;
import io.jobqueue.JobRejectedException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;

/** Answers errors that Spring does not know, or says less about; so it is asked before Spring's own. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class Problems {

    private final String sizes;

    Problems(
            @Value("${spring.servlet.multipart.max-file-size}") String file,
            @Value("${spring.servlet.multipart.max-request-size}") String request) {
        this.sizes = "a picture may have " + file + ", all pictures of one request " + request;
    }

    @ExceptionHandler
    ProblemDetail tooLarge(MaxUploadSizeExceededException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "The upload is too large: " + sizes);
    }

    @ExceptionHandler
    ProblemDetail unreadable(MultipartException e) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST,
                "The upload could not be read; send multipart/form-data with parts named 'file'");
    }

    @ExceptionHandler
    ProblemDetail tooMany(TooManyPicturesException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, e.getMessage());
    }

    /** The store of the jobs is away. The queue has logged it, and looks for it. */
    @ExceptionHandler
    ProblemDetail unreachable(JobQueueException e) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, "The queue cannot be reached just now; try again in a moment");
    }

    @ExceptionHandler
    ProblemDetail rejected(JobRejectedException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
    }
}
