-- Renews leases that are still valid.
-- Keys: ready, body, state, lease.
-- Arguments: the lease in microseconds, then for each claim its lease's member and its job.
-- Answer: one character per claim, O done, S stale, G the job is gone.
-- Atomic, because a lease that ran out in between belongs to somebody else.
local lease_end = micros(now + tonumber(ARGV[1]))
local members, answers, renewed = {}, {}, {}
for i = 2, #ARGV, 2 do
  members[#members + 1] = ARGV[i]
end
local scores = redis.call('ZMSCORE', LEASE, unpack(members))
for i, member in ipairs(members) do
  if scores[i] and tonumber(scores[i]) > now then
    renewed[#renewed + 1] = lease_end
    renewed[#renewed + 1] = member
    answers[i] = 'O'
  else
    answers[i] = redis.call('HEXISTS', BODY, ARGV[2 * i + 1]) == 1 and 'S' or 'G'
  end
end
call_all('ZADD', LEASE, renewed, 2)
return table.concat(answers)
