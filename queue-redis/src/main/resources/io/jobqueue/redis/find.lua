-- Where jobs are, and what is known of them.

local STATE_NAMES = {WAITING = 'W', DELAYED = 'D', RUNNING = 'R', DEAD = 'X'}

-- The lease of a job and when it ends; nil if it has none.
local function lease_of(id)
  local pattern = string.gsub(id, '[%*%?%[%]\\%^%-]', '\\%0') .. ':*'
  local cursor = '0'
  repeat
    local page = redis.call('ZSCAN', LEASE, cursor, 'MATCH', pattern, 'COUNT', 1000)
    cursor = page[1]
    for i = 1, #page[2], 2 do
      if job_of(page[2][i]) == id then
        return page[2][i], tonumber(page[2][i + 1])
      end
    end
  until cursor == '0'
  return nil
end

local function place_of(id)
  if redis.call('HEXISTS', BODY, id) == 0 then
    return nil
  elseif redis.call('ZSCORE', DEAD, id) then
    return STATE_NAMES.DEAD
  elseif redis.call('ZSCORE', DELAYED, id) then
    return STATE_NAMES.DELAYED
  end
  local lease, lease_end = lease_of(id)
  if lease then
    return STATE_NAMES.RUNNING, lease, lease_end
  end
  return STATE_NAMES.WAITING
end

-- Appends id, body, state, reason, error.
local function describe(answer, id)
  local body = redis.call('HGET', BODY, id)
  if body then
    answer[#answer + 1] = id
    answer[#answer + 1] = body
    answer[#answer + 1] = redis.call('HGET', STATE, id) or ''
    answer[#answer + 1] = redis.call('HGET', WHY, 'r' .. id)
    answer[#answer + 1] = redis.call('HGET', WHY, 'e' .. id)
  end
end

-- How often an id is in the list of ready jobs for jobs that were deleted since.
local function gone_entries(id)
  return tonumber(redis.call('HGET', GONE, id) or 0)
end
