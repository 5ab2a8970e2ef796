"""A room as somebody knows it at one of its entries: from what he was told up to there, and nothing
else. A redacted log gives its own viewer the same as a full one.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from services.cli.match.reading import Read, Viewer, room_of
from services.cli.match.source import Unreadable
from services.cli.parts import GAMES
from shared.contracts.entries import read_header
from shared.contracts.ids import PlayerId
from shared.engine.chain import BadEntry
from shared.engine.events import Event
from shared.engine.game import Game
from shared.room.aggregate import MISFITS
from shared.room.codec import ReadEvent
from shared.room.knowing import Knowing
from shared.room.rules import Games
from shared.room.state import RoomState
from shared.room.told import audience
from shared.room.view import Sections, encoded, match_sections, public_sections, you_section


class Closed(Unreadable):
    """What the viewer was told is not in the log: it was written for somebody else."""


class Standing:
    """Takes a room's entries in their order."""

    def __init__(self, entries: Sequence[Read], viewer: Viewer, games: Games = GAMES) -> None:
        """`entries`: as they were read; to find out which room it is, none is taken yet."""
        self.viewer = viewer
        self.seq = 0
        self.at_ms = 0
        self._known = Knowing(room_of(entries), viewer.player, games, hears_all=viewer.is_auditor)

    @property
    def state(self) -> RoomState:
        return self._known.state

    @property
    def game(self) -> Game:
        """The room must have been opened."""
        return self._known.game

    @property
    def seat(self) -> int | None:
        """The viewer's at the match that runs or is over."""
        return self._known.seat

    @property
    def is_seated(self) -> bool:
        """Whether there is a match, and everybody has a seat at it."""
        return self._known.is_seated

    def take(self, each: Read) -> None:
        """Raises `BadEntry`, and `Closed` where what the viewer was told is closed."""
        try:
            for event in self._told(each):
                self._known.take(event, each.seq)
        except MISFITS as error:
            raise BadEntry(each.seq, "holds an event that cannot have happened") from error
        self.seq = each.seq
        self.at_ms = read_header(each.entry).at_ms

    def _told(self, each: Read) -> Iterator[Event]:
        for found in each.events:
            if found.event is None and not self.viewer.is_auditor:
                continue  # the secret of a match stays out of what is redacted
            if found.event is None or not (found.is_whole or self._may_lack(found)):
                raise self._closed(each.seq)
            yield found.event

    def _closed(self, seq: int) -> Closed:
        what = "in part" if self.viewer.is_auditor else "there to whom you name"
        return Closed(
            f"entry {seq} is closed {what}, so it was written for somebody else; this needs the "
            "whole log"
        )

    def _may_lack(self, found: ReadEvent) -> bool:
        if self.viewer.is_auditor or found.event is None:
            return False
        play = self.state.play
        seating = self.game.seating(play) if play is not None else ()
        told = audience(found.event, seating)
        return told is not None and self.viewer.player not in told

    def knows(self) -> Any:
        """The game's `Knowledge`; all must be seated (asserted)."""
        return self._known.knows()

    def view(self) -> dict[str, Any]:
        """The view in plain values, by section; an auditor's has under `own` what each player has
        for himself."""
        game, state, player = self.game, self.state, self.viewer.player
        found = {**public_sections(state, game), **match_sections(game, state.play)}
        if not self.viewer.is_auditor:
            member = state.member(player) if player else None
            seat = self.seat if member else None
            found["you"] = you_section(state, player if member else None, seat)
            return _plain(found | self._own(seat))
        own = {player: _plain(self._own(seat)) for seat, player in enumerate(self._seating())}
        return {**_plain(found), "own": own}

    def _own(self, seat: int | None) -> Sections:
        play = self.state.play
        return {} if play is None else encoded(self.game.own_sections(play, seat))

    def _seating(self) -> tuple[PlayerId, ...]:
        return self.game.seating(self.state.play) if self.state.play is not None else ()


def _plain(sections: Sections) -> dict[str, Any]:
    return {name: msgspec.json.decode(value) for name, value in sections.items()}


def standing(entries: Sequence[Read], viewer: Viewer, at: int | None = None) -> Standing:
    """The room after entry `at`, or after its last, for a verb with `--as`. Raises `BadEntry` and
    `Unreadable`."""
    if not entries:
        raise Unreadable("the log holds no entry")
    first, last = entries[0].seq, entries[-1].seq
    if at is not None and not first <= at <= last:
        raise Unreadable(f"there is no entry {at}; the log has {first} to {last}")
    found = Standing(entries, viewer)
    for each in entries:
        try:
            found.take(each)
        except Closed as closed:
            raise Unreadable(f"{closed.message}, or --as with whom it was written for") from None
        if each.seq == at:
            break
    return found
