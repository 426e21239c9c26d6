-- Renews leases that are still valid.
-- Keys: ready, body, state, lease.
-- Arguments: the lease in microseconds, the number of claims, their leases' members, their jobs.
-- Answer: one character per claim, O done, S stale, G the job is gone, or nothing if all were done.
-- Atomic, because a lease that ran out in between belongs to somebody else.
local lease_end, claims = micros(now + tonumber(ARGV[1])), tonumber(ARGV[2])
local scores = redis.call('ZMSCORE', LEASE, unpack(ARGV, 3, 2 + claims))
local answers, renewed = {}, {}
for i = 1, claims do
  if scores[i] and tonumber(scores[i]) > now then
    renewed[#renewed + 1] = lease_end
    renewed[#renewed + 1] = ARGV[2 + i]
    answers[i] = 'O'
  else
    answers[i] = redis.call('HEXISTS', BODY, ARGV[2 + claims + i]) == 1 and 'S' or 'G'
  end
end
call_all('ZADD', LEASE, renewed, 2)
return #renewed == 2 * claims and '' or table.concat(answers)
