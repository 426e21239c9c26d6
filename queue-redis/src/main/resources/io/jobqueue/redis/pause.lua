-- Pauses or resumes the queue for all nodes. Keys: ready, body, state, lease, delayed, meta, wake.
-- Argument: 1 to pause, 0 to resume.
if ARGV[1] == '1' then
  redis.call('HSET', META, 'paused', '1')
elseif redis.call('HDEL', META, 'paused') == 1 then
  wake()
end
return 1
