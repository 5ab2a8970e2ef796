"""A store that answers, and refuses: away for who asked, and no reason for others to wait."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ResponseError
from structlog.testing import capture_logs

from shared.contracts.ids import PlayerId, RoomId
from shared.runtime.redis_scripts import Script
from shared.runtime.redis_server import RedisServer
from shared.runtime.viewstore import StoreAway
from shared.runtime.viewstore_redis import RedisViewStore, _bounded, redis_client

ROOM, PLAYER = RoomId("BCDFGH"), PlayerId("player-a")
USERS = """user default off
user admin on nopass ~* &* +@all
user store on nopass ~* +@all
user older on nopass ~* +@all -zadd
"""


class Place:
    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self.admin: Any = redis_client(server.url, user="admin", password="", call_s=60)

    @asynccontextmanager
    async def store(self, user: str = "store") -> AsyncIterator[RedisViewStore]:
        store = RedisViewStore(redis_client(self._server.url, user=user, password=""))
        yield store
        await store.close()


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with RedisServer(tmp_path, USERS) as server:
        place = Place(server)
        yield place
        await place.admin.aclose()


async def beat(store: RedisViewStore) -> None:
    await store.beat(ROOM, [PLAYER], 1)


async def put_listing(store: RedisViewStore) -> None:
    await store.put_listing(ROOM, b"{}", 1)


@pytest.mark.parametrize("call", [beat, put_listing])
async def test_a_user_of_an_older_release_lacks_one_right_and_has_the_others(
    place: Place, call: Callable[[RedisViewStore], Awaitable[None]]
) -> None:
    async with place.store("older") as store:
        with pytest.raises(StoreAway):
            await call(store)
        assert await store.read_view(ROOM, PLAYER) is None  # at once
    async with place.store() as store:
        await call(store)


async def test_a_store_that_writes_nothing_for_a_while_is_away_for_who_writes(place: Place) -> None:
    async with place.store() as store:
        await place.admin.config_set("min-replicas-to-write", 1)
        for call in (beat, put_listing):
            with pytest.raises(StoreAway):
                await call(store)
        assert await store.read_view(ROOM, PLAYER) is None
        await place.admin.config_set("min-replicas-to-write", 0)
        await beat(store)


async def test_a_store_that_is_busy_is_away(place: Place) -> None:
    async def is_busy() -> bool:
        try:
            await store.ping()
        except StoreAway as away:
            return "BUSY" in str(away)
        return False

    await place.admin.config_set("busy-reply-threshold", 10)
    endless = asyncio.create_task(place.admin.eval("while true do end", 0))
    async with place.store() as store, asyncio.timeout(20):
        while not await is_busy():  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
        await place.admin.script_kill()
        with pytest.raises(ResponseError):
            await endless


async def test_what_a_store_refuses_is_told_once_in_a_while(place: Place) -> None:
    async with place.store("older") as store:
        with capture_logs() as told:
            for _ in range(20):
                with pytest.raises(StoreAway):
                    await beat(store)
                with pytest.raises(StoreAway):
                    await put_listing(store)
    kinds = [(record["event"], record["why"].split()[0]) for record in told]
    assert kinds == [("store_refuses", "ResponseError"), ("store_refuses", "NoPermissionError")]


@_bounded
async def broken(store: RedisViewStore, /) -> None:
    await Script("local got = redis.call('GET', KEYS[1])\nreturn got + 1").run(
        store._redis, ["view:x"], ["a hand"]
    )


async def test_a_mistake_in_a_script_of_ours_is_told_by_its_line_alone(place: Place) -> None:
    async with place.store() as store:
        with pytest.raises(StoreAway) as away:
            await broken(store)
    assert str(away.value) == "the store refuses: ResponseError in user_script:2"
