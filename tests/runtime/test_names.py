"""Nicknames: kept, replaced, dropped in time, and erased so that nothing is left."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shared.contracts.ids import PlayerId
from shared.runtime.broker_api import StreamMissing, store
from shared.runtime.bus import BusError
from shared.runtime.clock import ManualClock
from shared.runtime.names import MemoryNames, Names, NatsNames, names_stream
from shared.runtime.nats_server import NatsServer
from tests.runtime.conftest import Dial


@pytest.fixture(params=["memory", "nats"])
async def names(request: pytest.FixtureRequest, dial: Dial) -> AsyncIterator[Names]:
    if request.param == "nats":
        yield NatsNames(await dial("names"))
    else:
        yield MemoryNames(ManualClock(), retention_days=90)


def player() -> PlayerId:
    return PlayerId(uuid.uuid4().hex)


async def test_a_name_is_kept(names: Names) -> None:
    who = player()
    await names.put(who, "서부의 별 ★")
    assert await names.get([who]) == {who: "서부의 별 ★"}


async def test_unknown_players_are_left_out(names: Names) -> None:
    known, unknown = player(), player()
    await names.put(known, "Kit")
    assert await names.get([unknown]) == {}
    assert await names.get([unknown, known]) == {known: "Kit"}
    assert await names.get([]) == {}


async def test_a_new_name_replaces_the_old(names: Names) -> None:
    who = player()
    for name in ("one", "two", "three"):
        await names.put(who, name)
    assert await names.get([who]) == {who: "three"}


async def test_a_whole_table_is_read_at_once(names: Names) -> None:
    wanted = {player(): f"name {number}" for number in range(600)}
    players = list(wanted)
    for start in range(0, len(players), 50):
        some = players[start : start + 50]
        await asyncio.gather(*(names.put(who, wanted[who]) for who in some))
    assert await names.get(list(wanted)) == wanted


async def test_an_erased_name_is_gone_and_may_come_back(names: Names) -> None:
    who, other = player(), player()
    await names.put(who, "gone")
    await names.put(other, "stays")
    await names.erase(who)
    await names.erase(who)
    assert await names.get([who, other]) == {other: "stays"}
    await names.put(who, "back")
    assert await names.get([who]) == {who: "back"}


async def test_a_name_is_added_only_where_there_is_none(names: Names) -> None:
    who, ended = player(), player()
    await names.put(ended, "")
    for added in (who, ended):
        await names.add(added, "first")
        await names.add(added, "second")
    assert await names.get([who, ended]) == {who: "first", ended: ""}
    await names.erase(who)
    await names.add(who, "third")
    assert await names.get([who]) == {who: "third"}


async def test_in_memory_a_name_is_dropped_after_its_time() -> None:
    clock, who = ManualClock(), player()
    names = MemoryNames(clock, retention_days=2)
    await names.put(who, "Kit")
    await clock.advance(2 * 86_400_000 - 1)
    assert await names.get([who]) == {who: "Kit"}
    await names.put(who, "Kit")
    await clock.advance(86_400_000)
    assert await names.get([who]) == {who: "Kit"}
    await clock.advance(86_400_000)
    assert await names.get([who]) == {}


async def test_the_retention_is_the_streams_own_limit(dial: Dial) -> None:
    stream = names_stream(replicas=1, retention_days=90)
    admin = await dial("admin")
    answer = await admin.request(f"$JS.API.STREAM.INFO.{stream.name}", b"", timeout_ms=1_000)
    assert b'"max_age":%d' % (90 * 86_400 * 10**9) in answer


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*.blk"))


async def test_replaced_and_erased_names_are_gone_from_the_disk(
    dial_own: Dial, own_broker: NatsServer, tmp_path: Path
) -> None:
    names, who = NatsNames(await dial_own("names")), player()
    await names.put(who, "canary-old")
    assert b"canary-old" in bytes_on_disk(tmp_path)
    await names.put(who, "canary-new")
    assert b"canary-old" not in bytes_on_disk(tmp_path)
    assert b"canary-new" in bytes_on_disk(tmp_path)
    await names.erase(who)
    assert b"canary" not in bytes_on_disk(tmp_path)


async def test_names_that_come_at_once_replace_each_other(
    dial_own: Dial, own_broker: NatsServer, tmp_path: Path
) -> None:
    one, other, who = (
        NatsNames(await dial_own("names")),
        NatsNames(await dial_own("names")),
        player(),
    )
    await one.put(who, "canary-old")
    await asyncio.gather(
        *(names.put(who, f"canary-{n}") for n in range(5) for names in (one, other)),
        *(names.add(who, "canary-added") for names in (one, other)),
    )
    await one.put(who, "last")
    assert await other.get([who]) == {who: "last"}
    assert b"canary" not in bytes_on_disk(tmp_path)


async def test_what_a_gateway_left_behind_is_gone_from_the_disk(
    dial_own: Dial, own_broker: NatsServer, tmp_path: Path
) -> None:
    """It ended between the new name and the overwriting of the old one."""
    names, admin, who = NatsNames(await dial_own("names")), await dial_own("admin"), player()
    for left in (b"canary-1", b"canary-2"):
        await store(admin, f"$KV.NAMES.{who}", left)
    await names.put(who, "")
    assert await names.get([who]) == {who: ""}
    assert b"canary" not in bytes_on_disk(tmp_path)


async def test_a_name_that_an_operator_deleted_may_come_back(dial: Dial) -> None:
    names, admin, who = NatsNames(await dial("names")), await dial("admin"), player()
    await names.put(who, "Kit")
    await store(admin, f"$KV.NAMES.{who}", b"", {"KV-Operation": "DEL"})
    assert await names.get([who]) == {}
    await names.put(who, "Kit")
    assert await names.get([who]) == {who: "Kit"}


async def test_names_survive_a_killed_broker(dial_own: Dial, own_broker: NatsServer) -> None:
    names, who = NatsNames(await dial_own("names")), player()
    await names.put(who, "Kit")
    own_broker.kill()
    with pytest.raises(BusError):
        await names.get([who])
    await own_broker.start()
    assert await names.get([who]) == {who: "Kit"}


async def test_a_missing_stream_is_named(dial_own: Dial, own_broker: NatsServer) -> None:
    admin = await dial_own("admin")
    await admin.request("$JS.API.STREAM.DELETE.KV_NAMES", b"", timeout_ms=1_000)
    with pytest.raises(StreamMissing, match="NAMES"):
        await NatsNames(await dial_own("admin")).put(player(), "Kit")
