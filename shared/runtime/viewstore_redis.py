"""The view store in Redis (7.0 and later) or its in-process stand-in.

Key prefixes, by which rights are cut: `view:` (views, frames, a room's viewers), `listing:`,
`presence:`, `limit:`, `tenant:`. Nothing is kept in Redis that it must not lose: it needs no
persistence.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, DataError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from shared.contracts.ids import Millis, PlayerId, RoomId
from shared.runtime.redis_scripts import BEAT, RESERVE, TAKE, WRITE_VIEWS, Argument
from shared.runtime.tasks import end
from shared.runtime.unfit import Unfit
from shared.runtime.viewstore import (
    FRAMES_KEPT,
    RESERVED_MS,
    Expiry,
    Head,
    Limit,
    Outcome,
    Reserved,
    StoreAway,
    StoredView,
    ViewChange,
    frames_after,
)

_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")

_log = structlog.stdlib.get_logger(__name__)

LOWEST_VERSION = (7, 0)
_TOO_OLD = "7.0 or newer is needed, which knows rights by prefix of key"
CALL_S = 0.25
"""How long a call may take before the store counts as away."""
_PAUSE_S = 0.2
"""For so long after a failure calls fail at once: a store that hangs must not slow its users."""
_HELD_UP_S = 0.05
"""A process that notices the end of a time so much later was held up."""
_HELD_UP_MOST = 8
"""So often in one call; then it counts as the store's silence after all."""
_CONNECTIONS = 32
"""Calls at a time."""
_SILENT = (RedisConnectionError, RedisTimeoutError, OSError, TimeoutError)
_TOLD_AGAIN_S = 60.0
"""So seldom is it told that the store refuses for the same reason."""
_SCRIPT_LINE = re.compile(r"user_script:\d+")
_LISTING_INDEX = "listing:{all}:index"
_LISTINGS_SCANNED = 4
"""How many times the wanted number are looked at, since some may have expired."""


def redis_client(
    url: str,
    *,
    user: str | None = None,
    password: str | None = None,
    call_s: float = _HELD_UP_MOST * CALL_S,
) -> Redis:
    """A client that does not repeat calls by itself. `url`: `redis://host:port/number`. `call_s`:
    when it gives up by itself; a view store does so earlier."""
    pool = BlockingConnectionPool.from_url(
        url,
        username=user,
        password=password,
        max_connections=_CONNECTIONS,
        timeout=call_s,
        socket_timeout=call_s,
        socket_connect_timeout=call_s,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        driver_info=None,
    )
    return Redis.from_pool(pool)


