"""Every service against every subject and key of all services: what is not in the table is refused
by a real broker and a real store."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, NoPermissionError, ResponseError

from services.cli.broker import dial
from services.cli.rights import rendered
from services.cli.tree import ROOT
from shared.contracts.ids import RoomId
from shared.contracts.rights import KeyUse, Rights
from shared.contracts.subjects import PRESENCE, inbox_prefix
from shared.contracts.talk import report_subject, said_subject, talk_subject
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import MAIN, SHARD_COUNT
from shared.eventstore.log import Gap
from shared.runtime.bus_memory import matches
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer
from tests.conftest import Count
from tests.services.rights.conftest import PASSWORDS, RIGHTS
from tests.services.rights.wire import Wire

NAMES = [rights.service for rights in RIGHTS]
BY_NAME = {rights.service: rights for rights in RIGHTS}
BROAD = (">", "*", "*.*", "*.*.*", "*.*.*.*", "ev.>", "$JS.API.>", "$KV.>", "$SYS.>", "_INBOX.>")
"""Wildcards that nobody may listen to, and subjects of nobody."""


def _concrete(pattern: str) -> str:
    """One subject that the pattern stands for."""
    return pattern.replace("*", "X1").replace(">", "x.y")


PUBLISHED = sorted(
    {_concrete(subject) for rights in RIGHTS for subject in (*rights.publish, *rights.subscribe)}
    | {"ev.3.main.ROOMAA", "ev.3.other.ROOMAA", "snap.main.ROOMAA", "timer.fire.ROOMAA"}
    | {"$JS.API.STREAM.DELETE.EV0", "$JS.API.STREAM.PURGE.EV0", "$JS.API.STREAM.UPDATE.EV0"}
    | {"$JS.API.STREAM.MSG.DELETE.EV0", "$JS.API.STREAM.CREATE.EV9", "$JS.API.STREAM.SNAPSHOT.EV0"}
    | {"$JS.API.CONSUMER.CREATE.KV_NAMES.x", "$JS.API.ACCOUNT.PURGE.x", "$JS.API.INFO"}
    | {"$SYS.REQ.SERVER.PING", "nowhere", "rules.any.sys", "rules.any.cmd"}
)
SUBSCRIBED = sorted({*PUBLISHED, *BROAD, *(s for rights in RIGHTS for s in rights.subscribe)})


def _covers(patterns: tuple[str, ...], subject: str) -> bool:
    return any(matches(pattern, subject) for pattern in patterns)


@pytest.mark.parametrize("name", NAMES)
async def test_a_service_publishes_only_what_the_table_says(
    broker: NatsServer, name: str, count: Count
) -> None:
    rights = BY_NAME[name]
    async with Wire(broker.url, name, PASSWORDS[name]) as wire:
        may = {subject for subject in PUBLISHED if await wire.publishes(subject)}
    assert may == {subject for subject in PUBLISHED if _covers(rights.publish, subject)}
    count("rights tried", len(PUBLISHED))


@pytest.mark.parametrize("name", NAMES)
async def test_a_service_listens_only_to_what_the_table_says(
    broker: NatsServer, name: str, count: Count
) -> None:
    rights = BY_NAME[name]
    async with Wire(broker.url, name, PASSWORDS[name]) as wire:
        may = {subject for subject in SUBSCRIBED if await wire.subscribes(subject)}
        queued = {subject for subject in SUBSCRIBED if await wire.subscribes(subject, "q")}
    assert may == {subject for subject in SUBSCRIBED if _covers(rights.subscribe, subject)}
    assert queued == may
    count("rights tried", 2 * len(SUBSCRIBED))


def test_only_rules_append_and_the_gateway_reads_nothing_of_the_log() -> None:
    room = MAIN.subject(RoomId("ROOMAA"))
    assert [r.service for r in RIGHTS if _covers(r.publish, room)] == ["rules"]
    assert [r.service for r in RIGHTS if _covers(r.publish, "snap.main.ROOMAA")] == ["rules"]
    streams = MAIN.shards_by_stream(range(SHARD_COUNT))
    of_log = [s for s in BY_NAME["gateway"].publish if set(s.split(".")) & {*streams, "SNAPSHOTS"}]
    assert of_log == []
    assert not _covers(BY_NAME["gateway"].subscribe, room)


def test_talk_is_the_gateways_and_no_rule_reads_it() -> None:
    room = RoomId("ROOMAA")
    for subject, sender in ((talk_subject(room), "gateway"), (report_subject(room), "gateway")):
        assert [r.service for r in RIGHTS if _covers(r.publish, subject)] == [sender]
    assert [r.service for r in RIGHTS if _covers(r.publish, said_subject(room))] == []
    for subject in (talk_subject(room), said_subject(room), report_subject(room)):
        listening = [r.service for r in RIGHTS if _covers(r.subscribe, subject)]
        assert listening == (["gateway"] if subject == said_subject(room) else [])
    readers = {
        stream: [r.service for r in RIGHTS if _covers(r.publish, f"$JS.API.DIRECT.GET.{stream}")]
        for stream in ("TALK", "REPORTS")
    }
    assert readers == {"TALK": ["gateway"], "REPORTS": ["auditor"]}


def test_only_the_timer_speaks_for_the_system() -> None:
    senders = [r.service for r in RIGHTS if _covers(r.publish, "rules.any.sys")]
    assert senders == ["timer"]
    assert not _covers(BY_NAME["timer"].publish, "rules.any.cmd")


def test_only_replay_and_the_auditor_have_looks_recorded() -> None:
    senders = [r.service for r in RIGHTS if _covers(r.publish, "rules.any.audit")]
    assert senders == ["replay", "auditor"]
    for name in senders:
        assert not _covers(BY_NAME[name].publish, "rules.any.cmd")


def test_the_gateway_ends_rooms_for_their_tenants_and_not_as_an_operator() -> None:
    for path, wanted in (("tenant", ["gateway"]), ("operator", ["timer", "operator"])):
        assert [r.service for r in RIGHTS if _covers(r.publish, f"rules.any.{path}")] == wanted


def test_nobody_hears_the_answers_to_another() -> None:
    for rights in RIGHTS:
        hears = [name for name in NAMES if _covers(rights.subscribe, f"{inbox_prefix(name)}.x")]
        assert hears == [rights.service]


@pytest.mark.parametrize(
    "asked", [subject for subject in BY_NAME["gateway"].publish if subject != PRESENCE]
)
async def test_no_answer_to_the_gateway_reaches_the_log(broker: NatsServer, asked: str) -> None:
    """The broker asks no permission for the subject that an answer is wanted on."""
    auditor = await dial(broker.url, "auditor", PASSWORDS["auditor"])
    log = JetStreamLog(auditor.nc)
    room = RoomId(f"ASK{BY_NAME['gateway'].publish.index(asked):03}")
    async with Wire(broker.url, "gateway", PASSWORDS["gateway"]) as wire:
        question = b'{"multi_last": ["$KV.NAMES.*"]}' if "DIRECT" in asked else b"x"
        assert await wire.publishes(_concrete(asked), MAIN.subject(room), question)
        assert await wire.publishes("$KV.NAMES.X1", MAIN.subject(room), b"x")
    await auditor.flush()
    assert await log.head(room) == 0
    await auditor.close()


async def test_an_answer_within_the_inner_account_would_reach_it(broker: NatsServer) -> None:
    """Why strangers' requests are kept out of that account, and that the test above can fail."""
    auditor = await dial(broker.url, "auditor", PASSWORDS["auditor"])
    room = RoomId("INSIDE")
    async with Wire(broker.url, "auditor", PASSWORDS["auditor"]) as wire:
        assert await wire.publishes("$JS.API.STREAM.INFO.EV0", MAIN.subject(room))
    log = JetStreamLog(auditor.nc)
    with pytest.raises(Gap):
        await _until_found(log, room)
    await auditor.close()


