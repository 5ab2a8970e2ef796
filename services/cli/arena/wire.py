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


class Heard(Sequence[Any]):
    """The events of one entry as somebody hears them; all who hear the same share one."""

    __slots__ = ("_events", "_leaves")

    def __init__(self, leaves: list[bytes]) -> None:
        self._leaves = leaves
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
        return len(self._leaves)

    def _read(self) -> list[Any]:
        if self._events is None:
            self._events = msgspec.json.decode(b"[%s]" % b",".join(self._leaves), type=list[Any])
        return self._events


def heard(entry: Accepted, seating: tuple[PlayerId, ...]) -> list[Heard]:
    """By seat of `seating`, what its player hears of the entry (L2)."""
    public: list[bytes] = []
    confided: list[tuple[int, tuple[PlayerId, ...], bytes]] = []
    leaf = 1
    for event in entry.events:
        is_public = hidden(event) is None
        told = None if is_public else audience(event, seating)
        if told:
            confided.append((len(public), told, encoder.encode(event)))
        public.append(entry.leaves[leaf])
        leaf += 1 if is_public else 2
    plain = Heard(public)
    if not confided:
        return [plain] * len(seating)
    return [_with(plain, public, confided, player) for player in seating]


def _with(
    plain: Heard,
    public: list[bytes],
    confided: list[tuple[int, tuple[PlayerId, ...], bytes]],
    player: PlayerId,
) -> Heard:
    mine = {number: whole for number, told, whole in confided if player in told}
    if not mine:
        return plain
    return Heard([mine.get(number, leaf) for number, leaf in enumerate(public)])
