-- One page of jobs of one state. Keys: all but nodes.
-- Arguments: W waiting, D delayed, R running or X dead; at most how many; the id after which the page begins, with '=' before
-- it, or empty.
-- Answer: now, then id, body, state, reason, error for each.
local SEARCHED, LISTED = 100000, 10000
local place, limit, after = ARGV[1], tonumber(ARGV[2]), ARGV[3] ~= '' and string.sub(ARGV[3], 2) or nil
local answer = {now}
local count = 0

local function add(id)
  local before = #answer
  describe(answer, id)
  if #answer > before then
    count = count + 1
  end
end

if place == 'R' then
  local ids = {}
  for _, member in ipairs(redis.call('ZRANGE', LEASE, 0, LISTED)) do
    local id = job_of(member)
    if id and (not after or id > after) then
      ids[#ids + 1] = id
    end
  end
  table.sort(ids)
  for i = 1, math.min(limit, #ids) do
    add(ids[i])
  end
  return answer
end

if place == 'W' then
  local start = 0
  if after then
    local position = redis.call('LPOS', READY, after, 'RANK', gone_entries(after) + 1, 'MAXLEN', SEARCHED)
    if not position and redis.call('LLEN', READY) > SEARCHED then
      return answer
    end
    start = position and position + 1 or 0 -- who is no longer there was at the head
  end
  while count < limit and start < SEARCHED do
    local ids = redis.call('LRANGE', READY, start, start + limit - 1)
    for i, id in ipairs(ids) do
      local gone = gone_entries(id)
      if count < limit
          and (gone == 0 or redis.call('LPOS', READY, id, 'RANK', gone + 1) == start + i - 1) then
        add(id)
      end
    end
    start = start + limit
    if #ids < limit then
      break
    end
  end
  return answer
end

local key = place == 'D' and DELAYED or DEAD
local rank = after and redis.call('ZRANK', key, after)
local start = rank and rank + 1 or 0
for _, id in ipairs(redis.call('ZRANGE', key, start, start + limit - 1)) do
  add(id)
end
return answer
