-- Removes what some jobs have beside their bodies: those that were delayed, retried, released, taken over or buried.
local function forget_more(ids, first, last)
  if redis.call('EXISTS', STATE) == 0 then
    return
  end
  if redis.call('HDEL', STATE, unpack(ids, first, last)) > 0 and redis.call('EXISTS', WHY) == 1 then
    local fields = {}
    for i = first, last do
      fields[#fields + 1] = 'r' .. ids[i]
      fields[#fields + 1] = 'e' .. ids[i]
    end
    call_all('HDEL', WHY, fields, 1)
  end
end

-- Removes all that is known of jobs, which are in no list or set any more.
local function forget(ids)
  for first = 1, #ids, 500 do
    local last = math.min(first + 499, #ids)
    redis.call('HDEL', BODY, unpack(ids, first, last))
    forget_more(ids, first, last)
  end
end

-- Removes dead jobs that died too long ago or are too many, up to a hundred of each.
local function trim_dead(keep_micros, keep_count)
  local old = redis.call('ZRANGEBYSCORE', DEAD, '-inf', micros(now - keep_micros), 'LIMIT', 0, 100)
  local excess = math.min(100, redis.call('ZCARD', DEAD) - #old - keep_count)
  if excess > 0 then
    for _, id in ipairs(redis.call('ZRANGE', DEAD, #old, #old + excess - 1)) do
      old[#old + 1] = id
    end
  end
  if #old > 0 then
    redis.call('ZREM', DEAD, unpack(old))
    forget(old)
  end
end

-- Notes that the next entry of an id in the list of ready jobs is that of a job which is gone: to take it out of a long list
-- would hold up everybody.
local function leave_behind(id)
  redis.call('HINCRBY', GONE, id, 1)
  redis.call('HINCRBY', META, 'gone', 1)
end
