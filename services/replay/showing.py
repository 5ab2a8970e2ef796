"""What an answer says: the frames of one viewer, entries as proofs, a match file."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable

import msgspec
from msgspec import Raw

from services.replay.slices import gently
from shared.contracts.http_replay import FramesReply, KnowledgeReply, Leak, LeaksReply, ProofsReply
from shared.contracts.ids import PlayerId, Seq
from shared.contracts.messages import View
from shared.contracts.refusals import Refusal, refuse
from shared.engine.chain import BadEntry
from shared.eventstore.log import Stored
from shared.folding.loader import Damaged, ForeignRules, apply
from shared.matchfile.container import pack
from shared.matchfile.head import AUDITOR, Head, player_of
from shared.matchfile.opened import Read, Stretch, closed, read
from shared.room import codec
from shared.room.aggregate import Applied, Room
from shared.room.everything import Everything
from shared.room.frames import Views
from shared.room.holding import Holding
from shared.room.knowing import Knowing
from shared.room.rules import Games, UnknownRules

_encode = msgspec.json.Encoder().encode

LEVEL = 6
"""Of compression: a ninth more bytes than the best, in a quarter of its time."""

LEAKS_LIMIT = 200
"""Of those that are told; where there is one, more say nothing new."""


class _Eyes:
    """What the projection sends to one viewer."""

    def __init__(self, room: Room, viewer: PlayerId | None) -> None:
        self._views = Views(room)
        self._viewer = viewer
        self.sections = self._views.sections(viewer)

    def frame(self, entry: Applied) -> bytes:
        sent = self._views.frames(entry)
        return (sent.get(self._viewer) or sent[None]).data


async def _applied(stretch: Stretch, games: Games) -> AsyncIterator[tuple[Room, Applied]]:
    """The room as of each entry, and what that entry said. Raises `FoldError`."""
    room = Room(stretch.room, games, stretch.first_seq - 1, stretch.previous)
    async for seq, entry in gently(enumerate(stretch.entries, stretch.first_seq)):
        yield room, apply(room, Stored(stretch.room, Seq(seq), entry))


async def _read(stretch: Stretch, games: Games) -> AsyncIterator[Read]:
    """Raises `FoldError`."""
    reads = read(stretch.entries, games, stretch.first_seq - 1, stretch.previous)
    try:
        async for each in gently(reads):
            yield each
    except BadEntry as bad:
        if isinstance(bad.__cause__, UnknownRules):
            raise ForeignRules(stretch.room, bad.__cause__) from bad
        raise Damaged(stretch.room, bad.seq) from bad


async def frames(
    stretch: Stretch, viewpoint: str, games: Games, *, is_over: bool, hidden: str
) -> bytes:
    """A `FramesReply`: to each entry what the projection sends to that viewer, or, to an auditor,
    everything. `hidden`: a word that is left out wherever it stands."""
    film: Everything | _Eyes | None = None
    view = View(0, "", {})
    made: list[bytes] = []
    async for room, applied in _applied(stretch, games):
        if film is None:
            film = _film(room, games, viewpoint)
            sections = {name: Raw(value) for name, value in film.sections.items()}
            view = View(room.seq, room.hash.hex(), sections)
        else:
            made.append(film.frame(applied))
    body = _encode(FramesReply(stretch.room, stretch.match, viewpoint, is_over, view, []))
    assert body.endswith(b"[]}"), "the frames come last"
    body = b"%s[%s]}" % (body[:-3], b",".join(made))
    if hidden:
        body = body.replace(_encode(hidden), b'""')
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)


def _film(room: Room, games: Games, viewpoint: str) -> Everything | _Eyes:
    if viewpoint == AUDITOR:
        return Everything(room, games)
    return _Eyes(room, player_of(viewpoint))


async def leaks(stretch: Stretch, viewpoint: str, games: Games, *, is_over: bool) -> bytes:
    """A `LeaksReply`: of every frame as the projection makes it for that viewer."""
    viewer = player_of(viewpoint)
    holding = Holding(stretch.room, viewer, games)
    eyes: _Eyes | None = None
    found: list[Leak] = []
    async for room, applied in _applied(stretch, games):
        if eyes is None:
            eyes = _Eyes(room, viewer)
            found += holding.begin(applied, eyes.sections)
        else:
            found += holding.take(applied, eyes.frame(applied))
            await asyncio.sleep(0)  # an entry takes as long as a slice of others
    body = LeaksReply(
        *(stretch.room, stretch.match, viewpoint, is_over),
        *(len(stretch.entries), found[:LEAKS_LIMIT]),
    )
    return await asyncio.to_thread(gzip.compress, _encode(body), LEVEL, mtime=0)


async def knowledge(
    stretch: Stretch, viewpoint: str, games: Games, *, is_over: bool, at: int
) -> bytes:
    """A `KnowledgeReply`, of the entry `at`, of the first where that comes before it, or of the
    last where it is 0."""
    known = Knowing(stretch.room, player_of(viewpoint), games)
    seq = 0
    async for each in _read(stretch, games):
        if at and seq and each.seq > at:
            break
        seq = each.seq
        for event in each.told():
            known.take(event, seq)
    told = known.knows() if known.is_seated else None
    game = known.state.game
    body = KnowledgeReply(
        stretch.room, stretch.match, viewpoint, is_over, seq, game, Raw(_encode(told))
    )
    return await asyncio.to_thread(gzip.compress, _encode(body), LEVEL, mtime=0)


async def proofs(
    stretch: Stretch, viewpoint: str, games: Games, *, is_over: bool, hidden: str
) -> bytes:
    """A `ProofsReply`. `hidden`: a word whose leaves stay closed, and what it was made of."""
    entries = [Raw(entry) for entry in await _redacted(stretch, viewpoint, games, hidden)]
    body = ProofsReply(
        stretch.room,
        stretch.match,
        viewpoint,
        is_over,
        stretch.first_seq,
        stretch.previous.hex(),
        entries,
    )
    return await asyncio.to_thread(gzip.compress, _encode(body), LEVEL, mtime=0)


async def file(
    stretch: Stretch,
    viewpoint: str,
    games: Games,
    names: dict[str, str],
    finished: Callable[[Head], Head],
    *,
    hidden: str,
) -> bytes | Refusal:
    """The match file, to the byte as `match export` writes it. `finished`: what is put into its
    head last. Refuses with `forbidden` where it would tell the word `hidden`."""
    entries = await _redacted(stretch, viewpoint, games, "")
    if hidden and (viewpoint == AUDITOR or any(hidden.encode() in entry for entry in entries)):
        return refuse("forbidden")
    return await asyncio.to_thread(pack, finished(stretch.head(viewpoint, names)), entries)


async def _redacted(stretch: Stretch, viewpoint: str, games: Games, hidden: str) -> list[bytes]:
    return [closed(each, viewpoint, _telling(each, hidden)) async for each in _read(stretch, games)]


def _telling(each: Read, hidden: str) -> frozenset[int]:
    """Leaves that hold the word, and a command with whose supply it may have been made; none where
    there is no such word."""
    if not hidden:
        return frozenset()
    word = hidden.encode()
    leaves = each.entry.leaves
    found = {
        number
        for number, leaf in enumerate(leaves)
        if not isinstance(leaf, str) and word in bytes(leaf[1])
    }
    is_supplied = codec.read_leaf(each.entry, each.seq).supplied is not None
    return frozenset(found | {0} if is_supplied else found)