def _bounded(
    method: "Callable[Concatenate[RedisViewStore, _Arguments], Awaitable[_Result]]",
) -> "Callable[Concatenate[RedisViewStore, _Arguments], Coroutine[Any, Any, _Result]]":
    """The method, ending in time and with `StoreAway` for everything the world does to a store.

    The time begins when a connection is free: to wait for others of this process, as when everybody
    comes at once, says nothing about the store.
    """

    @wraps(method)
    async def bounded(
        self: "RedisViewStore", /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> _Result:
        self.check_pause()
        async with self.turns:
            self.check_pause()
            try:
                result = await _in_time(method(self, *args, **kwargs))
            except _SILENT as error:
                self.note_away(type(error).__name__)
                raise StoreAway(f"the store does not answer: {type(error).__name__}") from None
            except DataError:  # nothing was sent: a mistake of ours
                raise
            except RedisError as error:
                why = _why(error)
                self.note_refused(why)
                raise StoreAway(f"the store refuses: {why}") from None
            self.note_back()
            return result

    return bounded


async def _in_time(call: Awaitable[_Result]) -> _Result:
    """What `call` gives. Raises `TimeoutError` after `CALL_S`, and what it raises.

    Time that this process was held up is not the store's: where the end of the time is noticed
    late, an answer may have been there long ago, and the time is given anew.
    """
    loop, asking = asyncio.get_running_loop(), asyncio.ensure_future(call)
    try:
        for _ in range(_HELD_UP_MOST):
            until_s = loop.time() + CALL_S
            await asyncio.wait({asking}, timeout=CALL_S)
            if asking.done():
                return asking.result()
            if loop.time() - until_s < _HELD_UP_S:
                break
        raise TimeoutError
    finally:
        await end(asking)


class RedisViewStore:
    """Over a client of `redis_client`, or `fakeredis.FakeAsyncRedis()`, which it closes."""

    def __init__(self, redis: Redis, expiry: Expiry = Expiry()) -> None:  # noqa: B008 - frozen
        self._redis: Any = redis  # its own types say text or bytes; here it is always bytes
        self.turns = asyncio.Semaphore(_CONNECTIONS)
        self._expiry = expiry
        self._away_until_s = 0.0
        self._is_away = False
        self._refused_s: dict[str, float] = {}
        """When it was told last, by reason."""

    def check_pause(self) -> None:
        if asyncio.get_running_loop().time() < self._away_until_s:
            raise StoreAway("the store did not answer a moment ago")

    def note_away(self, kind: str) -> None:
        self._away_until_s = asyncio.get_running_loop().time() + _PAUSE_S
        if not self._is_away:
            self._is_away = True
            _log.warning("store_away", kind=kind)

    def note_refused(self, why: str) -> None:
        """It answers, so other calls need no pause: a user without a right may have all others."""
        now_s = asyncio.get_running_loop().time()
        if now_s - self._refused_s.get(why, -_TOLD_AGAIN_S) >= _TOLD_AGAIN_S:
            self._refused_s[why] = now_s
            _log.warning("store_refuses", why=why)

    def note_back(self) -> None:
        if self._is_away:
            self._is_away = False
            _log.info("store_back")

    @_bounded
    async def write_views(
        self, room: RoomId, head: Head, changes: Sequence[ViewChange]
    ) -> list[Outcome]:
        keys: list[str] = []
        arguments: list[Argument] = [
            head.epoch,
            head.format,
            head.seq,
            self._expiry.view_ms,
            FRAMES_KEPT,
        ]
        for change in changes:
            keys += _view_keys(room, change.viewer)
            arguments += _arguments(change)
        outcomes = await WRITE_VIEWS.run(self._redis, keys, arguments)
        return [Outcome(outcome.decode()) for outcome in outcomes]

    @_bounded
    async def read_view(self, room: RoomId, viewer: str) -> StoredView | None:
        view_key, _ = _view_keys(room, viewer)
        fields: dict[bytes, bytes] = await self._redis.hgetall(view_key)
        if not fields:
            return None
        head = Head(int(fields[b"epoch"]), int(fields[b"format"]), int(fields[b"seq"]))
        sections = {
            name[1:].decode(): section for name, section in fields.items() if name.startswith(b":")
        }
        return StoredView(head, sections)

    @_bounded
    async def read_frames(self, room: RoomId, viewer: str, after: Head) -> list[bytes] | None:
        view_key, frames_key = _view_keys(room, viewer)
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hmget(view_key, ["epoch", "format", "seq"])
            pipeline.lrange(frames_key, 0, -1)
            (epoch, form, seq), frames = await pipeline.execute()
        if epoch is None:
            return None
        return frames_after(Head(int(epoch), int(form), int(seq)), frames, after)

    @_bounded
    async def heads(self, rooms: Sequence[RoomId], viewer: str) -> list[Head | None]:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for room in rooms:
                pipeline.hmget(_view_keys(room, viewer)[0], ["epoch", "format", "seq"])
            found = await pipeline.execute()
        return [None if head[0] is None else Head(*map(int, head)) for head in found]

    @_bounded
    async def put_listing(self, room: RoomId, listing: bytes, score: float) -> None:
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.set(_listing_key(room), listing, px=self._expiry.listing_ms)
            pipeline.zadd(_LISTING_INDEX, {room: score})
            pipeline.pexpire(_LISTING_INDEX, self._expiry.listing_ms)
            await pipeline.execute()

    @_bounded
    async def remove_listing(self, room: RoomId) -> None:
        await self._remove_listings([room])

    @_bounded
    async def listings(self, limit: int) -> list[bytes]:
        last = limit * _LISTINGS_SCANNED - 1
        members: list[bytes] = await self._redis.zrevrange(_LISTING_INDEX, 0, last)
        rooms = [RoomId(member.decode()) for member in members]
        if not rooms:
            return []
        found: list[bytes | None] = await self._redis.mget([_listing_key(room) for room in rooms])
        expired = [room for room, listing in zip(rooms, found, strict=True) if listing is None]
        if expired:
            await self._remove_listings(expired)
        return [listing for listing in found if listing is not None][:limit]

    @_bounded
    async def reserve(self, tenant: str, room: RoomId, limit: int, now_ms: int) -> Reserved:
        arguments: list[Argument] = [room, limit, now_ms, now_ms + RESERVED_MS]
        arguments.append(max(RESERVED_MS, self._expiry.listing_ms))
        found = await RESERVE.run(self._redis, [_owned_keys(tenant)[0]], arguments)
        return Reserved(found.decode())

    @_bounded
    async def put_owned(self, tenant: str, room: RoomId, listing: bytes, now_ms: int) -> None:
        open_, listings = _owned_keys(tenant)
        until_ms, expiry_ms = now_ms + self._expiry.listing_ms, self._expiry.listing_ms
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zadd(open_, {room: until_ms})
            pipeline.hset(listings, room, listing)
            pipeline.pexpire(open_, max(RESERVED_MS, expiry_ms))
            pipeline.pexpire(listings, expiry_ms)
            await pipeline.execute()

    @_bounded
    async def remove_owned(self, tenant: str, room: RoomId) -> None:
        open_, listings = _owned_keys(tenant)
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zrem(open_, room)
            pipeline.hdel(listings, room)
            await pipeline.execute()

    @_bounded
    async def owned(self, tenant: str, now_ms: int) -> tuple[int, list[bytes]]:
        open_, listings = _owned_keys(tenant)
        rooms: list[bytes] = await self._redis.zrangebyscore(open_, f"({now_ms}", "+inf")
        if not rooms:
            return 0, []
        found: list[bytes | None] = await self._redis.hmget(listings, rooms)
        return len(rooms), [listing for listing in found if listing is not None]

    @_bounded
    async def beat(self, room: RoomId, players: Sequence[PlayerId], now_ms: int) -> None:
        arguments: list[Argument] = [now_ms, self._expiry.presence_ms, *players]
        await BEAT.run(self._redis, [_presence_key(room)], arguments)

    @_bounded
    async def depart(self, room: RoomId, player: PlayerId) -> None:
        await self._redis.zrem(_presence_key(room), player)

    @_bounded
    async def present(self, room: RoomId, since_ms: int) -> dict[PlayerId, Millis]:
        found: list[tuple[bytes, float]] = await self._redis.zrangebyscore(
            _presence_key(room), since_ms, "+inf", withscores=True
        )
        return {PlayerId(player.decode()): Millis(int(at_ms)) for player, at_ms in found}

    @_bounded
    async def take(self, key: str, limit: Limit, now_ms: int, cost: int = 1) -> int:
        assert cost <= limit.capacity, (cost, limit)
        arguments = [limit.capacity, limit.refill_per_s, now_ms, cost]
        return int(await TAKE.run(self._redis, [f"limit:{key}"], arguments))

    @_bounded
    async def ping(self) -> None:
        await self._redis.ping()

    async def check(self, call_s: float = CALL_S) -> None:
        """Returns where a store answers this user and is new enough. Raises `Unfit` where it does
        not take the user or is too old, and `StoreAway`."""
        try:
            async with asyncio.timeout(call_s):
                said = await self._redis.execute_command("HELLO", 2)
        except AuthenticationError as error:
            raise Unfit(f"the store refuses this user or its password ({error})") from None
        except _SILENT as error:
            raise StoreAway(f"the store does not answer: {type(error).__name__}") from None
        except ResponseError as error:  # before 6.0 there is no such command
            raise Unfit(f"{_TOO_OLD} ({error})") from None
        version = _version_in(said)
        if tuple(map(int, version.split(".")[:2])) < LOWEST_VERSION:
            raise Unfit(f"the store is Redis {version}: {_TOO_OLD}")

    async def close(self) -> None:
        await self._redis.aclose()

    async def _remove_listings(self, rooms: Sequence[RoomId]) -> None:
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zrem(_LISTING_INDEX, *rooms)
            pipeline.delete(*(_listing_key(room) for room in rooms))
            await pipeline.execute()


def _why(error: RedisError) -> str:
    """The word of the store's own that its answer begins with, such as MISCONF, else the kind, and
    the line where it came to it in a script. Not the text, which may repeat what was sent."""
    first, _, rest = str(error).partition(" ")
    line = _SCRIPT_LINE.search(f"{first} {rest}")
    kind = first if first.isupper() else type(error).__name__
    return f"{kind} in {line[0]}" if line else kind


def _version_in(said: Any) -> str:
    """Of an answer to HELLO, which is a list of names and values, or a mapping."""
    pairs = said.items() if isinstance(said, dict) else zip(said[::2], said[1::2], strict=True)
    found = {_text(name): _text(value) for name, value in pairs}
    return found.get("version", "0.0")


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _view_keys(room: RoomId, viewer: str) -> tuple[str, str]:
    """Of the view and of its frames."""
    return f"view:{{{room}}}:now:{viewer}", f"view:{{{room}}}:frames:{viewer}"


def _presence_key(room: RoomId) -> str:
    return f"presence:{{{room}}}"


def _listing_key(room: RoomId) -> str:
    return f"listing:{{all}}:{room}"


def _owned_keys(tenant: str) -> tuple[str, str]:
    """Of the rooms that are open, by when each stops to count, and of their listings."""
    return f"tenant:{{{tenant}}}:open", f"tenant:{{{tenant}}}:rooms"


def _arguments(change: ViewChange) -> list[Argument]:
    arguments: list[Argument] = [
        int(change.is_whole),
        int(change.frame is not None),
        change.frame or b"",
        len(change.sections),
    ]
    for name, section in change.sections.items():
        arguments += [f"-{name}", b""] if section is None else [f"+{name}", section]
    return arguments
