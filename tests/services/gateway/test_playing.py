"""People in a room by HTTP and websocket: the way of a command, and what everybody gets of it."""

from tests.services.gateway.house import House, Street


async def test_a_room_is_opened_joined_and_played_by_sockets(house: House, street: Street) -> None:
    service = await house.gateway()
    host = await street.person(service, "보리")
    guests = [await street.person(service, f"guest {n}") for n in range(3)]
    code = await host.opens(game="bang", visibility="public")
    for guest in guests:
        await guest.does(code, "join")
    people = [host, *guests]
    lines = [await person.socket(code) for person in people]
    for person, line in zip(people, lines, strict=True):
        hello = await line.hears("hello")
        assert hello["viewer"] == person.id
        view = await line.hears("view")
        assert view["seq"] >= 4
        assert [member["player"] for member in view["sections"]["members"]] == [
            each.id for each in people
        ]
    for line in lines:
        await line.send(
            {"type": "command", "commandId": "r", "command": {"type": "ready", "ready": True}}
        )
        assert (await line.hears("result"))["accepted"] is True
    seq = await host.does(code, "start")
    for line in lines:
        frame = await line.hears("frame", seq=seq)
        assert "hand" in frame["sections"] or "me" in frame["sections"]
        seqs = [m["seq"] for m in line.heard if m["type"] in ("view", "frame")]
        assert seqs == list(range(seqs[0], seq + 1)), "in order, none twice, none missing"