async def _until_found(log: JetStreamLog, room: RoomId) -> None:
    """The broker answers in its own time."""
    async with asyncio.timeout(30):
        while await log.head(room) == 0:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("user", ["nobody", "gateway", ""])
async def test_a_wrong_password_opens_nothing(broker: NatsServer, user: str) -> None:
    with pytest.raises((AssertionError, ConnectionError)):
        async with Wire(broker.url, user, "wrong"):
            pass


PREFIXES = sorted({use.prefix for rights in RIGHTS for use in rights.keys} | {"other:"})
CALLS: dict[str, Callable[[str], tuple[str | int, ...]]] = {
    "hgetall": lambda key: ("hgetall", key),
    "hmget": lambda key: ("hmget", key, "f"),
    "hset": lambda key: ("hset", key, "f", "v"),
    "hdel": lambda key: ("hdel", key, "f"),
    "del": lambda key: ("del", key),
    "pexpire": lambda key: ("pexpire", key, 1),
    "set": lambda key: ("set", key, "v"),
    "get": lambda key: ("get", key),
    "mget": lambda key: ("mget", key),
    "lrange": lambda key: ("lrange", key, 0, 1),
    "rpush": lambda key: ("rpush", key, "v"),
    "ltrim": lambda key: ("ltrim", key, 0, 1),
    "zadd": lambda key: ("zadd", key, 1, "v"),
    "zrem": lambda key: ("zrem", key, "v"),
    "zscore": lambda key: ("zscore", key, "v"),
    "zrevrange": lambda key: ("zrevrange", key, 0, 1),
    "zrangebyscore": lambda key: ("zrangebyscore", key, 0, 1),
    "zremrangebyscore": lambda key: ("zremrangebyscore", key, 0, 1),
    "eval": lambda key: ("eval", "return redis.call('EXISTS', KEYS[1])", 1, key),
    "evalsha": lambda key: ("evalsha", "0" * 40, 1, key),
}
FORBIDDEN: tuple[tuple[str | int, ...], ...] = (
    *(("keys", "*"), ("scan", 0), ("flushall",), ("config", "get", "*"), ("acl", "list")),
    *(("monitor",), ("script", "flush"), ("subscribe", "x"), ("publish", "x", "y"), ("info",)),
    *(
        ("dbsize",),
        ("randomkey",),
        ("shutdown",),
        ("client", "list"),
        ("config", "set", "save", ""),
    ),
)


