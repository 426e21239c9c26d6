-- The nodes that were heard of lately. Keys: all. Answer: now, then node, when it was heard of, how many leases it has.
local COUNTED = 10000
local running = {}
for _, member in ipairs(redis.call('ZRANGE', LEASE, 0, COUNTED)) do
  local node = string.match(member, ':([^:.]+)%.[^:]*$')
  if node then
    running[node] = (running[node] or 0) + 1
  end
end
local answer = {now}
local nodes = redis.call('ZRANGE', NODES, 0, -1, 'WITHSCORES')
for i = 1, #nodes, 2 do
  answer[#answer + 1] = nodes[i]
  answer[#answer + 1] = tonumber(nodes[i + 1])
  answer[#answer + 1] = running[string.match(nodes[i], '^%S+')] or 0
end
return answer
