-- Stores the batches of several producers, and may claim for a worker of the same node that waits.
-- Keys: ready, body, state, lease, delayed, meta, wake, gone.
-- Arguments: capacity or 0; claim: at most how many (0 for none), the lease, the beginning of the tokens; the number of
-- batches; for each the number of its jobs, and for each of those id, delay in microseconds, record.
-- Answer: one character per job, A accepted, D duplicate, F no room for its batch; after it, see take_into.
-- Atomic, because an id may be accepted only once and a batch whole or not at all.
local capacity, max, lease, token, batches = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local position = 5
local stamp = string.format('%016.0f', now)
local room = math.huge
if capacity > 0 then
  local gone = tonumber(redis.call('HGET', META, 'gone') or 0)
  room = capacity - (redis.call('LLEN', READY) - gone) - redis.call('ZCARD', DELAYED)
end

local bodies, ready, delayed, states, answers, known = {}, {}, {}, {}, {}, {}
local earliest = math.huge

-- Which of the ids from `first` on are stored already, and as what.
local function lookup(first, count)
  local stored = {}
  for from = 0, count - 1, 400 do
    local ids = {}
    for i = from, math.min(from + 400, count) - 1 do
      ids[#ids + 1] = ARGV[first + 3 * i]
    end
    for i, body in ipairs(redis.call('HMGET', BODY, unpack(ids))) do
      stored[from + i] = body
    end
  end
  return stored
end

local function accept(id, delay, record)
  known[id] = true
  bodies[#bodies + 1] = id
  bodies[#bodies + 1] = stamp .. record
  if delay > 0 then
    local due = micros(now + delay)
    earliest = math.min(earliest, now + delay)
    delayed[#delayed + 1] = due
    delayed[#delayed + 1] = id
    states[#states + 1] = id
    states[#states + 1] = format_state(0, 0, due, '-')
  else
    ready[#ready + 1] = id
  end
end

for batch = 1, batches do
  local count = tonumber(ARGV[position + 1])
  local first = position + 2
  local stored = lookup(first, count)
  local fresh, new = {}, 0
  for i = 1, count do
    local id = ARGV[first + 3 * (i - 1)]
    if not stored[i] and not known[id] and not fresh[id] then
      fresh[id] = i
      new = new + 1
    end
  end
  local full = new > room
  for i = 1, count do
    local at = first + 3 * (i - 1)
    local id = ARGV[at]
    if full then
      answers[#answers + 1] = 'F'
    elseif fresh[id] == i then
      accept(id, tonumber(ARGV[at + 1]), ARGV[at + 2])
      answers[#answers + 1] = 'A'
    else
      -- The same sending may arrive twice; each has a mark in its record.
      local twice = stored[i] and string.sub(stored[i], 17) == ARGV[at + 2]
      answers[#answers + 1] = twice and 'A' or 'D'
    end
  end
  if not full then
    room = room - new
  end
  position = position + 1 + 3 * count
end

local is_first = false
if #bodies > 0 then
  call_all('HSET', BODY, bodies, 2)
end
if #ready > 0 then
  is_first = redis.call('EXISTS', READY) == 0
  call_all('RPUSH', READY, ready, 1)
end
if #delayed > 0 then
  local head = redis.call('ZRANGE', DELAYED, 0, 0, 'WITHSCORES')
  is_first = is_first or not head[2] or earliest < tonumber(head[2])
  call_all('HSET', STATE, states, 2)
  call_all('ZADD', DELAYED, delayed, 2)
end

local answer = {table.concat(answers)}
if max > 0 then
  take_into(answer, max, token, lease)
  is_first = is_first and (#answer == 5 or #delayed > 0)
end
if is_first then
  wake()
end
return answer