async def _is_allowed(redis: Any, call: tuple[str | int, ...]) -> bool:
    try:
        await redis.execute_command(*call)
    except NoPermissionError:
        return False
    except ResponseError as error:  # the call was let through, and then failed
        return "ACL failure in script" not in str(error) or call[0] == "eval"
    return True


def _may(rights: Rights, command: str, prefix: str) -> bool:
    return any(_allows(use, command, prefix) for use in rights.keys)


def _allows(use: KeyUse, command: str, prefix: str) -> bool:
    return use.prefix == prefix and command in use.commands


STORED = [rights.service for rights in RIGHTS if rights.keys or rights.looks_at_store]


@pytest.mark.parametrize("name", STORED)
async def test_a_service_touches_only_its_keys(store: RedisServer, name: str, count: Count) -> None:
    rights = BY_NAME[name]
    redis = Redis.from_url(store.url, username=name, password=PASSWORDS[name], protocol=2)
    for prefix in PREFIXES:
        for command, call in CALLS.items():
            # Each on a key of its own, so that no call meets another's kind of value.
            key = f"{prefix}{name}-{command}"
            assert await _is_allowed(redis, call(key)) == _may(rights, command, prefix), key
    for forbidden in FORBIDDEN:
        may = rights.looks_at_store and forbidden[:2] == ("config", "get")
        assert await _is_allowed(redis, forbidden) == may, forbidden
    await redis.aclose()
    count("rights tried", len(PREFIXES) * len(CALLS) + len(FORBIDDEN))


@pytest.mark.parametrize("name", [*sorted({*NAMES} - {*STORED}), "default", "nobody"])
async def test_others_do_not_get_into_the_store(store: RedisServer, name: str) -> None:
    password = PASSWORDS.get(name, "")
    redis: Any = Redis.from_url(store.url, username=name, password=password, protocol=2)
    with pytest.raises(AuthenticationError):
        await redis.execute_command("ping")
    await redis.aclose()


def test_the_document_says_what_the_table_says() -> None:
    kept = (ROOT / "docs" / "rights.md").read_text("utf-8")
    assert kept == rendered(), "./saloon rights > docs/rights.md"
