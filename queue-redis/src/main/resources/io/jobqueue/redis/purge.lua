-- Removes jobs of one state that were enqueued before some time, as many as one call may.
-- Keys: all but nodes. Arguments: W waiting, D delayed or X dead; their least age in microseconds; where to go on.
-- Answer: how many were removed; where the next call goes on, or -1 at the end.
local PORTION = 100
local place, enqueued_before, start = ARGV[1], now - tonumber(ARGV[2]), tonumber(ARGV[3])
local key = place == 'D' and DELAYED or DEAD
local ids
if place == 'W' then
  ids = redis.call('LRANGE', READY, start, start + PORTION - 1)
else
  ids = redis.call('ZRANGE', key, start, start + PORTION - 1)
end

local removed = {}
for _, id in ipairs(ids) do
  local body = redis.call('HGET', BODY, id)
  if body and (tonumber(string.sub(body, 1, 16)) or 0) <= enqueued_before then
    if place ~= 'W' then
      redis.call('ZREM', key, id)
    elseif gone_entries(id) == 0 then
      leave_behind(id)
    else
      body = nil
    end
    if body then
      removed[#removed + 1] = id
    end
  end
end
forget(removed)
local next = start + #ids
if place ~= 'W' then
  next = next - #removed
end
return {#removed, #ids < PORTION and -1 or next}
