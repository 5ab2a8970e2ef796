"""What there is of a room: who may enter it, its matches, and the entries of one of them.

Who may enter, and what runs, the log says. A match that has left it is looked for in the archive.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from services.replay.slices import gently
from services.replay.vouching import Vouching
from shared.archive import objects
from shared.archive.matches import Found, Matches
from shared.contracts.commands import Visibility
from shared.contracts.entries import Entry, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId, Seq
from shared.engine.chain import BadEntry
from shared.eventstore.log import Away, Gap, Log, Stored
from shared.folding.loader import Damaged, apply
from shared.folding.metrics import FoldingMetrics
from shared.matchfile.head import AUDITOR
from shared.matchfile.opened import begun, seated
from shared.room.aggregate import Room
from shared.room.rules import Games
from shared.room.state import Phase

ROOMS_LIMIT = 500
"""Rooms that are remembered as they stood when somebody asked."""

MISSING_S = 2.0
"""A file that was moved away may be put back, and a list asks for all that are gone."""

FOUND_S = 300.0
"""So long at most a match that was deleted is told of; a look reads the whole file."""


class Match(Struct, frozen=True):
    """One match as far as it has come; see `http_replay.MatchInfo`."""

    number: int
    """0 stands for what follows where a closed room was restated: no match."""
    game: str
    ruleset: str
    first_seq: int
    last_seq: int
    began_ms: int
    last_ms: int
    players: tuple[PlayerId, ...] = ()
    previous: str = ""
    """Hash of the entry before its first, in hex."""


class Standing(Struct, frozen=True):
    """A room as its log had it when it was asked for."""

    room: RoomId
    phase: Phase
    visibility: Visibility
    invitation: str
    members: frozenset[PlayerId]
    last: int
    """Number of its last match."""
    matches: tuple[Match, ...]
    """Those in the log."""
    begins: Match
    """With which the log begins; number 0 where all its matches have left it."""
    tenant: str = ""
    watching: bool = True
    """Those without a seat may see its matches."""

    def match(self, number: int) -> Match | None:
        return next((match for match in self.matches if match.number == number), None)

    def is_over(self, match: Match) -> bool:
        """Nothing of it is hidden any more: the next one is prepared only then."""
        return self.phase in ("over", "closed") or match != self.matches[-1]


class _Known:
    """A room in memory. Whoever reads or replaces `room` holds `lock`."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.room: Room | None = None
        self.matches: list[Match] = []
        self.archived: dict[int, Match] = {}
        """Matches that are not in the log, as far as they were asked for."""
        self.looked: dict[int, float] = {}
        """Until when nobody looks again for those that were asked for, by the loop's clock."""

    def forget(self, number: int) -> None:
        """That match is in the archive no more, as far as is known."""
        self.archived.pop(number, None)
        self.looked.pop(number, None)


class Reading:
    """Reads rooms and matches. Raises the log's `Away`, `ObjectsError`, and `FoldError` where the
    log is damaged or under rules that are not held here."""

    def __init__(
        self,
        log: Log,
        matches: Matches,
        games: Games,
        metrics: FoldingMetrics,
        vouching: Vouching | None = None,
        damaged: Callable[[RoomId, Exception], None] = lambda *_: None,
        aside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    ) -> None:
        """`damaged`: is told of a match that a list leaves out. `aside`: what the archive is waited
        for in."""
        self._aside = aside
        self._damaged = damaged
        self._log = log
        self._vouching = vouching or Vouching()
        self._matches = matches
        self._games = games
        self._metrics = metrics
        self._known: OrderedDict[RoomId, _Known] = OrderedDict()

    async def room(self, room: RoomId) -> Standing | None:
        """The room as the log's leader has it now; `None` where there is none."""
        known = self._of(room)
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
                state.match,
                tuple(match for match in known.matches if match.number),
                known.matches[0],
                state.tenant,
                state.watching,
            )

    async def match(self, standing: Standing, number: int) -> Match | None:
        """A match of the room wherever it lies; `None` where there is none such, or no more."""
        found = standing.match(number)
        if found is not None or not 0 < number <= standing.last:
            return found
        known, now_s = self._of(standing.room), asyncio.get_running_loop().time()
        if known.looked.get(number, 0) > now_s:
            return known.archived.get(number)
        match = await self._archived(standing, number)
        if match is None:
            known.forget(number)
        else:
            known.archived[number] = match
        known.looked[number] = now_s + (MISSING_S if match is None else FOUND_S)
        return match

    async def matches(self, standing: Standing) -> list[Match]:
        """All of them, those too that are not in the log any more; one whose file is damaged is
        left out."""
        found: list[Match] = []
        for number in range(1, standing.last + 1):
            try:
                match = await self.match(standing, number)
            except (objects.Damaged, Damaged) as error:
                self._damaged(standing.room, error)
            else:
                found += [] if match is None else [match]
        return found

    async def _archived(self, standing: Standing, number: int) -> Match | None:
        room = standing.room
        async with self._aside():
            found = await self._matches.archived(room, number)
        if found is None:
            return None
        await self._vouch(standing, found)
        entries = enumerate(found.entries, found.head.first_seq)
        matches: list[Match] = []
        await _noted(matches, [Stored(room, Seq(seq), entry) for seq, entry in entries])
        return matches[0]

    async def _vouch(self, standing: Standing, found: Found) -> None:
        """Raises the archive's `Damaged`."""
        await self._vouching.check(found)
        head = found.head
        follows = standing.match(head.match + 1) or self._of(standing.room).archived.get(
            head.match + 1
        )
        if follows is None and (head.match, standing.begins.number) == (standing.last, 0):
            follows = standing.begins
        if follows and (follows.first_seq - 1, follows.previous) != (head.last_seq, head.head):
            what = f"match {head.match} of {head.room}"
            raise objects.Damaged(f"what follows the archived file of {what} does not follow it")

    async def found(self, standing: Standing, match: Match) -> Found | None:
        """All entries of the match, up to the last that `standing` knows of; `None`: it is gone."""
        try:
            found = await self._matches.logged(standing.room, match.number, match.first_seq)
        except Gap as gap:
            raise Damaged(standing.room, gap.seq) from gap
        except BadEntry as bad:
            raise Damaged(standing.room, bad.seq) from bad
        if found is None:
            async with self._aside():
                found = await self._matches.archived(standing.room, match.number)
        if found is None:
            self._of(standing.room).forget(match.number)
            return None
        if found.is_archived:
            await self._vouch(standing, found)
            if found.head.last_seq != match.last_seq:
                raise Away("the match has gone on, and left the log")
            return found
        stretch = found.stretch
        entries = stretch.entries[: match.last_seq - match.first_seq + 1]
        return Found(stretch._replace(entries=entries).head(AUDITOR, {}), entries, False)

    def _of(self, room: RoomId) -> _Known:
        known = self._known.setdefault(room, _Known())
        self._known.move_to_end(room)
        while len(self._known) > ROOMS_LIMIT:
            self._known.popitem(last=False)
        return known

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
            at_ms, previous = _at_ms(stored), _entry(stored).prev
            matches.append(Match(*names, stored.seq, stored.seq, at_ms, 0, previous=previous))
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
