"""Table talk while the broker or its own stream is away: the game goes on, and all are told."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from nats.aio.client import Client

from services.cli import broker
from services.cli.broker import set_up
from services.cli.streams import StreamsSettings
from shared.eventstore.planning import ensure_streams
from shared.eventstore.streams import Stream
from shared.runtime import talk
from shared.runtime.bus import Bus
from shared.runtime.bus_nats import NatsBus
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer
from tests.services.gateway.house import House, Line, Street, house_in
from tests.services.gateway.test_talk import heard, lines, says, unsaid
from tests.services.worlds import nats_world, start_broker


async def hears_talk(line: Line, *, is_away: bool) -> list[str]:
    """The next message that says so; the phrases of its lines."""
    told = await line.hears("talk", within_s=20, away=is_away)
    return [each.get("phrase", "") for each in told["lines"]]


async def kept_s(admin: Bus, stream: str) -> float:
    answer = await admin.request(f"$JS.API.STREAM.INFO.{stream}", b"", timeout_ms=5_000)
    return float(msgspec.json.decode(answer)["config"]["max_age"]) / 1e9


async def test_play_goes_on_without_talk_and_all_are_told(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway()
    host, guest = await street.person(service), await street.person(service)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    assert await hears_talk(line, is_away=False) == []
    await says(host, code, phrase="hello")
    memory_house.talk.is_missing = True
    answer = await host.post(f"/api/rooms/{code}/talk", {"phrase": "thanks"})
    assert (answer.status_code, answer.json()["code"]) == (503, "talk_away")
    assert "retry-after" in answer.headers
    assert await hears_talk(line, is_away=True) == []
    late = await guest.socket(code)
    assert await hears_talk(late, is_away=True) == []
    assert (await guest.get(f"/api/rooms/{code}/talk")).json()["away"] is True
    seq = await guest.does(code, "join")
    await line.hears("frame", seq=seq)
    await late.hears("view", seq=seq)
    memory_house.talk.is_missing = False
    for each in (line, late):
        assert await hears_talk(each, is_away=False) == ["hello"]
        await each.close()
    assert service.gateway.metrics.all.value("talk_away_total") >= 3


async def test_talk_is_taken_up_again_when_the_broker_is_there_again(
    own_broker: NatsServer, shared_store: RedisServer, street: Street
) -> None:
    async with nats_world(own_broker) as world, house_in(world, shared_store) as house:
        await world.member()
        await house.projection()
        service = await house.gateway()
        host = await street.person(service)
        code = await host.opens(game="bang")
        line = await host.socket(code)
        await hears_talk(line, is_away=False)
        await says(host, code, phrase="hello")
        await own_broker.restart()
        async with asyncio.timeout(30):
            while (await unsaid(host, code, phrase="thanks"))[0] != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert "hello" in await hears_talk(line, is_away=False), "what may have been missed"
        said = await says(host, code, phrase="wellPlayed")
        assert await heard(line, said["id"]) == said
        assert (await lines(host, code))[0]["phrase"] == "hello"
        await line.close()


async def test_an_installation_without_the_stream_plays_on_until_it_is_made(
    tmp_path: Path, shared_store: RedisServer, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an upgrade before `setup` was run again."""

    async def without_talk(connection: Client, streams: Sequence[Stream]) -> None:
        older = [each for each in streams if each.name not in (talk.STREAM, talk.REPORTS)]
        await ensure_streams(connection, older)

    with monkeypatch.context() as patched:
        patched.setattr(broker, "ensure_streams", without_talk)
        server = await start_broker(tmp_path / "broker")
    try:
        async with nats_world(server) as world, house_in(world, shared_store) as house:
            await world.member()
            await house.projection()
            service = await house.gateway()
            host = await street.person(service)
            code = await host.opens(game="bang")
            line = await host.socket(code)
            await hears_talk(line, is_away=True)
            assert await unsaid(host, code, phrase="hello") == (503, "talk_away")
            await line.send({"type": "say", "sayId": "a", "phrase": "hello"})
            assert (await line.hears("sayResult"))["why"]["code"] == "talk_away"
            seq = await host.does(code, "ready", ready=True)
            assert (await line.hears("frame"))["seq"] == seq
            admin = await world.bus("setup")
            assert isinstance(admin, NatsBus)
            await set_up(admin)
            assert await hears_talk(line, is_away=False) == []
            said = await says(host, code, phrase="hello")
            assert await heard(line, said["id"]) == said
            await set_up(admin, settings=StreamsSettings(talk_minutes=90, report_days=40))
            assert await kept_s(admin, talk.STREAM) == 90 * 60
            assert await kept_s(admin, talk.REPORTS) == 40 * 86_400
            await line.close()
    finally:
        await server.stop()
