package io.jobqueue.bench.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The cells of one group, by subject, and how ours compares with the peers. */
public final class GroupResult {

    /** Subjects whose name begins with this are ours, all others are peers. */
    public static final String OURS = "jobqueue";

    /** Subjects whose name begins with this show how far down one could go at all; they do not compete. */
    public static final String FLOOR = "floor-";

    private final Group group;
    private final Map<String, Cell> cells = new LinkedHashMap<>();

    public GroupResult(Group group) {
        this.group = group;
        group.subjects().forEach(subject -> cells.put(subject, new Cell()));
    }

    public Group group() {
        return group;
    }

    public Map<String, Cell> cells() {
        return cells;
    }

    public Cell cell(String subject) {
        Cell cell = cells.get(subject);
        if (cell == null) {
            throw new IllegalArgumentException("subject: '" + subject + "' is not in group '" + group.name() + "'");
        }
        return cell;
    }

    public static boolean isOurs(String subject) {
        return subject.startsWith(OURS);
    }

    /** Our best subject's name; empty if none of ours has a result. */
    public Optional<String> ours() {
        return best(true);
    }

    public Optional<String> bestPeer() {
        return best(false);
    }

    /**
     * Our speed divided by the best peer's; 0 if we took part and dropped out, empty if there is nothing to compare.
     */
    public Optional<Double> advantage() {
        Optional<String> peer = bestPeer();
        boolean tookPart = cells.keySet().stream().anyMatch(GroupResult::isOurs);
        if (!tookPart || peer.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ours().map(ours -> group.decisive().advantage(median(ours), median(peer.get())))
                .orElse(0.0));
    }

    private double median(String subject) {
        return cell(subject).stats(group.decisive()).median();
    }

    private Optional<String> best(boolean ours) {
        return cells.keySet().stream()
                .filter(subject ->
                        isOurs(subject) == ours && !subject.startsWith(FLOOR) && !Double.isNaN(median(subject)))
                .reduce((one, other) -> group.decisive().advantage(median(other), median(one)) > 1 ? other : one);
    }
}
