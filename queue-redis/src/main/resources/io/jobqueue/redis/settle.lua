-- Ends claims.
-- Keys: all but nodes.
-- Arguments: how long dead jobs are kept in microseconds, how many; then for each claim its lease's member, its job, and
-- C (completed or cancelled), or one of R (retry), L (release), B (bury) with four more: delay in microseconds, time left in
-- microseconds or '-', reason, error (each empty, or '=' and the text).
-- Answer: one character per claim, O done, S stale, G the job is gone.
-- Atomic, because the lease is the right to change the job, and may be used once.
local members, ids, at = {}, {}, {}
local position = 3
while position <= #ARGV do
  local i = #members + 1
  members[i], ids[i], at[i] = ARGV[position], ARGV[position + 1], position + 2
  position = position + (ARGV[position + 2] == 'C' and 3 or 7)
end

local scores = redis.call('ZMSCORE', LEASE, unpack(members))
local answers, used, gone = {}, {}, {}
local ended, finished, changed = {}, {}, {}
for i, member in ipairs(members) do
  local id = ids[i]
  local valid = scores[i] and tonumber(scores[i]) > now and not used[member]
  local is_finish = ARGV[at[i]] == 'C'
  if valid then
    used[member] = true
    ended[#ended + 1] = member
  end
  if valid and is_finish then
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
  local id, action, delay, left = ids[i], ARGV[at[i]], tonumber(ARGV[at[i] + 1]), ARGV[at[i] + 2]
  local reason, error = ARGV[at[i] + 3], ARGV[at[i] + 4]
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
