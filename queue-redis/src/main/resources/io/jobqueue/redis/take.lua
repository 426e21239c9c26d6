-- Leases ready jobs to one caller, oldest first.

-- How often a script looks for more when it found ids of jobs that are gone.
local ROUNDS = 10

-- Tokens end in two of these, which are put together faster than numbers are printed: 400 jobs at most.
local LETTERS = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't'}

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

-- Leases the first jobs of a list to one caller; the last letters of their tokens begin after those of `count` others.
local function lease_to(ids, jobs, token, lease, count)
  local leases, lease_end = {}, micros(now + lease)
  local high, low = math.floor((count or 0) / 20) + 1, (count or 0) % 20 + 1
  for i = 1, jobs do
    leases[2 * i - 1] = lease_end
    leases[2 * i] = ids[i] .. ':' .. token .. LETTERS[high] .. LETTERS[low]
    low = low + 1
    if low > 20 then
      low = 1
      high = high + 1
    end
  end
  redis.call('ZADD', LEASE, unpack(leases, 1, 2 * jobs))
end

-- Whether the queue has none of what most queues seldom have: delayed jobs, states, marks of its own. One call in place of three.
local function is_plain()
  return redis.call('EXISTS', DELAYED, STATE, META) == 0
end

-- When the first delayed job becomes due, or the first lease ends.
local function first_time(sorted_set)
  return tonumber(redis.call('ZRANGE', sorted_set, 0, 0, 'WITHSCORES')[2] or math.huge)
end

-- The jobs of some ids: ids, bodies and states in three tables, and how many ids had no body. Nearly always none, and then the
-- tables are those that came from Redis.
local function load(ids, with_states)
  local bodies = redis.call('HMGET', BODY, unpack(ids))
  local states = with_states and redis.call('HMGET', STATE, unpack(ids)) or {}
  for i = 1, #ids do
    if not bodies[i] then
      local found = {ids = {}, bodies = {}, states = {}}
      for j, id in ipairs(ids) do
        if bodies[j] then
          found.ids[#found.ids + 1] = id
          found.bodies[#found.bodies + 1] = bodies[j]
          found.states[#found.states + 1] = states[j]
        end
      end
      return found.ids, found.bodies, found.states, #ids - #found.ids
    end
  end
  return ids, bodies, states, 0
end

local function append(to, from)
  for i = 1, #from do
    to[#to + 1] = from[i]
  end
end

-- Takes up to `max` jobs and appends to the answer: now; time until a job becomes due or a lease ends, or -1; how many ids had
-- no body and were dropped; flags: 1 look again, 2 paused; the ids, the bodies, the states (empty if no job has one). `plain`
-- and `first_end` are what is_plain() and the first lease's end are before. Returns how many.
local function take_into(answer, max, token, lease, plain, first_end)
  local meta = plain and {} or redis.call('HMGET', META, 'paused', 'gone')
  local with_states = not plain and redis.call('EXISTS', STATE) == 1
  local all_ids, all_bodies, all_states = {}, {}, {}
  local count, lost, drained = 0, 0, meta[1]
  for round = 1, drained and 0 or ROUNDS do
    local wanted = max - count
    local ids = redis.call('LPOP', READY, wanted) or {}
    local listed, missing, bodies, states = #ids, 0, nil, nil
    if listed > 0 and meta[2] then
      ids = live(ids)
    end
    if #ids > 0 then
      ids, bodies, states, missing = load(ids, with_states)
      lost = lost + missing
      if #ids > 0 then
        lease_to(ids, #ids, token, lease, count)
        count = count + #ids
      end
      if #all_ids == 0 then
        all_ids, all_bodies, all_states = ids, bodies, states
      else
        append(all_ids, ids)
        append(all_bodies, bodies)
        append(all_states, states)
      end
    end
    if listed < wanted then
      drained = true
      if meta[2] then
        redis.call('DEL', GONE)
        redis.call('HDEL', META, 'gone')
      end
    end
    if drained or count == max then
      break
    end
  end
  if lost > 0 then
    redis.call('HINCRBY', META, 'lost', lost)
  end

  local next = math.min(first_end, count > 0 and now + lease or math.huge, plain and math.huge or first_time(DELAYED))
  append(answer, {
    now,
    not drained and 0 or next == math.huge and -1 or math.max(0, next - now),
    lost,
    (drained and 0 or 1) + (meta[1] and 2 or 0),
    all_ids,
    all_bodies,
    all_states,
  })
  if not drained and redis.call('EXISTS', READY) == 1 then
    wake()
  elseif drained and not meta[1] then
    redis.call('DEL', WAKE) -- who took it would find nothing; the caller learns when the next job is due
  end
  return count
end
