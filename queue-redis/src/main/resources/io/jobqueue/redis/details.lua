-- One job. Keys: all but nodes. Argument: its id.
-- Answer: empty; or now, where it is, id, body, state, reason, error.
-- Atomic, so that a job on its way from one place to the next is in one of them.
local place = place_of(ARGV[1])
if not place then
  return {}
end
local answer = {now, place}
describe(answer, ARGV[1])
return answer
