"""What a mind is given, in the form in which it comes over a connection, read when it is looked at.

Most minds look at little of what they are given; what is not looked at costs nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

import msgspec

from shared.contracts.entries import encoder
from shared.contracts.ids import PlayerId
from shared.engine.game import Game
from shared.room.aggregate import Accepted
from shared.room.told import audience, hidden


class SeatView(Mapping[str, Any]):
    """The sections of the match that `seat` sees now, by name; later moves do not change them.

    They are made of what `see` leaves of the state, so nothing hidden can be in them.
    """

    __slots__ = ("_game", "_own", "_public", "_read", "_seat", "_seen")

    def __init__(self, game: Game, state: Any, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._seen = game.see(state, seat)
        self._own: dict[str, Any] | None = None
        self._public: dict[str, Any] | None = None
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            own = self._own_sections()
            made = own[name] if name in own else self._public_sections()[name]
            self._read[name] = msgspec.json.decode(encoder.encode(made))
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._own_sections()
        yield from self._public_sections()

    def __len__(self) -> int:
        return len(self._own_sections()) + len(self._public_sections())

    def _own_sections(self) -> dict[str, Any]:
        if self._own is None:
            self._own = self._game.own_sections(self._seen, self._seat)
        return self._own

    def _public_sections(self) -> dict[str, Any]:
        if self._public is None:
            self._public = self._game.public_sections(self._seen)
        return self._public


class Telling:
    """One entry as everybody hears it, with what some hear beyond that (L2)."""

    __slots__ = ("_confided", "_entry", "_plain", "_public", "_seating")

    def __init__(self, entry: Accepted, seating: tuple[PlayerId, ...]) -> None:
        self._entry = entry
        self._seating = seating
        self._public: list[bytes] = []
        self._confided: list[tuple[int, tuple[PlayerId, ...], bytes]] = []
        self._plain: list[Any] | None = None

    def read(self, player: PlayerId) -> list[Any]:
        """The events as `player` hears them; all who hear the same get the same list."""
        if self._plain is None:
            self._part()
            self._plain = _decoded(self._public)
        mine = {number: whole for number, told, whole in self._confided if player in told}
        if not mine:
            return self._plain
        return _decoded([mine.get(number, leaf) for number, leaf in enumerate(self._public)])

    def __len__(self) -> int:
        return len(self._entry.events)

    def _part(self) -> None:
        leaf = 1
        for number, event in enumerate(self._entry.events):
            is_public = hidden(event) is None
            told = None if is_public else audience(event, self._seating)
            if told:
                self._confided.append((number, told, encoder.encode(event)))
            self._public.append(self._entry.leaves[leaf])
            leaf += 1 if is_public else 2


def _decoded(leaves: list[bytes]) -> list[Any]:
    return msgspec.json.decode(b"[%s]" % b",".join(leaves), type=list[Any])


class Heard(Sequence[Any]):
    """The events of one entry as `player` hears them."""

    __slots__ = ("_events", "_player", "_telling")

    def __init__(self, telling: Telling, player: PlayerId) -> None:
        self._telling = telling
        self._player = player
        self._events: list[Any] | None = None

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self._read()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._telling)

    def _read(self) -> list[Any]:
        if self._events is None:
            self._events = self._telling.read(self._player)
        return self._events
