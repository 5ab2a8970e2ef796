"""Match files of random lives of rooms, and the verifier that shares no code with the project."""

import importlib.util
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import to_builtins

from services.cli.tree import ROOT
from shared.contracts.ids import PlayerId
from shared.matchfile.head import AUDITOR, WATCHER, Head, write_head
from shared.matchfile.opened import Read, Stretch, players, read, redacted, stretches
from shared.matchfile.proving import Anchors, Verdict, prove
from shared.room.rules import Games
from tests.conformance.lives import Life

TOOL = ROOT / "tools" / "verify_match.py"


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("verify_match", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _tool()


class File(NamedTuple):
    head: Head
    entries: list[bytes]

    def lines(self) -> list[bytes]:
        return [write_head(self.head), *self.entries]

    def proved(self, games: Games, anchors: Anchors | None = None) -> Verdict:
        return prove(self.head, self.entries, games, anchors or Anchors())


class Opened(NamedTuple):
    """One match with everything open, and all who had a seat."""

    stretch: Stretch
    entries: list[Read]
    players: list[PlayerId]

    def file(self, viewer: str = AUDITOR) -> File:
        names = {str(player): f"nick of {player}" for player in self.players}
        return File(self.stretch.head(viewer, names), list(redacted(self.entries, viewer)))

    def files(self) -> Iterator[File]:
        """For an auditor, a watcher, and everybody who had a seat."""
        for viewer in (AUDITOR, WATCHER, *self.players):
            yield self.file(viewer)


def opened(life: Life) -> list[Opened]:
    """The matches of a room that has lived."""
    found = []
    for stretch in stretches(life.log):
        before = stretch.first_seq - 1, stretch.previous
        entries = list(read(stretch.entries, life.games, *before))
        found.append(Opened(stretch, entries, players(entries)))
    return found


def judged(lines: Iterable[bytes], anchors: Anchors | None = None) -> tuple[int, int | None, str]:
    """What the other verifier says: its exit code, the entry it names, and why."""
    kept = tool.NOTHING_KEPT
    if anchors is not None:
        heads = [tuple(to_builtins(head)) for each in anchors.checkpoints for head in each.rooms]
        kept = tool.Kept(frozenset(anchors.keys), frozenset(anchors.hashes), tuple(heads))
    try:
        tool.verify(iter(lines), kept)
    except tool.Bad as bad:
        return bad.code, bad.entry, str(bad)
    return 0, None, ""
