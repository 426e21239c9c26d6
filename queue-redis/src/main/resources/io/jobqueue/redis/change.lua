-- Changes one job by hand. Keys: all but nodes.
-- Arguments: requeue, delete or cancel; its id. Answer: 1 if it was done, else 0.
local action, id = ARGV[1], ARGV[2]
local place, lease, lease_end = place_of(id)
if not place then
  return 0
end

if action == 'requeue' then
  if place ~= 'X' then
    return 0
  end
  local body = redis.call('HGET', BODY, id)
  redis.call('ZREM', DEAD, id)
  redis.call('HDEL', STATE, id)
  redis.call('HDEL', WHY, 'r' .. id, 'e' .. id)
  redis.call('HSET', BODY, id, string.format('%016.0f', now) .. string.sub(body, 17))
  redis.call('RPUSH', READY, id)
  wake()
  return 1
end

if action == 'cancel' and place == 'X' or action == 'delete' and place == 'R' and lease_end > now then
  return 0
end
if place == 'X' then
  redis.call('ZREM', DEAD, id)
elseif place == 'D' then
  redis.call('ZREM', DELAYED, id)
elseif place == 'R' then
  redis.call('ZREM', LEASE, lease)
else
  leave_behind(id)
end
forget({id})
return 1
