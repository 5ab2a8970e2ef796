"""A room's entries read one by one: what of them is open, and who may have which leaf."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..contracts.entries import GENESIS, Entry, Header, read_entry, read_header
from ..contracts.ids import PlayerId, RoomId
from ..engine.chain import BadEntry, check, redact
from ..engine.events import Event, Seating
from ..engine.game import Game
from ..room import codec
from ..room.events import LobbyReopened, Restated, RoomOpened, SeatTaken, SecretChosen
from ..room.rules import Games, UnknownRules, installed
from ..room.told import Audience
from .head import AUDITOR, FORMAT, Head, Signature, player_of


class Read(NamedTuple):
    """One entry. `seating`: players by seat of the match that it belongs to."""

    seq: int
    stored: bytes
    entry: Entry
    header: Header
    events: list[codec.ReadEvent]
    seating: tuple[PlayerId, ...]

    @property
    def is_open(self) -> bool:
        """Nothing of it is closed."""
        return all(not isinstance(leaf, str) for leaf in self.entry.leaves)

    def told(self) -> list[Event]:
        """Its events as far as they are open."""
        return [found.event for found in self.events if found.event is not None]


def read(
    entries: Iterable[bytes], games: Games, seq: int = 0, previous: bytes = GENESIS
) -> Iterator[Read]:
    """Checks that each follows the one before, and opens what is open. Raises `BadEntry`.

    `seq`, `previous`: number and hash of the entry before the first.
    """
    game: Game | None = None
    seating: tuple[PlayerId, ...] = ()
    for stored in entries:
        seq += 1
        entry, header = check(stored, seq, previous)
        events = codec.read_events(entry, codec.codec(game).events, seq)
        for event in (found.event for found in events):
            if isinstance(event, RoomOpened | Restated):
                game = _installed(games, seq, event.game, event.ruleset)
            elif isinstance(event, LobbyReopened) and game is not None:
                game = _installed(games, seq, game.id, event.ruleset)
                seating = ()
            elif isinstance(event, Seating):
                seating = tuple(map(PlayerId, event.order))
        yield Read(seq, stored, entry, header, events, seating)
        previous = bytes.fromhex(entry.hash)


def _installed(games: Games, seq: int, game: str, ruleset: str) -> Game:
    try:
        return installed(games, game, ruleset)
    except UnknownRules as missing:
        raise BadEntry(seq, f"is under rules that are not installed ({missing})") from missing


class Stretch(NamedTuple):
    """All entries of one match, from that which prepares it to that before the next is prepared."""

    room: RoomId
    match: int
    game: str
    ruleset: str
    first_seq: int
    entries: list[bytes]

    @property
    def previous(self) -> bytes:
        """Hash of the entry before the first."""
        return bytes.fromhex(read_entry(self.entries[0]).prev)

    def head(self, viewer: str, names: dict[str, str], signature: Signature | None = None) -> Head:
        """What stands before them in a file for `viewer`."""
        return Head(
            format=FORMAT,
            room=self.room,
            match=self.match,
            game=self.game,
            ruleset=self.ruleset,
            viewer=viewer,
            first_seq=self.first_seq,
            previous=self.previous.hex(),
            last_seq=self.first_seq + len(self.entries) - 1,
            head=read_entry(self.entries[-1]).hash,
            names=dict(sorted(names.items())),
            signature=signature,
        )


def stretches(entries: Iterable[bytes]) -> list[Stretch]:
    """A room's log by matches, without what a closed room has behind its last one.

    Raises `BadEntry` where its first entry neither opens nor restates the room.
    """
    found: list[Stretch] = []
    for stored in entries:
        found += begun(stored)
        if not found:
            raise BadEntry(number_of(stored) or 1, "prepares no match")
        found[-1].entries.append(stored)
    return [stretch for stretch in found if stretch.match]


def number_of(stored: bytes) -> int | None:
    """Which entry it says it is; `None` where it does not say."""
    try:
        return read_header(read_entry(stored)).seq
    except ValueError:
        return None


def _mark(kind: type[Event]) -> bytes:
    """What an entry holds in which this happened."""
    return f'["{kind.__struct_config__.tag}",'.encode()


_MARKS = (_mark(RoomOpened), _mark(Restated))
_SEATED = (_mark(SeatTaken), _mark(Restated))

_lobby = codec.codec(None).events


def begun(stored: bytes) -> list[Stretch]:
    """The stretch that this entry begins, still without entries; none where it begins none."""
    if not any(mark in stored for mark in _MARKS):
        return []
    seq, events = _of_lobby(stored)
    first = events[0] if events else None
    if not isinstance(first, RoomOpened | Restated):
        return []
    return [Stretch(*prepared(first, events), seq, [])]


def _of_lobby(stored: bytes) -> tuple[int, list[Event | None]]:
    """Number and events of an entry of the lobby; no event of any other."""
    try:
        entry = read_entry(stored)
        seq = read_header(entry).seq
        return seq, [found.event for found in codec.read_events(entry, _lobby, seq)]
    except (BadEntry, ValueError):
        return 0, []


def seated(stored: bytes) -> list[PlayerId]:
    """Who takes a seat with this entry, or has one as it restates the room."""
    if not any(mark in stored for mark in _SEATED):
        return []
    return _seated(_of_lobby(stored)[1])


def _seated(events: Iterable[Event | None]) -> list[PlayerId]:
    found: list[PlayerId] = []
    for event in events:
        if isinstance(event, SeatTaken):
            found.append(event.player)
        elif isinstance(event, Restated):
            found += [player for player, _ in event.members]
    return found


def prepared(
    first: RoomOpened | Restated, events: Iterable[Event | None]
) -> tuple[RoomId, int, str, str]:
    """Room, match, game and ruleset that the entry with these events prepares; `first` of them.
    Match 0: none, since the room stays closed."""
    ruleset, match = first.ruleset, 0
    for event in events:
        if isinstance(event, LobbyReopened):
            ruleset = event.ruleset
        elif isinstance(event, SecretChosen):
            match = event.match
    return first.room, match, first.game, ruleset


def players(entries: Iterable[Read]) -> list[PlayerId]:
    """Everybody who had a seat, in the order in which they took one."""
    return list(dict.fromkeys(p for each in entries for p in _seated(each.told())))


def whole(entries: list[bytes], names: dict[str, str]) -> Head:
    """What stands before the open log of a room, also one with further matches behind the first.
    Raises `BadEntry`."""
    first = begun(entries[0]) if entries else []
    if not first:
        raise BadEntry((number_of(entries[0]) if entries else None) or 1, "prepares no match")
    return first[0]._replace(entries=entries).head(AUDITOR, names)


def openings(each: Read) -> list[Audience]:
    """For each leaf, who may have it; `each` must be open."""
    leaf = codec.read_leaf(each.entry, each.seq)
    return codec.audiences(each.header.actor, leaf, each.told(), each.seating)


def redacted(entries: Iterable[Read], viewer: str) -> Iterator[bytes]:
    """The stored entries with only what `viewer` may have left open; they must all be open."""
    for each in entries:
        yield closed(each, viewer)


def closed(each: Read, viewer: str, further: frozenset[int] = frozenset()) -> bytes:
    """The stored entry with only what `viewer` may have left open, and the leaves `further` closed
    to him too; it must be open."""
    if viewer != AUDITOR:
        opened = codec.opened_to(player_of(viewer), openings(each))
    elif further:
        opened = frozenset(range(len(each.entry.leaves)))
    else:
        return each.stored
    return redact(each.entry, opened - further)
