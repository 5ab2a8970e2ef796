"""Every view store there is, how time passes for it, and how it is taken away."""

import asyncio

import fakeredis

from shared.runtime.clock import ManualClock
from shared.runtime.redis_server import RedisServer
from shared.runtime.viewstore import Expiry, ViewStore
from shared.runtime.viewstore_memory import MemoryViewStore
from shared.runtime.viewstore_redis import RedisViewStore, redis_client
from tests.simulation.sea import NOBODY, still
from tests.simulation.stores import SeaStore

EXPIRY = Expiry(view_ms=800, listing_ms=800, presence_ms=800)
STORE_USER, STORE_PASSWORD = "store", "suite"
STORE_COMMANDS = (
    *("evalsha", "eval", "hset", "hmget", "hgetall", "hdel", "del", "rpush", "ltrim", "lrange"),
    *("pexpire", "set", "mget", "zadd", "zrem", "zscore", "zrevrange"),
    *("zrangebyscore", "zremrangebyscore", "zcard", "multi", "exec", "ping"),
)
STORE_USERS = (
    "user default off\n"
    f"user {STORE_USER} on >{STORE_PASSWORD} ~view:* ~listing:* ~presence:* ~limit:* ~tenant:* "
    f"{' '.join('+' + command for command in STORE_COMMANDS)}\n"
)
"""One user with exactly the rights that the store is said to need."""


class Bench:
    """A store, how time passes for it, and how it is taken away."""

    def __init__(self, store: ViewStore) -> None:
        self.store = store

    async def wait_ms(self, duration_ms: int) -> None:
        await asyncio.sleep(duration_ms / 1000)

    def cut(self) -> None:
        raise NotImplementedError

    def mend(self) -> None:
        raise NotImplementedError


class MemoryBench(Bench):
    def __init__(self) -> None:
        self._clock = ManualClock()
        self._memory = MemoryViewStore(self._clock, EXPIRY)
        super().__init__(self.reached(self._memory))

    def reached(self, memory: ViewStore) -> ViewStore:
        return memory

    async def wait_ms(self, duration_ms: int) -> None:
        await self._clock.advance(duration_ms)

    def cut(self) -> None:
        self._memory.is_away = True

    def mend(self) -> None:
        self._memory.is_away = False


class SimulatedBench(MemoryBench):
    """Behind a sea that is still."""

    def reached(self, memory: ViewStore) -> ViewStore:
        return SeaStore(memory, still(), NOBODY)


class FakeBench(Bench):
    def __init__(self) -> None:
        self._server = fakeredis.FakeServer()
        redis = fakeredis.FakeAsyncRedis(server=self._server)
        super().__init__(RedisViewStore(redis, EXPIRY))

    def cut(self) -> None:
        self._server.connected = False

    def mend(self) -> None:
        self._server.connected = True


class RealBench(Bench):
    def __init__(self, server: RedisServer) -> None:
        self._server = server
        redis = redis_client(server.url, user=STORE_USER, password=STORE_PASSWORD)
        super().__init__(RedisViewStore(redis, EXPIRY))

    def cut(self) -> None:
        self._server.pause()

    def mend(self) -> None:
        self._server.resume()
