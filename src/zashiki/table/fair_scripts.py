"""The fair queue in Redis: what `fair_queue.py` does, as scripts that each run as a whole.

Both are kept in step: every line here has its counterpart there. Numbers are whole and small, so that Lua and Redis
compute exactly.
"""

from typing import Final

_COMMON: Final = """
local function lane_key(lane) return KEYS[1] .. ':lane:' .. lane end
local function free_key(lane) return KEYS[1] .. ':free:' .. lane end
local claims, owners, state, bell = KEYS[1] .. ':claims', KEYS[1] .. ':owners', KEYS[1] .. ':state', KEYS[1] .. ':bell'

local function number(name, lane) return tonumber(redis.call('HGET', state, name .. lane) or '0') end

local function tidy(lane)
    if redis.call('EXISTS', lane_key(lane)) == 0 then
        redis.call('DEL', free_key(lane))
        redis.call('HDEL', state, 'begun' .. lane, 'passed' .. lane)
    end
end

local function put(id, owner, lane, cost)
    local begun = number('begun', lane)
    local begins = math.max(begun, tonumber(redis.call('HGET', free_key(lane), owner) or '0'))
    redis.call('HSET', free_key(lane), owner, begins + cost)
    redis.call('ZADD', lane_key(lane), begins, id)
    redis.call('HSET', claims, id, cjson.encode({owner, lane, cost}))
    if redis.call('HLEN', free_key(lane)) > 2 * redis.call('ZCARD', lane_key(lane)) + 64 then
        local all = redis.call('HGETALL', free_key(lane))
        for at = 1, #all, 2 do
            if tonumber(all[at + 1]) <= begun then redis.call('HDEL', free_key(lane), all[at]) end
        end
    end
end

local function ring()
    redis.call('LPUSH', bell, 1)
    redis.call('LTRIM', bell, 0, 63)
end
"""

ADD: Final = (
    _COMMON
    + """
local incomplete, active, id, aborting = KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local job, owner, lane, cost, again = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5] == '1'
local found = redis.call('HGET', claims, id)
if found then
    local known = cjson.decode(found)
    if lane < known[2] then
        redis.call('ZREM', lane_key(known[2]), id)
        tidy(known[2])
        put(id, known[1], lane, known[3])
        ring()
    end
    return 0
end
if not again and (redis.call('ZSCORE', incomplete, id) or redis.call('EXISTS', aborting) == 1) then return 0 end
if not again then
    if redis.call('HLEN', claims) >= tonumber(ARGV[6]) then return -1 end
    if tonumber(redis.call('HGET', owners, owner) or '0') >= tonumber(ARGV[7]) then return -1 end
end
redis.call('LREM', active, 0, id)
redis.call('SET', id, job)
redis.call('ZADD', incomplete, 0, id)
redis.call('HINCRBY', owners, owner, 1)
put(id, owner, lane, cost)
ring()
return 1
"""
)
"""Queue a job: 1 if it is new, 0 if it is known (it may then move to a better lane), -1 if there is no room for it."""

TAKE: Final = (
    _COMMON
    + """
local active, most, passed_over = KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2])
local function cost_of(id) return cjson.decode(redis.call('HGET', claims, id))[3] end
local chosen, first
for lane = 0, most do
    local head = redis.call('ZRANGE', lane_key(lane), 0, 0)[1]
    if head then
        if not first then
            first, chosen = lane, lane
        elseif chosen == first and number('passed', lane) >= passed_over * cost_of(head) then
            chosen = lane
        end
    end
end
if not chosen then return false end
local popped = redis.call('ZPOPMIN', lane_key(chosen))
local id = popped[1]
redis.call('HSET', state, 'begun' .. chosen, popped[2], 'passed' .. chosen, 0)
tidy(chosen)
local claim = cjson.decode(redis.call('HGET', claims, id))
redis.call('HDEL', claims, id)
if redis.call('HINCRBY', owners, claim[1], -1) <= 0 then redis.call('HDEL', owners, claim[1]) end
for lane = chosen + 1, 2 do
    if redis.call('EXISTS', lane_key(lane)) == 1 then redis.call('HINCRBY', state, 'passed' .. lane, claim[3]) end
end
redis.call('RPUSH', active, id)
return {id, claim[2]}
"""
)
"""Take the next job, which is active from then on: its id and its lane."""
