-- Ends claims.
-- Keys: all but nodes.
-- Arguments: how long dead jobs are kept in microseconds, how many; the number of claims, their leases' members, their jobs;
-- and for each that is not completed or cancelled: its place among them, R (retry), L (release) or B (bury), delay in
-- microseconds, time left in microseconds or '-', reason, error (each empty, or '=' and the text).
-- Answer: one character per claim, O done, S stale, G the job is gone, or nothing if all were done.
-- Atomic, because the lease is the right to change the job, and may be used once.
local claims = tonumber(ARGV[3])
local members, ids, changes = 3, 3 + claims, 3 + 2 * claims
local scores = redis.call('ZMSCORE', LEASE, unpack(ARGV, members + 1, members + claims))
local all_valid = true
for i = 1, claims do
  local score = scores[i]
  if not score or tonumber(score) <= now then
    all_valid = false
    break
  end
end

local plain = all_valid and #ARGV == changes
if plain and redis.call('ZREM', LEASE, unpack(ARGV, members + 1, members + claims)) == claims then
  redis.call('HDEL', BODY, unpack(ARGV, ids + 1, ids + claims))
  forget_more(ARGV, ids + 1, ids + claims)
  return ''
end

-- Something is stale, comes twice or is to be kept.
local at = {}
for i = changes + 1, #ARGV, 6 do
  at[tonumber(ARGV[i])] = i
end
local answers, used, gone = {}, {}, {}
local ended, finished, changed = {}, {}, {}
for i = 1, claims do
  local member, id = ARGV[members + i], ARGV[ids + i]
  local valid = scores[i] and tonumber(scores[i]) > now and not used[member]
  if valid then
    used[member] = true
    ended[#ended + 1] = member
  end
  if valid and not at[i] then
    answers[i] = 'O'
    gone[id] = true
    finished[#finished + 1] = id
  elseif gone[id] or redis.call('HEXISTS', BODY, id) == 0 then
    answers[i] = 'G'
  elseif valid then
    answers[i] = 'O'
    changed[#changed + 1] = i
  else
    answers[i] = 'S'
  end
end

-- Leases first: Redis allows that even when it is out of memory, and the rest then, too.
call_all('ZREM', LEASE, ended, 1)
forget(finished)

local is_first, buried = false, false
for _, i in ipairs(changed) do
  local id, action, delay, left = ARGV[ids + i], ARGV[at[i] + 1], tonumber(ARGV[at[i] + 2]), ARGV[at[i] + 3]
  local reason, error = ARGV[at[i] + 4], ARGV[at[i] + 5]
  local attempts, recoveries, _, deadline = parse_state(redis.call('HGET', STATE, id))
  if action == 'R' or action == 'B' and error ~= '' then
    attempts = attempts + 1
  end
  if action == 'R' then
    deadline = left == '-' and '-' or micros(now + tonumber(left))
  end
  local due = micros(now + delay)
  redis.call('HSET', STATE, id, format_state(attempts, recoveries, due, deadline))
  if reason ~= '' then
    redis.call('HSET', WHY, 'r' .. id, string.sub(reason, 2))
  end
  if error ~= '' then
    redis.call('HSET', WHY, 'e' .. id, string.sub(error, 2))
  end
  if action == 'B' then
    redis.call('ZADD', DEAD, micros(now), id)
    buried = true
  elseif delay > 0 then
    local head = redis.call('ZRANGE', DELAYED, 0, 0, 'WITHSCORES')
    is_first = is_first or not head[2] or now + delay < tonumber(head[2])
    redis.call('ZADD', DELAYED, due, id)
  else
    is_first = redis.call('RPUSH', READY, id) == 1 or is_first
  end
end
if buried then
  trim_dead(tonumber(ARGV[1]), tonumber(ARGV[2]))
end
if is_first then
  wake()
end
return table.concat(answers)
