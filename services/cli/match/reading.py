"""A room's log read entry by entry: what everybody, somebody, or an auditor hears of it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from services.cli.parts import GAMES
from services.cli.transcript import Transcript, ending, faces
from shared.contracts.ids import PlayerId, RoomId
from shared.engine.chain import BadEntry
from shared.engine.events import Event
from shared.matchfile import opened
from shared.matchfile.opened import Read, begun, number_of, players
from shared.room.aggregate import Room
from shared.room.events import MatchClosed, Restated, RoomOpened
from shared.room.told import hear
from shared.text.catalogue import Catalogue
from shared.text.log import Log


def read(entries: Sequence[bytes]) -> Iterator[Read]:
    """Checks that each follows the one before, and opens what is open; the first is the room's, or
    restates it. Raises `BadEntry`."""
    if not entries:
        return iter(())
    first = begun(entries[0])
    if not first:
        raise BadEntry(number_of(entries[0]) or 1, "does not open or restate a room")
    stretch = first[0]._replace(entries=list(entries[:1]))
    return opened.read(entries, GAMES, stretch.first_seq - 1, stretch.previous)


__all__ = ["Read", "Viewer", "game_of", "lines", "players", "read", "room_at", "room_of"]


class Viewer(NamedTuple):
    """Whose record it is: of a player, of a spectator (`None`), or of an auditor, who hears all."""

    player: PlayerId | None
    is_auditor: bool = False

    def hears(self, event: Event, seating: tuple[PlayerId, ...]) -> Event:
        if self.is_auditor:
            return event
        seat = seating.index(self.player) if self.player in seating else None
        return hear(event, self.player, seat)


def _first(entries: Sequence[Read]) -> RoomOpened | Restated | None:
    """What the log begins with; `None` where that is closed."""
    first = entries[0].events[0].event if entries and entries[0].events else None
    return first if isinstance(first, RoomOpened | Restated) else None


def room_of(entries: Sequence[Read]) -> RoomId:
    """The room's code, as its first entry says; empty where that is closed."""
    first = _first(entries)
    return RoomId("") if first is None else first.room


def game_of(entries: Sequence[Read]) -> str:
    """Likewise what is played there; the western game where that is closed."""
    first = _first(entries)
    return "bang" if first is None else first.game


def room_at(entries: Sequence[Read]) -> Room:
    """The room before its first entry here; it may be given them."""
    first = entries[0]
    previous = bytes.fromhex(first.entry.prev)
    return Room(room_of(entries), GAMES, first.seq - 1, previous)


def lines(
    entries: Sequence[Read],
    viewer: Viewer,
    names: dict[str, str],
    texts: Catalogue,
) -> Iterator[str]:
    """What `viewer` heard, as far as it is open, and how each match ended. Raises `BadEntry`."""
    transcript = Transcript(texts, Log(texts, names, faces()))
    folded: Room | None = room_at(entries)
    for each in entries:
        events = each.told()
        for event in events:
            yield from transcript.lines(viewer.hears(event, each.seating))
        if folded is None or not each.is_open:
            folded = None
            continue
        folded.apply(each.stored)
        if any(isinstance(event, MatchClosed) for event in events):
            yield from _how_it_ended(folded, names, texts)


def _how_it_ended(folded: Room, names: dict[str, str], texts: Catalogue) -> Iterator[str]:
    game = folded.game
    assert game is not None
    outcome = game.outcome(folded.state.play)
    yield ""
    points = {**folded.state.standings}
    for member in folded.state.members:
        points.setdefault(member.player, 0)
    yield from ending(texts, outcome, points, names, game.id)
