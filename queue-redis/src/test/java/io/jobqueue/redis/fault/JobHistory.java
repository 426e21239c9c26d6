package io.jobqueue.redis.fault;

import io.jobqueue.redis.fault.Event.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one job, as its nodes saw it, against the rules.
 *
 * <p>Nobody outside the server knows when a script ran, only that it did between the beginning of the call and its answer. So
 * each rule speaks of what is certain: a claim is alive at least from its answer until a lease after it, or its last renewal,
 * was <em>sent</em>; it is over at the latest a lease after that was <em>answered</em>.
 */
final class JobHistory {

    /** How far the server's clock may run away from ours within a lease. */
    private static final long CLOCK_TOLERANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Set<String> FINISHES = Set.of("COMPLETE", "CANCEL");
    private static final Set<Kind> SUCCESSES = EnumSet.of(Kind.SETTLED, Kind.EXTENDED);

    private final String id;
    private final List<Event> events;
    private final String places;
    private final List<String> violations = new ArrayList<>();

    /**
     * Describes a job.
     *
     * @param events in any order
     * @param places where the server holds the job at the end, one letter each; empty for nowhere
     */
    JobHistory(String id, List<Event> events, String places) {
        this.id = id;
        this.events = events.stream()
                .sorted(Comparator.comparingLong(Event::answered))
                .toList();
        this.places = places;
    }

    // ---- what became of it

    boolean isAccepted() {
        return of(Kind.ACCEPTED).findAny().isPresent()
                || of(Kind.DUPLICATE).findAny().isPresent();
    }

    /** How often the end of the job was settled. */
    long ends() {
        return ended().count();
    }

    /** Its end was sent, and nobody heard whether it arrived. */
    boolean mayHaveEnded() {
        return of(Kind.SETTLING).anyMatch(event -> FINISHES.contains(event.detail()));
    }

    boolean isStored() {
        return !places.isEmpty();
    }

    boolean isLost() {
        return isAccepted() && ends() == 0 && !mayHaveEnded() && !isStored();
    }

    /**
     * It ended before its enqueue was answered. If the connection broke meanwhile, the client has sent the enqueue again, and
     * the server, which no longer knew the job, has stored it a second time. That is what "at least once" means for producers.
     */
    boolean mayHaveTwoLives() {
        return ended().findFirst()
                .map(end -> events.stream()
                        .filter(event ->
                                event.kind() == Kind.ACCEPTED || event.detail().equals("ENQUEUE"))
                        .anyMatch(enqueue -> enqueue.answered() > end.answered()))
                .orElse(false);
    }

    long fencedOff() {
        return of(Kind.FENCED).count();
    }

    // ---- the rules

    /**
     * What was broken.
     *
     * @param clockWasMoved whether nobody can say when leases were over
     */
    List<String> violations(boolean clockWasMoved) {
        if (isLost()) {
            violations.add("is lost: it was accepted, never ended, and is not stored");
        }
        if (places.length() > 1) {
            violations.add("is stored in more than one place: " + places);
        }
        long lives = mayHaveTwoLives() ? 2 : 1;
        if (ends() >= lives && isStored()) {
            violations.add("has ended and is stored: " + places);
        }
        if (ends() > lives) {
            violations.add("has ended " + ends() + " times");
        }
        checkTokens();
        checkNothingAfterTheEnd(lives);
        checkFences(clockWasMoved);
        if (!clockWasMoved) {
            checkLiveClaims();
        }
        return violations;
    }

    private void checkTokens() {
        long tokens = of(Kind.CLAIMED).map(Event::token).distinct().count();
        if (tokens != of(Kind.CLAIMED).count()) {
            violations.add("was claimed twice with the same token");
        }
    }

    private void checkNothingAfterTheEnd(long lives) {
        ended().skip(lives - 1)
                .findFirst()
                .ifPresent(end -> of(Kind.CLAIMED)
                        .filter(claim -> claim.sent() > end.answered())
                        .forEach(claim -> violations.add("was claimed with " + claim.token() + " after its end")));
    }

