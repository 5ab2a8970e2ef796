"""`saloon bench replay`: what one viewer is shown of a long match, and how long that takes."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from statistics import median
from typing import Any, NamedTuple

import click

from services.replay import showing
from services.replay.reading import Reading, Standing
from shared.archive.matches import Matches
from shared.archive.memory import MemoryObjects
from shared.contracts.ids import RoomId
from shared.eventstore.memory import MemoryLog
from shared.folding.metrics import FoldingMetrics
from shared.matchfile.head import AUDITOR, WATCHER
from shared.matchfile.opened import Stretch, stretches
from shared.room.rules import Games
from shared.runtime.metrics import Metrics

from . import asked
from .recording import record
from .table import Row, in_turn, report

ENTRIES = 400
ROOM = RoomId("BENCHA")


@click.command()
@asked.rounds
@asked.seed
@asked.as_json
def replay(*, rounds: int, seed: int, as_json: bool) -> None:
    """Frames, proofs and file of a match of seven with 400 entries, for one of its players."""
    measured = _Measured(*_long_match(seed))
    times = in_turn(measured.works(), rounds)
    report("replay", _rows(measured, times), as_json=as_json)


def _long_match(seed: int) -> tuple[Stretch, Games]:
    """The first 400 entries of the first match from this seed on that has as many."""
    for each in count(seed):
        made = record(each)
        log = [step.accepted.stored for step in (*made.lobby, *made.play)][:ENTRIES]
        if len(log) == ENTRIES:
            return stretches(log)[0], {made.game.id: made.game}
    raise AssertionError("there are longer matches")


class _Answer(NamedTuple):
    """What is asked, and the most it may take, where that is said."""

    name: str
    most_bytes: float | None
    most_ms: float | None
    make: Callable[[], Coroutine[Any, Any, object]]


class _Measured:
    def __init__(self, stretch: Stretch, games: Games) -> None:
        self._stretch = stretch
        self._games = games
        self.sizes: dict[str, int] = {}
        player = "player-3"
        self.answers = (
            _Answer("frames of one player", 60_000, 100, lambda: self._frames(player)),
            _Answer("  of a watcher", None, None, lambda: self._frames(WATCHER)),
            _Answer("proofs of one player", 150_000, None, lambda: self._proofs(player)),
            _Answer("  of an auditor", None, None, lambda: self._proofs(AUDITOR)),
            _Answer("file of one player", None, None, lambda: self._file(player)),
            _Answer("finding the match in its room's log", None, None, self._found),
        )

    def works(self) -> dict[str, Callable[[], object]]:
        return {each.name: self._work(each) for each in self.answers}

    def _work(self, answer: _Answer) -> Callable[[], None]:
        def work() -> None:
            made = asyncio.run(_awaited(answer.make))
            if isinstance(made, bytes):
                self.sizes[answer.name] = len(made)

        return work

    async def _frames(self, viewer: str) -> bytes:
        return await showing.frames(self._stretch, viewer, self._games, is_over=True, hidden="")

    async def _proofs(self, viewer: str) -> bytes:
        return await showing.proofs(self._stretch, viewer, self._games, is_over=True, hidden="")

    async def _file(self, viewer: str) -> object:
        return await showing.file(
            self._stretch, viewer, self._games, {}, lambda head: head, hidden=""
        )

    async def _found(self) -> Standing | None:
        log = MemoryLog()
        for number, entry in enumerate(self._stretch.entries, 1):
            await log.append(ROOM, number, entry, message_id=str(number))
        matches = Matches(log, MemoryObjects(lambda: 0))
        reading = Reading(log, matches, self._games, FoldingMetrics(Metrics("bench")))
        return await reading.room(ROOM)


async def _awaited(make: Callable[[], Coroutine[Any, Any, object]]) -> object:
    return await make()


def _rows(measured: _Measured, times: dict[str, list[float]]) -> list[Row]:
    found: list[Row] = []
    for each in measured.answers:
        if each.name in measured.sizes:
            size = measured.sizes[each.name]
            found.append(Row(f"{each.name}, size", size, "bytes", each.most_bytes, False))
        spent_ms = median(times[each.name]) * 1_000
        found.append(Row(f"{each.name}, time", spent_ms, "ms", each.most_ms, False))
    return found
