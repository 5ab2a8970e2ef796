"""A load's players go on by themselves, whoever of them is told first, wherever they connect."""

import msgspec
from websockets.asyncio.server import ServerConnection, serve

from services.cli.load.request import Pace
from services.cli.load.room import Room
from services.cli.load.seat import Seat
from services.cli.load.tally import Tally
from shared.contracts.ids import PlayerId, RoomId
from tests.runtime.waiting import until


class Slow:
    """Nobody gets to the end of a thought."""

    pace = preparing = Pace(3_600, 3_600)
    is_playing = True

    def may_move(self) -> bool:
        return True


class Place:
    """A gateway that says nothing by itself."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._here: list[ServerConnection] = []

    async def welcome(self, connection: ServerConnection) -> None:
        self._here.append(connection)
        async for message in connection:
            self.heard.append(message.encode() if isinstance(message, str) else message)

    async def restart(self) -> None:
        """As a gateway ends that stops in order."""
        here, self._here = self._here, []
        for connection in here:
            await connection.close(1012)


def frame(seq: int, **sections: object) -> bytes:
    message = {"type": "frame", "seq": seq, "hash": f"{seq:064x}", "sections": sections}
    return msgspec.json.encode(message)


def thinks(seat: Seat) -> bool:
    return seat._thinking is not None


def room_at(*addresses: str) -> Room:
    room = Room(RoomId("QWERTY"), addresses, Tally(), Slow(), seed=1, number=0)
    room.seats += [Seat(room, number, PlayerId(f"p{number}"), "token") for number in range(4)]
    return room


async def test_who_is_told_of_a_match_before_the_host_thinks_all_the_same() -> None:
    """With several gateways frames do not come to all in one order."""
    place = Place()
    async with serve(place.welcome, "127.0.0.1", 0) as server:
        room = room_at(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        host, first = room.seats[:2]
        for seat in (host, first):
            await seat.connect()
        first.hear(frame(1, room={"phase": "match"}, legal=[{"type": "draw"}]))
        assert not thinks(first), "as far as is known nobody plays yet"
        host.hear(frame(1, room={"phase": "match"}, legal=[]))
        assert thinks(first)
        assert not thinks(host)
        for seat in (host, first):
            seat.leave()


async def test_who_loses_a_gateway_goes_to_the_next_and_thinks_on() -> None:
    """Also where nothing has happened meanwhile, so that nothing is told."""
    places = [Place(), Place()]
    async with (
        serve(places[0].welcome, "127.0.0.1", 0) as one,
        serve(places[1].welcome, "127.0.0.1", 0) as two,
    ):
        ports = [server.sockets[0].getsockname()[1] for server in (one, two)]
        room = room_at(*(f"http://127.0.0.1:{port}" for port in ports))
        seat = room.seats[0]
        await seat.connect()
        seat.hear(frame(1, room={"phase": "match"}, legal=[{"type": "draw"}]))
        assert thinks(seat)
        await until(lambda: len(places[0].heard) == 1, within_s=15)
        await places[0].restart()
        await until(lambda: len(places[1].heard) == 1 and seat.is_up, within_s=15)
        assert thinks(seat)
        assert msgspec.json.decode(places[1].heard[0])["after"] == 1
        assert room.tally.reconnects == 1
        seat.leave()
