package io.jobqueue.bench.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code redis-benchmark} reaches with the commands of the subjects: how much the server itself could do. */
final class RedisBenchmarkTool {

    private static final int REQUESTS = 100_000;
    private static final Pattern RATE = Pattern.compile("([\\d.]+) requests per second");

    private RedisBenchmarkTool() {}

    /** A table, or why there is none. */
    static String table(int port) {
        StringBuilder table = new StringBuilder(
                "### redis-benchmark, 200 bytes, 50 connections\n\n| command | requests/s, -P 16 |\n| --- | --- |\n");
        try {
            for (Map.Entry<String, List<String>> command : commands().entrySet()) {
                table.append("| ")
                        .append(command.getKey())
                        .append(" | ")
                        .append(rate(port, command.getValue()))
                        .append(" |\n");
            }
            return table.toString();
        } catch (IOException notThere) {
            return "redis-benchmark: " + notThere.getMessage() + "\n";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "redis-benchmark: interrupted\n";
        }
    }

    /** In this order: what one puts in, the next takes out. */
    private static Map<String, List<String>> commands() {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        String list = Keys.text("tool-list");
        String running = Keys.text("tool-running");
        String stream = Keys.text("tool-stream");
        String body = "x".repeat(Ledger.PAYLOAD_BYTES);
        commands.put("RPUSH", List.of("RPUSH", list, body));
        commands.put("LMOVE", List.of("LMOVE", list, running, "LEFT", "RIGHT"));
        commands.put("LREM", List.of("LREM", running, "1", body));
        commands.put("XADD", List.of("XADD", stream, "*", "j", body));
        commands.put("EVAL of RPUSH and LPOP", List.of("EVAL", script(), "1", list, body));
        return commands;
    }

    private static String script() {
        return "redis.call('RPUSH', KEYS[1], ARGV[1]) return redis.call('LPOP', KEYS[1])";
    }

    private static String rate(int port, List<String> command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("redis-benchmark", "-p", String.valueOf(port)));
        line.addAll(List.of("-n", String.valueOf(REQUESTS), "-P", "16", "-q"));
        line.addAll(command);
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String rate = "–";
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String text = output.readLine(); text != null; text = output.readLine()) {
                Matcher matcher = RATE.matcher(text);
                while (matcher.find()) {
                    rate = matcher.group(1);
                }
            }
        }
        process.waitFor(10, TimeUnit.SECONDS);
        return rate;
    }
}
