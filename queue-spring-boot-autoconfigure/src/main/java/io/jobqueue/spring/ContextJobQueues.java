package io.jobqueue.spring;

import io.jobqueue.JobQueue;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** The queues of one context, looked up on first use. Thread-safe. */
final class ContextJobQueues implements JobQueues {

    private final ListableBeanFactory beans;
    private final Map<String, Set<String>> handlers = new ConcurrentHashMap<>();
    private volatile @Nullable Map<String, JobQueue> queues;

    ContextJobQueues(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Optional<JobQueue> find(String name) {
        return Optional.ofNullable(queues().get(name));
    }

    @Override
    public Set<String> names() {
        return queues().keySet();
    }

    @Override
    public Set<String> handlers(String queue) {
        return Collections.unmodifiableSet(new TreeSet<>(handlers.getOrDefault(queue, Set.of())));
    }

    @Override
    public Iterator<JobQueue> iterator() {
        return queues().values().iterator();
    }

    /** The queue that an injection point without a qualifier gets; empty if there is none, or more than one. */
    Optional<JobQueue> findDefault() {
        return Optional.ofNullable(beans.getBeanProvider(JobQueue.class).getIfUnique());
    }

    void addHandler(String queue, String job) {
        handlers.computeIfAbsent(queue, name -> new ConcurrentSkipListSet<>()).add(job);
    }

    private Map<String, JobQueue> queues() {
        Map<String, JobQueue> found = queues;
        if (found == null) {
            found = Collections.unmodifiableMap(lookUp());
            queues = found;
        }
        return found;
    }

    private Map<String, JobQueue> lookUp() {
        Map<String, JobQueue> found = new TreeMap<>();
        Map<String, String> beanNames = new TreeMap<>();
        beans.getBeansOfType(JobQueue.class, false, true).forEach((beanName, queue) -> {
            JobQueue other = found.putIfAbsent(queue.name(), queue);
            if (other != null && other != queue) {
                throw InvalidJobQueueException.sameName(queue.name(), beanNames.get(queue.name()), beanName);
            }
            beanNames.putIfAbsent(queue.name(), beanName);
        });
        return found;
    }
}
