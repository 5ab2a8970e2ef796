"""A room's log read entry by entry: what everybody, somebody, or an auditor hears of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from services.cli.parts import GAMES
from services.cli.transcript import Transcript, ending, faces
from shared.contracts.entries import GENESIS, Entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.engine.chain import BadEntry, check, redact
from shared.engine.events import Event
from shared.engine.game import Game
from shared.room import codec
from shared.room.aggregate import Room
from shared.room.events import LobbyReopened, MatchClosed, MatchDealt, RoomOpened, SeatTaken
from shared.room.rules import UnknownRules, installed
from shared.room.told import hear
from shared.text.catalogue import Catalogue
from shared.text.log import Log


class Read(NamedTuple):
    """One entry. `seating`: players by seat of the match that it belongs to."""

    seq: int
    stored: bytes
    entry: Entry
    events: list[codec.ReadEvent]
    seating: tuple[PlayerId, ...]


def read(entries: Iterable[bytes]) -> Iterator[Read]:
    """Checks that each follows the one before, and opens what is open. Raises `BadEntry`."""
    game: Game | None = None
    seating: tuple[PlayerId, ...] = ()
    before = GENESIS
    for seq, stored in enumerate(entries, 1):
        entry, header = check(stored, seq, before)
        events = codec.read_events(entry, codec.codec(game).events, header.seq)
        for event in (found.event for found in events):
            if isinstance(event, RoomOpened):
                game = _installed(seq, event.game, event.ruleset)
            elif isinstance(event, LobbyReopened) and game is not None:
                game = _installed(seq, game.id, event.ruleset)
            elif isinstance(event, MatchDealt):
                seating = ()
            elif event is not None and event.__struct_config__.tag == "seated":
                # Of whichever version of the game: each has a class of its own.
                order: tuple[str, ...] = msgspec.structs.asdict(event)["order"]
                seating = tuple(map(PlayerId, order))
        yield Read(seq, stored, entry, events, seating)
        before = bytes.fromhex(entry.hash)


def _installed(seq: int, game: str, ruleset: str) -> Game:
    try:
        return installed(GAMES, game, ruleset)
    except UnknownRules as missing:
        raise BadEntry(seq, f"is under rules that are not installed ({missing})") from missing


def players(entries: Iterable[Read]) -> list[PlayerId]:
    """Everybody who ever had a seat, in the order in which they took one."""
    taken = [
        found.event.player
        for each in entries
        for found in each.events
        if isinstance(found.event, SeatTaken)
    ]
    return list(dict.fromkeys(taken))


class Viewer(NamedTuple):
    """Whose record it is: of a player, of a spectator (`None`), or of an auditor, who hears all."""

    player: PlayerId | None
    is_auditor: bool = False

    def hears(self, event: Event, seating: tuple[PlayerId, ...]) -> Event:
        if self.is_auditor:
            return event
        seat = seating.index(self.player) if self.player in seating else None
        return hear(event, self.player, seat)


def room_of(entries: Sequence[Read]) -> RoomId:
    """The room's code, as its first entry says; empty where that is closed."""
    opened = entries[0].events[0].event if entries and entries[0].events else None
    return opened.room if isinstance(opened, RoomOpened) else RoomId("")


def lines(
    entries: Sequence[Read],
    viewer: Viewer,
    names: dict[str, str],
    texts: Catalogue,
) -> Iterator[str]:
    """What `viewer` heard, as far as it is open, and how each match ended. Raises `BadEntry`."""
    transcript = Transcript(texts, Log(texts, names, faces()))
    folded: Room | None = Room(room_of(entries), GAMES)
    for each in entries:
        events = [found.event for found in each.events if found.event is not None]
        for event in events:
            yield from transcript.lines(viewer.hears(event, each.seating))
        is_open = all(not isinstance(leaf, str) for leaf in each.entry.leaves)
        if folded is None or not is_open:
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


def redacted(entries: Iterable[Read], viewer: Viewer) -> Iterator[bytes]:
    """The stored entries with only what `viewer` may have left open."""
    for each in entries:
        if viewer.is_auditor or any(not found.is_whole for found in each.events):
            yield each.stored
            continue
        leaf = codec.read_leaf(each.entry, each.seq)
        events = [found.event for found in each.events if found.event is not None]
        actor = read_header(each.entry).actor
        may_have = codec.audiences(actor, leaf, events, each.seating)
        yield redact(each.entry, codec.opened_to(viewer.player, may_have))
