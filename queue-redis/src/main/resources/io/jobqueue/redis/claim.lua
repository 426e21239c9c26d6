-- Claims jobs: makes those ready whose lease ran out or whose time has come, then leases ready ones to the caller.
-- Keys: ready, body, state, lease, delayed, meta, wake, gone.
-- Arguments: at most how many (400), the lease in microseconds, the beginning of the tokens.
-- Answer: see take_into. Atomic, because a job must never be out of the list without a lease.
local PASSES = {expired = 100, due = 200}
local max, lease, token = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]

local plain, first_end = is_plain(), first_time(LEASE)

-- Makes jobs ready whose lease ran out. Each has waited for its turn before.
local function recover()
  local expired = redis.call('ZRANGEBYSCORE', LEASE, '-inf', micros(now), 'LIMIT', 0, PASSES.expired)
  local recovered, states, lost = {}, {}, 0
  for i = #expired, 1, -1 do
    local member = expired[i]
    local id = job_of(member)
    if id and redis.call('HEXISTS', BODY, id) == 1 then
      local attempts, recoveries = parse_state(redis.call('HGET', STATE, id))
      recovered[#recovered + 1] = id
      states[#states + 1] = id
      states[#states + 1] = format_state(attempts, recoveries + 1, micros(now), '-')
    else
      lost = lost + 1
    end
  end
  redis.call('ZREM', LEASE, unpack(expired))
  if #recovered > 0 then
    redis.call('HSET', STATE, unpack(states))
    redis.call('LPUSH', READY, unpack(recovered))
  end
  if lost > 0 then
    redis.call('HINCRBY', META, 'lost', lost)
  end
end

-- Makes jobs ready whose time has come.
local function promote()
  local due = redis.call('ZRANGEBYSCORE', DELAYED, '-inf', micros(now), 'LIMIT', 0, PASSES.due)
  if #due > 0 then
    redis.call('ZREM', DELAYED, unpack(due))
    redis.call('RPUSH', READY, unpack(due))
  end
end

if first_end <= now then
  recover()
  plain, first_end = false, first_time(LEASE)
end
if not plain then
  promote()
end

local answer = {}
take_into(answer, max, token, lease, plain, first_end)
return answer
