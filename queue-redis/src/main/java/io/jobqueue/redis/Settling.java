package io.jobqueue.redis;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ends and extends claims, in portions that a script may take. Any thread. */
final class Settling {

    private static final int PORTION = 500;
    private static final byte[] RETRY = Bytes.of("R");
    private static final byte[] RELEASE = Bytes.of("L");
    private static final byte[] BURY = Bytes.of("B");
    private static final byte[] NONE = Bytes.of("-");

    private final Link link;
    private final byte[] lease;
    private final byte[] deadAge;
    private final byte[] deadLimit;

    Settling(Link link, Settings settings) {
        this.link = link;
        this.lease = Bytes.micros(settings.lease());
        this.deadAge = Bytes.micros(settings.deadAge());
        this.deadLimit = Bytes.of(settings.deadLimit());
    }

    List<SettleResult> settle(List<Settlement> settlements) {
        return inPortions(settlements, this::settlePortion);
    }

    List<SettleResult> extend(List<Claim> claims) {
        return inPortions(claims, this::extendPortion);
    }

    private static <T> List<SettleResult> inPortions(List<T> entries, Function<List<T>, List<SettleResult>> call) {
        if (entries.size() <= PORTION) {
            return entries.isEmpty() ? List.of() : call.apply(entries);
        }
        List<SettleResult> results = new ArrayList<>(entries.size());
        for (int from = 0; from < entries.size(); from += PORTION) {
            results.addAll(call.apply(entries.subList(from, Math.min(from + PORTION, entries.size()))));
        }
        return results;
    }

    private List<SettleResult> settlePortion(List<Settlement> settlements) {
        List<byte[]> arguments = new ArrayList<>(2 * settlements.size() + 3);
        arguments.add(deadAge);
        arguments.add(deadLimit);
        addClaims(arguments, settlements, Settlement::claim);
        for (int i = 0; i < settlements.size(); i++) {
            addChange(arguments, i + 1, settlements.get(i));
        }
        return results(link.call(Script.SETTLE, arguments.toArray(byte[][]::new)), settlements.size());
    }

    private List<SettleResult> extendPortion(List<Claim> claims) {
        List<byte[]> arguments = new ArrayList<>(2 * claims.size() + 2);
        arguments.add(lease);
        addClaims(arguments, claims, claim -> claim);
        return results(link.call(Script.EXTEND, arguments.toArray(byte[][]::new)), claims.size());
    }

    private static <T> void addClaims(List<byte[]> arguments, List<T> entries, Function<T, Claim> claimOf) {
        arguments.add(Bytes.of(entries.size()));
        for (T entry : entries) {
            arguments.add(member(claimOf.apply(entry)));
        }
        for (T entry : entries) {
            arguments.add(Bytes.of(claimOf.apply(entry).jobId()));
        }
    }

    /** The member of the set of leases. A token that cannot be one of ours must not look like part of an id. */
    private static byte[] member(Claim claim) {
        return Bytes.of(claim.jobId() + ':' + claim.token().replace(':', '?'));
    }

    private static void addChange(List<byte[]> arguments, int place, Settlement settlement) {
        Action action = settlement.action();
        if (action == Action.COMPLETE || action == Action.CANCEL) {
            return;
        }
        Duration left = settlement.timeLeft();
        arguments.add(Bytes.of(place));
        arguments.add(action == Action.RETRY ? RETRY : action == Action.RELEASE ? RELEASE : BURY);
        arguments.add(Bytes.micros(settlement.delay()));
        arguments.add(left == null ? NONE : Bytes.micros(left));
        arguments.add(optional(settlement.reason()));
        arguments.add(optional(settlement.error()));
    }

    private static List<SettleResult> results(byte[] answers, int claims) {
        if (answers.length == 0) {
            return Collections.nCopies(claims, SettleResult.OK);
        }
        List<SettleResult> results = new ArrayList<>(claims);
        for (byte answer : answers) {
            results.add(result(answer));
        }
        return results;
    }

    private static byte[] optional(@Nullable String text) {
        return text == null ? Bytes.EMPTY : Bytes.of('=' + text);
    }

    private static SettleResult result(byte answer) {
        return switch (answer) {
            case 'O' -> SettleResult.OK;
            case 'S' -> SettleResult.STALE;
            default -> SettleResult.GONE;
        };
    }
}
