-- Stores the batches of several producers, and may claim for a worker of the same node that waits.
-- Keys: ready, body, state, lease, delayed, meta, wake, gone.
-- Arguments: the number of jobs; of delayed ones among them; capacity or 0; whether to wake a node
-- (1), or the caller is one that has room (0); for a claim how many at most (0 for none), the
-- lease, the beginning of the tokens; with a capacity, the number of batches and the size of each; then all ids; all records;
-- and for each delayed job its place among them and its delay in microseconds.
-- Answer: one character per job, A accepted, D duplicate, F no room for its batch, or nothing if all were accepted; now; after
-- it, with a claim, see take_into.
-- Atomic, because an id may be accepted only once and a batch whole or not at all.
local jobs, delays, capacity = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local has_to_wake, max, lease, token = ARGV[4] == '1', tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
local batches = capacity > 0 and tonumber(ARGV[8]) or 0
local ids = (capacity > 0 and 8 or 7) + batches
local records = ids + jobs
local PORTION = 400

-- Why a job is not stored: it is known (A if by the same sending, else D), or there is no room (F). Nil if it is stored.
local refusals = {}
for first = 1, jobs, PORTION do
  local last = math.min(first + PORTION - 1, jobs)
  local stored = redis.call('HMGET', BODY, unpack(ARGV, ids + first, ids + last))
  for i = first, last do
    local body = stored[i - first + 1]
    if body then
      -- The same sending may arrive twice; each has a mark in its record.
      refusals[i] = body == ARGV[records + i] and 'A' or 'D'
    end
  end
end

local known = {}
local function admit(first, last)
  for i = first, last do
    local id = ARGV[ids + i]
    if known[id] then
      refusals[i] = refusals[i] or 'D'
    elseif not refusals[i] then
      known[id] = true
    end
  end
end

local function count_new(first, last)
  local new, fresh = 0, {}
  for i = first, last do
    local id = ARGV[ids + i]
    if not refusals[i] and not known[id] and not fresh[id] then
      fresh[id] = true
      new = new + 1
    end
  end
  return new
end

if capacity > 0 then
  local gone = tonumber(redis.call('HGET', META, 'gone') or 0)
  local room = capacity - (redis.call('LLEN', READY) - gone) - redis.call('ZCARD', DELAYED)
  local first = 1
  for batch = 1, batches do
    local last = first + tonumber(ARGV[8 + batch]) - 1
    local new = count_new(first, last)
    if new > room then
      for i = first, last do
        refusals[i] = 'F'
      end
    else
      admit(first, last)
      room = room - new
    end
    first = last + 1
  end
else
  admit(1, jobs)
end

local delay_of = {}
for i = 1, delays do
  local at = records + jobs + 2 * i
  delay_of[tonumber(ARGV[at - 1])] = tonumber(ARGV[at])
end

local bodies, ready, delayed, states = {}, {}, {}, {}
local stored, due_now, earliest = 0, 0, math.huge
for i = 1, jobs do
  if not refusals[i] then
    local id = ARGV[ids + i]
    bodies[stored + 1] = id
    bodies[stored + 2] = ARGV[records + i]
    stored = stored + 2
    local delay = delay_of[i]
    if delay then
      local due = micros(now + delay)
      earliest = math.min(earliest, now + delay)
      delayed[#delayed + 1] = due
      delayed[#delayed + 1] = id
      states[#states + 1] = id
      states[#states + 1] = format_state(0, 0, due, '-')
    else
      due_now = due_now + 1
      ready[due_now] = id
    end
  end
end

local is_first = false
call_all('HSET', BODY, bodies, 2)
if due_now > 0 then
  is_first = redis.call('EXISTS', READY) == 0
  call_all('RPUSH', READY, ready, 1)
end
if #delayed > 0 then
  local head = redis.call('ZRANGE', DELAYED, 0, 0, 'WITHSCORES')
  is_first = is_first or not head[2] or earliest < tonumber(head[2])
  call_all('HSET', STATE, states, 2)
  call_all('ZADD', DELAYED, delayed, 2)
end

local answer = {'', now}
if stored < 2 * jobs then
  for i = 1, jobs do
    refusals[i] = refusals[i] or 'A'
  end
  answer[1] = table.concat(refusals)
end
if max > 0 then
  local taken = take_into(answer, max, token, lease)
  is_first = is_first and (taken == 0 or #delayed > 0)
end
if is_first and has_to_wake then
  wake()
end
return answer
