package io.jobqueue.redis;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Ends and extends claims, in portions that a script may take. Any thread. */
final class Settling {

    private static final int PORTION = 500;
    private static final byte[] COMPLETE = Bytes.of("C");
    private static final byte[] RETRY = Bytes.of("R");
    private static final byte[] RELEASE = Bytes.of("L");
    private static final byte[] BURY = Bytes.of("B");
    private static final byte[] NONE = Bytes.of("-");

    private final Link link;
    private final Settings settings;

    Settling(Link link, Settings settings) {
        this.link = link;
        this.settings = settings;
    }

    List<SettleResult> settle(List<Settlement> settlements) {
        List<byte[]> head = List.of(Bytes.micros(settings.deadAge()), Bytes.of(settings.deadLimit()));
        return inPortions(Script.SETTLE, head, settlements, Settling::addSettlement);
    }

    List<SettleResult> extend(List<Claim> claims) {
        return inPortions(Script.EXTEND, List.of(Bytes.micros(settings.lease())), claims, Settling::addClaim);
    }

    private <T> List<SettleResult> inPortions(
            Script<byte[]> script, List<byte[]> head, List<T> entries, BiConsumer<List<byte[]>, T> writer) {
        List<SettleResult> results = new ArrayList<>(entries.size());
        for (int from = 0; from < entries.size(); from += PORTION) {
            List<T> portion = entries.subList(from, Math.min(from + PORTION, entries.size()));
            List<byte[]> arguments = new ArrayList<>(head.size() + 3 * portion.size());
            arguments.addAll(head);
            portion.forEach(entry -> writer.accept(arguments, entry));
            byte[] answers = link.call(script, arguments.toArray(byte[][]::new));
            for (byte answer : answers) {
                results.add(result(answer));
            }
        }
        return results;
    }

    private static void addClaim(List<byte[]> arguments, Claim claim) {
        arguments.add(member(claim));
        arguments.add(Bytes.of(claim.jobId()));
    }

    /** The member of the set of leases. A token that cannot be one of ours must not look like part of an id. */
    private static byte[] member(Claim claim) {
        return Bytes.of(claim.jobId() + ':' + claim.token().replace(':', '?'));
    }

    private static void addSettlement(List<byte[]> arguments, Settlement settlement) {
        addClaim(arguments, settlement.claim());
        Action action = settlement.action();
        if (action == Action.COMPLETE || action == Action.CANCEL) {
            arguments.add(COMPLETE);
            return;
        }
        Duration left = settlement.timeLeft();
        arguments.add(action == Action.RETRY ? RETRY : action == Action.RELEASE ? RELEASE : BURY);
        arguments.add(Bytes.micros(settlement.delay()));
        arguments.add(left == null ? NONE : Bytes.micros(left));
        arguments.add(optional(settlement.reason()));
        arguments.add(optional(settlement.error()));
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
