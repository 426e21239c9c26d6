package io.jobqueue.sample;

/** There is no room for more pictures. */
final class TooManyPicturesException extends RuntimeException {

    TooManyPicturesException(int added, int limit) {
        super(added + " more pictures would be more than the " + limit
                + " that are kept (pictures.limit); remove finished ones first");
    }
}
