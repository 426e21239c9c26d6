-- What a node does from time to time: says that it lives, forgets nodes and dead jobs that are too old, and keeps the set of
-- leases in the form of a skip list, which the sentinel, a member of more than 64 bytes, forces: as a list pack, which small
-- sets are, it is searched from end to end for each lease.
-- Keys: all. Arguments: the node, after how many microseconds nodes are forgotten, how long dead jobs are kept, how many, the
-- sentinel. Answer: how many ids were dropped because their body was missing, ever.
redis.call('ZADD', NODES, micros(now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', NODES, '-inf', micros(now - tonumber(ARGV[2])))
redis.call('ZADD', LEASE, '+inf', ARGV[5])
trim_dead(tonumber(ARGV[3]), tonumber(ARGV[4]))
return tonumber(redis.call('HGET', META, 'lost') or 0)
