"""What there is of a room: who may enter it, its matches, and the entries of one of them.

The one place that knows where entries lie.
"""

import asyncio
from collections import OrderedDict

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from services.replay.slices import gently
from shared.contracts.commands import Visibility
from shared.contracts.entries import Entry, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.eventstore.log import Gap, Log, Stored
from shared.folding.loader import Damaged, apply
from shared.folding.metrics import FoldingMetrics
from shared.matchfile.opened import Stretch, begun, seated
from shared.room.aggregate import Room
from shared.room.rules import Games
from shared.room.state import Phase

ROOMS_LIMIT = 500
"""Rooms that are remembered as they stood when somebody asked."""


class Match(Struct, frozen=True):
    """One match as far as it has come; see `http.MatchInfo`."""

    number: int
    """0 stands for what follows where a closed room was restated: no match."""
    game: str
    ruleset: str
    first_seq: int
    last_seq: int
    began_ms: int
    last_ms: int
    players: tuple[PlayerId, ...] = ()


class Standing(Struct, frozen=True):
    """A room as its log had it when it was asked for."""

    room: RoomId
    phase: Phase
    visibility: Visibility
    invitation: str
    members: frozenset[PlayerId]
    matches: tuple[Match, ...]

    def match(self, number: int) -> Match | None:
        return next((match for match in self.matches if match.number == number), None)

    def is_over(self, match: Match) -> bool:
        """Nothing of it is hidden any more: the next one is prepared only then."""
        return match != self.matches[-1] or self.phase in ("over", "closed")


class _Known:
    """A room in memory. Whoever reads or replaces `room` holds `lock`."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.room: Room | None = None
        self.matches: list[Match] = []


class Reading:
    """Reads rooms and matches. Raises the log's `Away`, and `FoldError` where the log is damaged or
    under rules that are not held here."""

    def __init__(self, log: Log, games: Games, metrics: FoldingMetrics) -> None:
        self._log = log
        self._games = games
        self._metrics = metrics
        self._known: OrderedDict[RoomId, _Known] = OrderedDict()

    async def room(self, room: RoomId) -> Standing | None:
        """The room as the log's leader has it now; `None` where there is none."""
        known = self._known.setdefault(room, _Known())
        self._known.move_to_end(room)
        while len(self._known) > ROOMS_LIMIT:
            self._known.popitem(last=False)
        async with known.lock:
            try:
                await self._catch_up(room, known)
            except BaseException:
                known.room = None
                raise
            if known.room is None:
                self._known.pop(room, None)
                return None
            state = known.room.state
            return Standing(
                room,
                state.phase,
                state.visibility,
                state.invitation,
                frozenset(member.player for member in state.members),
                tuple(match for match in known.matches if match.number),
            )

    async def stretch(self, standing: Standing, match: Match) -> Stretch:
        """All entries of the match, up to the last that `standing` knows of."""
        room = standing.room
        found = await self._read(room, match.first_seq - 1)
        entries = [stored.entry for stored in found if stored.seq <= match.last_seq]
        return Stretch(room, match.number, match.game, match.ruleset, match.first_seq, entries)

    async def _read(self, room: RoomId, after: int | None) -> list[Stored]:
        try:
            return await self._log.read(room, after)
        except Gap as gap:
            raise Damaged(room, gap.seq) from gap

    async def _catch_up(self, room: RoomId, known: _Known) -> None:
        """The first time the last match alone is folded: its first entry says all that outlives the
        others."""
        tail = await self._tail(room, known)
        if not tail:
            return
        began = await _noted(known.matches, tail)
        if known.room is None:
            tail = tail[began:]
            before = bytes.fromhex(_entry(tail[0]).prev)
            known.room = Room(room, self._games, tail[0].seq - 1, before)
        self._metrics.folded.add(len(tail))
        async for stored in gently(tail):
            apply(known.room, stored)

    async def _tail(self, room: RoomId, known: _Known) -> list[Stored]:
        """What came since; everything that is kept where what is known was cut away meanwhile."""
        if known.room is not None:
            try:
                return await self._log.read(room, known.room.seq)
            except Gap:
                known.room = None
        known.matches = []
        return await self._read(room, None)


async def _noted(matches: list[Match], tail: list[Stored]) -> int:
    """Adds the entries to the matches that they belong to; which of them prepares the last one."""
    last, began = tail[0], 0
    async for number, stored in gently(enumerate(tail)):
        for stretch in begun(stored.entry):
            if number:
                _ends(matches, last)
            names = stretch.match, stretch.game, stretch.ruleset
            matches.append(Match(*names, stored.seq, stored.seq, _at_ms(stored), 0))
            began = number
        if not matches:
            raise Damaged(stored.room, stored.seq)
        more = seated(stored.entry)
        if more:
            players = dict.fromkeys((*matches[-1].players, *more))
            matches[-1] = replace(matches[-1], players=tuple(players))
        last = stored
    _ends(matches, last)
    return began


def _ends(matches: list[Match], last: Stored) -> None:
    matches[-1] = replace(matches[-1], last_seq=last.seq, last_ms=_at_ms(last))


def _at_ms(stored: Stored) -> int:
    try:
        return read_header(_entry(stored)).at_ms
    except msgspec.DecodeError:
        raise Damaged(stored.room, stored.seq) from None


def _entry(stored: Stored) -> Entry:
    try:
        return read_entry(stored.entry)
    except msgspec.DecodeError:
        raise Damaged(stored.room, stored.seq) from None
