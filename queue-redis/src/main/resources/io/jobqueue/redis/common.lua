-- Before every script: names for the keys, and the one clock, in microseconds.
-- A script passes the keys that it touches; they are always in this order.
local READY, BODY, STATE, LEASE, DELAYED, META, WAKE, GONE, DEAD, WHY, NODES = unpack(KEYS)

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local function micros(value)
  return string.format('%.0f', value)
end

-- Calls a command with any number of arguments, in portions that fit on Lua's stack; `step` arguments belong together.
local function call_all(command, key, args, step)
  local portion = 900 - 900 % step
  for first = 1, #args, portion do
    redis.call(command, key, unpack(args, first, math.min(first + portion - 1, #args)))
  end
end

-- What changes in the life of a job: attempts, recoveries, since when it is due, its deadline or '-'.
-- A job without an entry has no attempt and no recovery, and is due since it was enqueued.
local function parse_state(state)
  local attempts, recoveries, due, deadline = string.match(state or '', '^(%d+) (%d+) (%d+) (%S+)$')
  return tonumber(attempts or 0), tonumber(recoveries or 0), due, deadline or '-'
end

local function format_state(attempts, recoveries, due, deadline)
  return attempts .. ' ' .. recoveries .. ' ' .. due .. ' ' .. deadline
end

-- Lets one node that waits look for jobs. One token is enough: who finds more than it can take passes it on.
local function wake()
  if redis.call('RPUSH', WAKE, '1') > 1 then
    redis.call('LTRIM', WAKE, 0, 0)
  end
end

-- The job of a lease: what is before the last colon, because tokens have none. Nil for the sentinel.
local function job_of(member)
  return string.match(member, '^(.*):[^:]+$')
end
