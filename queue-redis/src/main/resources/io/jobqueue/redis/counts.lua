-- How many jobs there are. Keys: all but nodes.
-- Answer: waiting, delayed, running, dead, how long the first has been due in microseconds.
local gone = tonumber(redis.call('HGET', META, 'gone') or 0)
local due = redis.call('ZCOUNT', DELAYED, '-inf', micros(now))
local waiting = redis.call('LLEN', READY) - gone
local running = redis.call('ZCOUNT', LEASE, '-inf', '(+inf')
local oldest = 0

for _, id in ipairs(redis.call('LRANGE', READY, 0, 99)) do
  local body = redis.call('HGET', BODY, id)
  if body and gone_entries(id) == 0 then
    local _, _, since = parse_state(redis.call('HGET', STATE, id))
    oldest = now - (tonumber(since or string.sub(body, 1, 16)) or now)
    break
  end
end
if due > 0 then
  oldest = math.max(oldest, now - tonumber(redis.call('ZRANGE', DELAYED, 0, 0, 'WITHSCORES')[2]))
end
return {waiting + due, redis.call('ZCARD', DELAYED) - due, running, redis.call('ZCARD', DEAD), oldest}
