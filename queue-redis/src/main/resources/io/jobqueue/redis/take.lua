-- Leases up to `max` ready jobs to one caller, oldest first.
-- Answers the jobs as id, body, state, ...; how many ids had no body and were dropped; whether the queue is paused;
-- whether to look again, because too many ids were those of jobs that are gone.
local TAKE_ROUNDS = 10

-- Without the ids that were left in the list when their jobs were deleted. The oldest are those.
local function live(ids)
  local marks = redis.call('HMGET', GONE, unpack(ids))
  local alive, left, skipped = {}, {}, 0
  for i, id in ipairs(ids) do
    local gone = left[id] or tonumber(marks[i] or 0)
    if gone > 0 then
      gone = gone - 1
      skipped = skipped + 1
    else
      alive[#alive + 1] = id
    end
    left[id] = gone
  end
  if skipped > 0 then
    for id, gone in pairs(left) do
      if gone > 0 then
        redis.call('HSET', GONE, id, gone)
      else
        redis.call('HDEL', GONE, id)
      end
    end
    redis.call('HINCRBY', META, 'gone', -skipped)
  end
  return alive
end

local function take(max, token, lease)
  local meta = redis.call('HMGET', META, 'paused', 'gone')
  if meta[1] then
    return {}, 0, true, false
  end
  local any_gone = tonumber(meta[2] or 0) > 0
  local any_state = redis.call('EXISTS', STATE) == 1
  local lease_end = micros(now + lease)
  local jobs, leases, lost, count, drained = {}, {}, 0, 0, false
  for round = 1, TAKE_ROUNDS do
    local wanted = max - count
    local ids = redis.call('LRANGE', READY, 0, wanted - 1)
    local found = #ids
    if found > 0 then
      redis.call('LTRIM', READY, found, -1)
      if any_gone then
        ids = live(ids)
      end
    end
    if #ids > 0 then
      local bodies = redis.call('HMGET', BODY, unpack(ids))
      local states = any_state and redis.call('HMGET', STATE, unpack(ids)) or {}
      for i, id in ipairs(ids) do
        if bodies[i] then
          count = count + 1
          leases[2 * count - 1] = lease_end
          leases[2 * count] = id .. ':' .. token .. count
          jobs[3 * count - 2] = id
          jobs[3 * count - 1] = bodies[i]
          jobs[3 * count] = states[i] or ''
        else
          lost = lost + 1
        end
      end
    end
    if found < wanted then
      drained = true
      if any_gone then
        redis.call('DEL', GONE)
        redis.call('HDEL', META, 'gone')
      end
      break
    end
    if count == max then
      break
    end
  end
  if count > 0 then
    redis.call('ZADD', LEASE, unpack(leases))
  end
  if lost > 0 then
    redis.call('HINCRBY', META, 'lost', lost)
  end
  return jobs, lost, false, count < max and not drained
end

-- How long until a delayed job is due or a lease runs out; -1 for never.
local function until_next()
  local next = math.huge
  for _, key in ipairs({DELAYED, LEASE}) do
    local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
    if first[2] then
      next = math.min(next, tonumber(first[2]))
    end
  end
  return next == math.huge and -1 or math.max(0, next - now)
end

-- Takes jobs and appends to the answer: now, time until the next job, lost ids, flags (1 look again, 2 paused), jobs.
local function take_into(answer, max, token, lease)
  local jobs, lost, paused, again = take(max, token, lease)
  local full = #jobs == 3 * max
  answer[#answer + 1] = now
  answer[#answer + 1] = full and 0 or until_next()
  answer[#answer + 1] = lost
  answer[#answer + 1] = (again and 1 or 0) + (paused and 2 or 0)
  for i = 1, #jobs do
    answer[#answer + 1] = jobs[i]
  end
  if full and redis.call('EXISTS', READY) == 1 then
    wake()
  end
  return answer
end
