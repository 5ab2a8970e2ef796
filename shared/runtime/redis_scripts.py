"""Lua that runs inside Redis, where reading and writing have to be one step.

A `Script` is sent whole once and named by its digest afterwards. Keys always share a hash tag.
"""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

Argument = bytes | str | int | float


class Script:
    """A script and its digest."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._digest = sha1(source.encode(), usedforsecurity=False).hexdigest()

    async def run(self, redis: Redis, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        try:
            return await redis.evalsha(self._digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return await redis.eval(self._source, len(keys), *keys, *arguments)


WRITE_VIEWS = Script("""
-- KEYS: per viewer its view and its frames.
-- ARGV: epoch, format, seq, expiry in ms, frames kept; then per viewer: 1 when whole, 1 when there
-- is a frame, the frame, how many sections; then per section: + or - and its name, JSON.
local epoch, format, seq = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local expiry, kept = ARGV[4], tonumber(ARGV[5])
local outcomes, at = {}, 6
for i = 1, #KEYS, 2 do
  local view, frames = KEYS[i], KEYS[i + 1]
  local whole, framed = ARGV[at] == '1', ARGV[at + 1] == '1'
  local frame, count = ARGV[at + 2], tonumber(ARGV[at + 3])
  at = at + 4
  local had = redis.call('HMGET', view, 'epoch', 'format', 'seq')
  local stale, follows = false, false
  if had[1] then
    local e, f, s = tonumber(had[1]), tonumber(had[2]), tonumber(had[3])
    stale = epoch < e or (epoch == e and (format < f or (format == f and seq <= s)))
    follows = epoch == e and format == f and seq == s + 1
  end
  if stale then
    outcomes[#outcomes + 1] = 'stale'
    at = at + 2 * count
  elseif not follows and not whole then
    outcomes[#outcomes + 1] = 'incomplete'
    at = at + 2 * count
  else
    if whole then redis.call('DEL', view) end
    redis.call('HSET', view, 'epoch', ARGV[1], 'format', ARGV[2], 'seq', ARGV[3])
    for _ = 1, count do
      local name = string.sub(ARGV[at], 2)
      if string.sub(ARGV[at], 1, 1) == '+' then
        redis.call('HSET', view, ':' .. name, ARGV[at + 1])
      else
        redis.call('HDEL', view, ':' .. name)
      end
      at = at + 2
    end
    if not (follows and framed) then redis.call('DEL', frames) end
    if framed then
      redis.call('RPUSH', frames, frame)
      redis.call('LTRIM', frames, -kept, -1)
      redis.call('PEXPIRE', frames, expiry)
    end
    redis.call('PEXPIRE', view, expiry)
    outcomes[#outcomes + 1] = 'written'
  end
end
return outcomes
""")

BEAT = Script("""
-- KEYS: the room's presence. ARGV: time in ms, expiry in ms, players.
for i = 3, #ARGV do
  local last = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if not last or tonumber(last) < tonumber(ARGV[1]) then
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i])
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
""")

TAKE = Script("""
-- KEYS: a bucket. ARGV: capacity, refill per s, time in ms, cost. Returns ms to wait, 0 when taken.
local capacity, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local now, cost = tonumber(ARGV[3]), tonumber(ARGV[4])
local had = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = capacity, now
if had[1] then
  at = tonumber(had[2])
  now = math.max(now, at)
  tokens = math.min(capacity, tonumber(had[1]) + (now - at) * refill / 1000)
end
local wait = 0
if tokens >= cost then
  tokens = tokens - cost
else
  wait = math.ceil((cost - tokens) * 1000 / refill - 0.000001)  -- not up for noise
end
tokens, now = string.format('%.17g', tokens), string.format('%.0f', now)
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity * 1000 / refill) + 1000)
return wait
""")

RESERVE = Script("""
-- KEYS: a tenant's open rooms. ARGV: room, limit, time in ms, until when it counts, expiry in ms.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 'known' end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 'full' end
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 'new'
""")
