package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PictureRegistryTest {

    private final PictureRegistry registry = new PictureRegistry();

    @Test
    void changesSince_nothingSeenYet_isComplete() {
        registry.addAll(List.of(picture("a"), picture("b")), 10);
        PictureRegistry.Changes changes = registry.changesSince(-1);
        assertThat(changes.complete()).isTrue();
        assertThat(changes.pictures()).extracting(Picture::id).containsExactly("a", "b");
    }

    @Test
    void changesSince_oneChangedTwice_holdsItOnceAsItIs() {
        registry.addAll(List.of(picture("a"), picture("b")), 10);
        long seen = registry.changesSince(-1).version();
        registry.update("b", picture -> picture.running(1));
        registry.update("b", picture -> picture.done(1));
        PictureRegistry.Changes changes = registry.changesSince(seen);
        assertThat(changes.complete()).isFalse();
        assertThat(changes.pictures()).containsExactly(picture("b").done(1));
        assertThat(registry.changesSince(changes.version()).pictures()).isEmpty();
    }

    @Test
    void changesSince_somethingWasRemoved_isComplete() {
        registry.addAll(List.of(picture("a"), picture("b"), picture("c")), 10);
        registry.update("a", picture -> picture.done(1));
        registry.update("b", picture -> picture.failed(3, "damaged"));
        long seen = registry.changesSince(-1).version();
        assertThat(registry.removeEnded()).extracting(Picture::id).containsExactly("a", "b");
        PictureRegistry.Changes changes = registry.changesSince(seen);
        assertThat(changes.complete()).isTrue();
        assertThat(changes.pictures()).containsExactly(picture("c"));
        assertThat(registry.changesSince(changes.version()).complete()).isFalse();
    }

    @Test
    void addAll_overTheLimit_addsNone() {
        assertThat(registry.addAll(List.of(picture("a"), picture("b")), 3)).isTrue();
        assertThat(registry.addAll(List.of(picture("c"), picture("d")), 3)).isFalse();
        assertThat(registry.all()).extracting(Picture::id).containsExactly("a", "b");
    }

    @Test
    void update_unknownPicture_changesNothing() {
        registry.update("a", picture -> picture.done(1));
        assertThat(registry.all()).isEmpty();
        assertThat(registry.find("a")).isEmpty();
    }

    private static Picture picture(String id) {
        return new Picture(id, "a", id + ".png", null, Instant.EPOCH, PictureStatus.QUEUED, 0, null);
    }
}
