package io.jobqueue.sample;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/**
 * The pictures this application knows, oldest first, and which of them changed since a version. Every method may be called
 * from any thread.
 */
@Component
final class PictureRegistry {

    private final Lock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private long version;
    private long removalVersion;

    private record Entry(Picture picture, long version) {}

    /**
     * What happened since a version.
     *
     * @param version to ask with the next time
     * @param complete whether the list holds all pictures there are, rather than the changed ones
     * @param pictures in the order they came
     */
    record Changes(long version, boolean complete, List<Picture> pictures) {}

    /** Adds pictures, all or none: if they would be more than the limit, it answers false. */
    boolean addAll(List<Picture> pictures, int limit) {
        lock.lock();
        try {
            if (entries.size() + pictures.size() > limit) {
                return false;
            }
            pictures.forEach(picture -> entries.put(picture.id(), new Entry(picture, ++version)));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Changes a picture; does nothing if it is not known. */
    void update(String id, UnaryOperator<Picture> change) {
        lock.lock();
        try {
            entries.computeIfPresent(id, (key, entry) -> new Entry(change.apply(entry.picture()), ++version));
        } finally {
            lock.unlock();
        }
    }

    Optional<Picture> find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(entries.get(id)).map(Entry::picture);
        } finally {
            lock.unlock();
        }
    }

    List<Picture> all() {
        return changesSince(-1).pictures();
    }

    /** Forgets the pictures that are done or failed, and returns them. */
    List<Picture> removeEnded() {
        lock.lock();
        try {
            List<Picture> ended = entries.values().stream()
                    .map(Entry::picture)
                    .filter(picture -> picture.status().isEnded())
                    .toList();
            remove(ended);
            return ended;
        } finally {
            lock.unlock();
        }
    }

    void remove(List<Picture> pictures) {
        lock.lock();
        try {
            pictures.forEach(picture -> entries.remove(picture.id()));
            removalVersion = ++version;
        } finally {
            lock.unlock();
        }
    }

    /** What changed after a version of this registry; everything for a version before the last removal. */
    Changes changesSince(long since) {
        lock.lock();
        try {
            boolean complete = since < removalVersion || since < 0;
            List<Picture> changed = new ArrayList<>();
            for (Entry entry : entries.values()) {
                if (complete || entry.version() > since) {
                    changed.add(entry.picture());
                }
            }
            return new Changes(version, complete, changed);
        } finally {
            lock.unlock();
        }
    }
}
