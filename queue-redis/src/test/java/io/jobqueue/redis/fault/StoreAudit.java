package io.jobqueue.redis.fault;

import io.jobqueue.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a server holds each job of a queue, looked at in one step: a job must be in exactly one place, and with it its record.
 *
 * @param places the places of each job: W waiting, D delayed, R one lease, X dead
 * @param problems what must never be, at no moment
 */
record StoreAudit(Map<String, String> places, List<String> problems) {

    private static final String LOOK = """
            local answer, gone = {}, {}
            local marks = redis.call('HGETALL', KEYS[4])
            for i = 1, #marks, 2 do gone[marks[i]] = tonumber(marks[i + 1]) end
            local function add(place, id) answer[#answer + 1] = place; answer[#answer + 1] = id end
            for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
              if (gone[id] or 0) > 0 then gone[id] = gone[id] - 1 else add('W', id) end
            end
            for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do add('D', id) end
            for _, member in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
              local id = string.match(member, '^(.*):[^:]+$')
              if id then add('R', id) end
            end
            for _, id in ipairs(redis.call('ZRANGE', KEYS[5], 0, -1)) do add('X', id) end
            for _, id in ipairs(redis.call('HKEYS', KEYS[6])) do add('B', id) end
            return answer
            """;

    /** A server to look at. */
    @FunctionalInterface
    interface Look {

        StoreAudit at(String queue);
    }

    /** Looks into a server, which must hold the queue. */
    static Look on(RedisServer server) {
        return queue -> of(server.port(), queue);
    }

    static StoreAudit of(int port, String queue) {
        RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            String[] keys = Stream.of("ready", "delayed", "lease", "gone", "dead", "body")
                    .map(name -> "{jobqueue:" + queue + "}:" + name)
                    .toArray(String[]::new);
            List<String> answer = connection.sync().eval(LOOK, ScriptOutputType.MULTI, keys);
            return read(answer);
        } finally {
            client.shutdown();
        }
    }

    /** What it says of other jobs. */
    StoreAudit without(Set<String> ids) {
        Map<String, String> others = new HashMap<>(places);
        others.keySet().removeAll(ids);
        return new StoreAudit(others, problems);
    }

    private static StoreAudit read(List<String> answer) {
        Map<String, String> places = new HashMap<>();
        Map<String, String> records = new HashMap<>();
        for (int i = 0; i < answer.size(); i += 2) {
            Map<String, String> map = answer.get(i).equals("B") ? records : places;
            map.merge(answer.get(i + 1), answer.get(i), String::concat);
        }
        List<String> problems = new ArrayList<>();
        places.forEach((id, where) -> {
            if (where.length() > 1) {
                problems.add("job " + id + " is in several places: " + where);
            }
            if (!records.containsKey(id)) {
                problems.add("job " + id + " is in " + where + " without a record");
            }
        });
        records.forEach((id, record) -> {
            if (!places.containsKey(id)) {
                problems.add("job " + id + " has a record and is in no place");
            }
        });
        return new StoreAudit(places, problems);
    }
}