    /** No write with a token that somebody else's claim, or time, has made void. */
    private void checkFences(boolean clockWasMoved) {
        events.stream().filter(event -> SUCCESSES.contains(event.kind())).forEach(write -> {
            Event claim = claimOf(write.token());
            if (claim == null) {
                violations.add(write.kind() + " with the token " + write.token() + ", which nobody was given");
                return;
            }
            of(Kind.CLAIMED)
                    .filter(later -> later.sent() > claim.answered() && later.answered() < write.sent())
                    .forEach(later -> violations.add(write.kind() + " with " + write.token() + " was accepted after "
                            + later.token() + " was given away"));
            if (!clockWasMoved && write.sent() > latestEnd(claim, write)) {
                violations.add(write.kind() + " with " + write.token() + " was accepted after the lease");
            }
        });
    }

    /** When the lease is over whatever happened; endless if a renewal may have been on its way. */
    private long latestEnd(Event claim, Event before) {
        boolean inDoubt = of(Kind.IN_DOUBT)
                .anyMatch(event -> event.detail().equals("EXTEND")
                        && event.token().equals(claim.token())
                        && event.sent() < before.answered());
        if (inDoubt) {
            return Long.MAX_VALUE;
        }
        long since = renewals(claim)
                .filter(renewal -> renewal.answered() <= before.sent())
                .mapToLong(Event::answered)
                .reduce(claim.answered(), Math::max);
        return since + leaseNanos(claim) + CLOCK_TOLERANCE_NANOS;
    }

    private void checkLiveClaims() {
        List<Event> claims = of(Kind.CLAIMED).toList();
        for (Event claim : claims) {
            long end = certainEnd(claim);
            claims.stream()
                    .filter(other -> other != claim && other.answered() >= claim.answered())
                    .filter(other -> other.answered() < Math.min(end, certainEnd(other)))
                    .forEach(other ->
                            violations.add("had two live tokens at once: " + claim.token() + " and " + other.token()));
            of(Kind.FENCED)
                    .filter(answer -> answer.token().equals(claim.token()) && answer.answered() < end)
                    .forEach(answer -> violations.add(
                            "was refused with the live token " + claim.token() + " (" + answer.detail() + ")"));
        }
    }

    /** Until when a claim is certainly alive. */
    private long certainEnd(Event claim) {
        long lease = renewals(claim).mapToLong(Event::sent).reduce(claim.sent(), Math::max) + leaseNanos(claim);
        long settling = of(Kind.SETTLING)
                .filter(event -> event.token().equals(claim.token()))
                .mapToLong(Event::sent)
                .min()
                .orElse(Long.MAX_VALUE);
        return Math.min(lease - CLOCK_TOLERANCE_NANOS, settling);
    }

    // ---- parts

    private Stream<Event> of(Kind kind) {
        return events.stream().filter(event -> event.kind() == kind);
    }

    private Stream<Event> ended() {
        return of(Kind.SETTLED).filter(event -> FINISHES.contains(event.detail()));
    }

    private static long leaseNanos(Event claim) {
        return Duration.parse(claim.detail()).toNanos();
    }

    private Stream<Event> renewals(Event claim) {
        return of(Kind.EXTENDED).filter(event -> event.token().equals(claim.token()));
    }

    private @Nullable Event claimOf(String token) {
        return of(Kind.CLAIMED)
                .filter(event -> event.token().equals(token))
                .findFirst()
                .orElse(null);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("job " + id + ", stored: '" + places + "'");
        long begin = events.isEmpty() ? 0 : events.get(0).sent();
        for (Event event : events) {
            text.append(String.format(
                    "%n    %9.1f - %9.1f ms  %-10s %-9s %s %s",
                    (event.sent() - begin) / 1e6,
                    (event.answered() - begin) / 1e6,
                    event.node(),
                    event.kind(),
                    event.token(),
                    event.detail()));
        }
        return text.toString();
    }
}
