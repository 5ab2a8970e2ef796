"""What the gateway counts of sockets, frames, refusals and limits."""

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from tests.runtime.waiting import until
from tests.services.gateway.house import GENEROUS, House, Line, Street


async def test_sockets_rooms_frames_and_bytes_are_counted(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway()
    value = service.gateway.metrics.all.value
    host = await street.person(service)
    code = await host.opens(game="bang")
    lines = [await host.socket(code) for _ in range(3)]
    for line in lines:
        await line.hears("view")
    assert (value("sockets"), value("rooms"), value("rules_members")) == (3, 1, 1)
    assert value("frames_total") == 0
    before = value("sent_bytes_total")
    assert before > 0
    for ready in (True, False):
        seq = await host.does(code, "ready", ready=ready)
        for line in lines:
            await line.hears("frame", seq=seq)
    assert value("frames_total") == 6
    assert value("sent_bytes_total") > before
    assert value("commands_total", outcome="accepted") == 3
    assert value("command_ms_count") == 3
    assert value("commands_in_flight") == 0
    for line in lines:
        await line.close()
    await until(lambda: value("sockets") == value("rooms") == 0)


async def test_refusals_are_counted_by_their_code(memory_house: House, street: Street) -> None:
    service = await memory_house.gateway()
    value = service.gateway.metrics.all.value
    host, stranger = await street.person(service), await street.person(service)
    code = await host.opens(game="bang")
    assert (await host.says(code, "start")).status_code == 409
    assert value("refused_total", code="not_enough_players") == 1
    assert value("commands_total", outcome="not_enough_players") == 1
    assert (await street.client(service).get("/api/rooms")).status_code == 401
    assert value("refused_total", code="unauthenticated") == 1
    assert (await host.get("/api/nothing")).status_code == 404
    assert value("refused_total", code="not_found") == 1
    line = await stranger.socket("QQQQQQ")
    await line.closed()
    assert value("refused_total", code="no_such_room") == 1
    line = await host.socket(code)
    await line.hears("view")
    await line.send({"type": "command", "commandId": "c", "command": {"type": "start"}})
    await line.hears("result")
    assert value("refused_total", code="not_enough_players") == 2
    await line.close()


async def test_sockets_past_a_limit_are_counted(memory_house: House, street: Street) -> None:
    few = msgspec.structs.replace(GENEROUS, sockets_limit=2, sockets_per_player=1)
    service = await memory_house.gateway(few)
    value = service.gateway.metrics.all.value
    people = [await street.person(service) for _ in range(3)]
    code = await people[0].opens(game="bang")
    lines = [await person.socket(code) for person in people[:2]]
    for line in lines:
        await line.hears("view")
    with pytest.raises(InvalidStatus) as refused:
        await Line.open(f"{service.url}/api/rooms/{code}/socket", people[2].bearer)
    assert refused.value.response.status_code == 503
    assert value("limited_total", limit="sockets") == 1
    assert value("refused_total", code="overloaded") == 1
    await lines[1].close()
    await until(lambda: value("sockets") == 1)
    second = await people[0].socket(code)
    await second.closed()
    assert value("limited_total", limit="sockets") == 2
    await lines[0].close()
