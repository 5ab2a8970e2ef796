"""Many calls of one process at the store in Redis."""

import asyncio
import time

from shared.runtime import viewstore_redis
from shared.runtime.viewstore_redis import RedisViewStore, redis_client

CONNECTIONS = viewstore_redis._CONNECTIONS


class Calls:
    """How many are under way, and how many were at most."""

    def __init__(self) -> None:
        self.now = 0
        self.most = 0


@viewstore_redis._bounded
async def call(store: RedisViewStore, /, calls: Calls) -> None:
    calls.now += 1
    calls.most = max(calls.most, calls.now)
    await asyncio.sleep(0.001)
    calls.now -= 1


async def test_a_call_begins_when_a_connection_is_free() -> None:
    """Else those that wait for others of this process take the store for away."""
    store, calls = RedisViewStore(redis_client("redis://127.0.0.1:1/0")), Calls()
    await asyncio.gather(*(call(store, calls) for _ in range(5 * CONNECTIONS)))
    assert calls.most == CONNECTIONS
    await store.close()


@viewstore_redis._bounded
async def answer(store: RedisViewStore, /, after_s: float) -> str:
    for _ in range(2):
        await asyncio.sleep(after_s / 2)
    return "answer"


async def test_a_process_that_was_held_up_does_not_miss_an_answer() -> None:
    store = RedisViewStore(redis_client("redis://127.0.0.1:1/0"))
    asking = asyncio.create_task(answer(store, viewstore_redis.CALL_S / 2))
    await asyncio.sleep(0.01)
    time.sleep(2 * viewstore_redis.CALL_S)  # noqa: ASYNC251 - it is what is tested
    assert await asking == "answer"
    await store.close()
