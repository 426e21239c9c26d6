-- Makes jobs ready again that were leased to this node by claims whose answers it never got, without counting a recovery,
-- since nobody has run them. One portion of the leases per call.
-- Keys: ready, body, state, lease, delayed, meta, wake.
-- Arguments: where to go on; a pattern that the leases of this node match; the beginnings of the tokens of those claims.
-- Answer: where the next call goes on, '0' at the end; how many jobs were made ready.
-- Atomic, because a job must be in the list or leased, and never both.
local PORTION = 1000
local lost = {}
for i = 3, #ARGV do
  lost[ARGV[i]] = true
end
local page = redis.call('ZSCAN', LEASE, ARGV[1], 'MATCH', ARGV[2], 'COUNT', PORTION)
local recovered = 0
for i = 1, #page[2], 2 do
  local member = page[2][i]
  local id, token = string.match(member, '^(.*):([^:]*%.)[^:.]*$')
  if id and lost[token] and redis.call('ZREM', LEASE, member) == 1 then
    redis.call('LPUSH', READY, id)
    recovered = recovered + 1
  end
end
if recovered > 0 then
  wake()
end
return {page[1], recovered}
