-- Stores the batches of several producers, and may claim for a worker of the same node that waits.
-- Keys: ready, body, state, lease, delayed, meta, wake, gone.
-- Arguments: the number of jobs; of delayed ones among them; capacity or 0; whether to wake a node
-- (1), or the caller is one that has room (0); for a claim how many at most (0 for none), the
-- lease, the beginning of the tokens; with a capacity, the number of batches and the size of each; then id and record of
-- each job; and for each delayed job its place among them and its delay in microseconds.
-- Answer: one character per job, A accepted, S stored by the same sending before, D duplicate, F no room for its batch, or
-- nothing if all were accepted; now; how many of the new jobs were claimed at once, the first ones without a delay; if none
-- was, with a claim, see take_into.
-- Atomic, because an id may be accepted only once and a batch whole or not at all.
local jobs, delays, capacity = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local has_to_wake, max, lease, token = ARGV[4] == '1', tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
local batches = capacity > 0 and tonumber(ARGV[8]) or 0
local before = (capacity > 0 and 8 or 7) + batches
local PORTION = 400

local ids = {}
for i = 1, jobs do
  ids[i] = ARGV[before + 2 * i - 1]
end

local is_simple = capacity == 0 and delays == 0

-- Stores a single job that is new. Needs no question then.
local function store_one()
  return is_simple and jobs == 1 and redis.call('HSETNX', BODY, ids[1], ARGV[before + 2]) == 1
end

-- Why a job is not stored: it is known (S if by the same sending, else D), or there is no room (F). Nil if it is stored.
local refusals, refused = {}, false
local function look_up()
  for first = 1, jobs, PORTION do
    local last = math.min(first + PORTION - 1, jobs)
    local known = redis.call('HMGET', BODY, unpack(ids, first, last))
    for i = first, last do
      local body = known[i - first + 1]
      if body then
        -- The same sending may arrive twice; each has a mark in its record.
        refusals[i] = body == ARGV[before + 2 * i] and 'S' or 'D'
        refused = true
      end
    end
  end
end

-- Stores everything, if it is as nearly always: nothing is known, bounded or delayed, and no id comes twice. In the last case
-- the wrong one of two is stored, and put right by who stores the others.
local function store_all()
  return not refused
    and is_simple
    and jobs <= PORTION
    and redis.call('HSET', BODY, unpack(ARGV, before + 1, before + 2 * jobs)) == jobs
end

local known = {}
local function admit(first, last)
  for i = first, last do
    local id = ids[i]
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
    local id = ids[i]
    if not refusals[i] and not known[id] and not fresh[id] then
      fresh[id] = true
      new = new + 1
    end
  end
  return new
end

-- Refuses what is known, comes twice or has no room.
local function refuse()
  if capacity == 0 then
    admit(1, jobs)
    return
  end
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
end

-- Due times and ids of delayed jobs, and their states.
local delayed, states, earliest = {}, {}, math.huge
local function delay_job(id, delay)
  local due = micros(now + delay)
  earliest = math.min(earliest, now + delay)
  delayed[#delayed + 1] = due
  delayed[#delayed + 1] = id
  states[#states + 1] = id
  states[#states + 1] = format_state(0, 0, due, '-')
end

-- Stores what is not refused. Returns the ids of those that are ready, and how many are stored.
local function store_some()
  refuse()
  local delay_of = {}
  for i = 1, delays do
    local at = before + 2 * (jobs + i)
    delay_of[tonumber(ARGV[at - 1])] = tonumber(ARGV[at])
  end
  local bodies, due_now = {}, {}
  for i = 1, jobs do
    if not refusals[i] then
      bodies[#bodies + 1] = ids[i]
      bodies[#bodies + 1] = ARGV[before + 2 * i]
      if delay_of[i] then
        delay_job(ids[i], delay_of[i])
      else
        due_now[#due_now + 1] = ids[i]
      end
    end
  end
  call_all('HSET', BODY, bodies, 2)
  return due_now, #bodies / 2
end

local ready, stored = ids, jobs
if not store_one() then
  look_up()
  if not store_all() then
    ready, stored = store_some()
  end
end

-- Whether the next job that is claimed is one of these. Most queues have no marks of their own.
local function is_next()
  return redis.call('EXISTS', READY, META) == 0
    or redis.call('EXISTS', READY) == 0 and redis.call('HEXISTS', META, 'paused') == 0
end

local is_first, direct = false, 0
if max > 0 and #ready > 0 and is_next() then
  direct = math.min(max, #ready)
  lease_to(ready, direct, token, lease)
end
for first = direct + 1, #ready, PORTION do
  local last = math.min(first + PORTION - 1, #ready)
  if redis.call('RPUSH', READY, unpack(ready, first, last)) == last - first + 1 then
    is_first = true
  end
end
if #delayed > 0 then
  local head = redis.call('ZRANGE', DELAYED, 0, 0, 'WITHSCORES')
  is_first = is_first or not head[2] or earliest < tonumber(head[2])
  call_all('HSET', STATE, states, 2)
  call_all('ZADD', DELAYED, delayed, 2)
end

local answer = {'', now, direct}
if stored < jobs then
  for i = 1, jobs do
    refusals[i] = refusals[i] or 'A'
  end
  answer[1] = table.concat(refusals)
end
if max > 0 and direct == 0 then
  take_into(answer, max, token, lease, is_plain(), first_time(LEASE))
end
-- Whoever has room comes by itself; but a node that was given all it wanted, and left some, has none.
if is_first and (has_to_wake or direct > 0) then
  wake()
end
return answer
