package io.jobqueue.spring.actuate;

import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.WorkerNode;
import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The nodes that share a queue, and how far they are behind, as the backend sees it now.
 *
 * @param nodes those that were heard of lately; none if the backend is not shared
 * @param paused whether the queue is paused for all of them
 * @param waiting jobs ready to run
 * @param running jobs that nodes have claimed
 * @param oldestAgeSeconds how long the job at the head has been waiting
 */
public record NodeList(List<Node> nodes, boolean paused, long waiting, long running, double oldestAgeSeconds)
        implements OperationResponseBody {

    static NodeList of(QueueInspection inspection) {
        QueueCounts counts = inspection.counts();
        return new NodeList(
                inspection.nodes().stream().map(Node::of).toList(),
                inspection.isPaused(),
                counts.waiting(),
                counts.running(),
                Seconds.of(counts.oldestAge()));
    }

    /** A node. */
    public record Node(String id, String host, double lastSeenSeconds, long running) {

        static Node of(WorkerNode node) {
            return new Node(node.id(), node.host(), Seconds.of(node.lastSeen()), node.running());
        }
    }
}
