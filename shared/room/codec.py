"""From a decided command to the leaves of its entry, and back.

Leaf 0 is the command, in canonical form, with what was supplied for it. Each event follows as one
public leaf; directly behind it stands one sealed leaf, the hidden values in order, where somebody
hears more than the public form or nobody may hear it yet.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Union, get_args

from msgspec import DecodeError, MsgspecError, Raw, Struct, ValidationError
from msgspec.json import Decoder

from ..contracts.commands import Command, LobbyCommand, SystemCommand
from ..contracts.entries import Entry, Leaf, encoder
from ..contracts.ids import PlayerId
from ..contracts.misread import misread
from ..contracts.refusals import Refusal, refuse
from ..engine.chain import BadEntry
from ..engine.events import Event
from ..engine.game import Game
from .envelope import Supplied
from .events import RoomEvent, RoomEvents, SecretRevealed
from .rules import Games
from .told import Audience, audience, blank, hidden, unseal
from .upcasters import as_now


class CommandLeaf(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Leaf 0 of an entry."""

    command: Raw
    supplied: Supplied | None = None


class Codec(NamedTuple):
    """Readers for a room of one game, or for one whose game is not known yet."""

    commands: Decoder[Any]
    events: Decoder[Any]


class ReadCommand(Struct, frozen=True):
    command: Command
    stored: bytes
    """Its canonical form."""


def codec(game: Game | None) -> Codec:
    """Readers for the unions of the room's commands and events with those of `game`.

    Raises `TypeError` for a game that uses a tag of the room for something else.
    """
    same: Any = game
    return _codec(same)


@lru_cache(maxsize=64)
def _codec(game: Game | None) -> Codec:
    if game is None:
        return Codec(Decoder(LobbyCommand | SystemCommand), Decoder(RoomEvents))
    return Codec(
        Decoder(Union[LobbyCommand, SystemCommand, game.command_type]),  # noqa: UP007
        Decoder(Union[RoomEvents, game.event_type]),  # noqa: UP007
    )


@lru_cache(maxsize=64)
def _names(command_type: Any) -> frozenset[str]:
    kinds = get_args(command_type) or (command_type,)
    return frozenset(str(kind.__struct_config__.tag) for kind in kinds)


def is_foreign(name: str, game: Game, games: Games) -> bool:
    """Whether the command `name` is one of another of these games, and none of `game`."""
    others = (games[each] for each in games if "/" not in each and each != game.id)
    return name not in _names(game.command_type) and any(
        name in _names(other.command_type) for other in others
    )


def read_command(decoder: Decoder[Any], sent: bytes) -> ReadCommand | None:
    """Reads a command as somebody sent it; `None` for anything that is not one."""
    try:
        command = decoder.decode(sent)
        return ReadCommand(command, encoder.encode(command))
    except (MsgspecError, ValueError, OverflowError, RecursionError):
        return None


def why_unread(decoder: Decoder[Any], sent: bytes) -> Refusal:
    """Of something for which `read_command` gives none."""
    try:
        decoder.decode(sent)
    except (MsgspecError, ValueError, OverflowError, RecursionError) as error:
        return misread(error)
    return refuse("malformed")


def command_leaf(command: bytes, supplied: Supplied | None) -> bytes:
    return encoder.encode(CommandLeaf(Raw(command), supplied))


def write(leaf: bytes, events: Iterable[Event]) -> list[bytes]:
    """The leaves of an entry; `leaf` is that of the command."""
    leaves = [leaf]
    for event in events:
        values = hidden(event)
        if values is None:
            leaves.append(encoder.encode(event))
        else:
            leaves.append(encoder.encode(blank(event)))
            leaves.append(encoder.encode(values))
    return leaves


_command_leaf = Decoder(CommandLeaf)
_sealed = Decoder(tuple[int | str, ...])


def read_leaf(entry: Entry, seq: int) -> CommandLeaf:
    """The command of entry `seq`. Raises `BadEntry` where it is closed or none."""
    try:
        return _command_leaf.decode(_opened(entry.leaves[0]))
    except (DecodeError, ValidationError, LookupError, TypeError) as error:
        raise BadEntry(seq, "has no readable command") from error


class ReadEvent(NamedTuple):
    """An event as far as the opened leaves tell it; `None` where nothing of it is open."""

    event: Event | None
    public: int
    """The number of its public leaf; its sealed one, if it has one, comes next."""
    is_whole: bool
    """Nothing of it is closed."""


def read_events(entry: Entry, decoder: Decoder[Any], seq: int) -> list[ReadEvent]:
    """Every event of entry `seq`, whole or as far as it is open. Raises `BadEntry`."""
    found: list[ReadEvent] = []
    number = 1
    try:
        while number < len(entry.leaves):
            read = _read_event(entry.leaves, number, decoder)
            found.append(read)
            number += 1 if read.event is None or hidden(read.event) is None else 2
    except (DecodeError, ValidationError, RecursionError, LookupError, TypeError) as error:
        raise BadEntry(seq, f"has no readable event in leaf {number}") from error
    return found


_room_events: Decoder[RoomEvent] = Decoder(RoomEvents)
_TAG_BYTES = 40
"""More than the tag of any of them."""


def room_events(entry: Entry, kinds: tuple[type[RoomEvent], ...], seq: int) -> list[RoomEvent]:
    """The room's events of `kinds` in entry `seq` as everybody hears them, told by the tag that
    each begins with: whatever else the entry holds costs a look at its first bytes, and may be of
    any game. Raises `BadEntry`."""
    tags = _tags(kinds)
    try:
        return [
            _room_events.decode(as_now(leaf[1]))
            for leaf in entry.leaves
            if not isinstance(leaf, str) and _tag(leaf[1]) in tags
        ]
    except (DecodeError, RecursionError, LookupError, TypeError) as error:
        raise BadEntry(seq, "has no readable event of the room") from error


@lru_cache(maxsize=8)
def _tags(kinds: tuple[type[RoomEvent], ...]) -> frozenset[bytes]:
    return frozenset(f'"{kind.__struct_config__.tag}"'.encode() for kind in kinds)


def _tag(leaf: Raw) -> bytes:
    return bytes(memoryview(leaf)[1:_TAG_BYTES]).partition(b",")[0].rstrip(b"]")


def _read_event(leaves: list[Leaf], number: int, decoder: Decoder[Any]) -> ReadEvent:
    leaf = leaves[number]
    if isinstance(leaf, str):
        return ReadEvent(None, number, is_whole=False)
    event: Event = decoder.decode(as_now(leaf[1]))
    blanks = hidden(event)
    if blanks is None:
        return ReadEvent(event, number, is_whole=True)
    sealed = leaves[number + 1]
    if isinstance(sealed, str):
        return ReadEvent(event, number, is_whole=False)
    values = _sealed.decode(sealed[1])
    if [type(value) for value in values] != [type(value) for value in blanks]:
        raise TypeError("what is sealed is not what was left out")
    return ReadEvent(unseal(event, values), number, is_whole=True)


def _opened(leaf: Leaf) -> Raw:
    if isinstance(leaf, str):
        raise TypeError("the leaf is closed")
    return leaf[1]


def audiences(
    actor: str, leaf: CommandLeaf, events: Iterable[Event], seating: tuple[PlayerId, ...]
) -> list[Audience]:
    """For each leaf of an entry, who may have it. `seating`: players by seat of its match.

    A command is its sender's own; but what was supplied for it tells the match's secret, and a
    revealed secret stays out of what is redacted: nobody gets these leaves.
    """
    found: list[Audience] = [() if leaf.supplied or not actor else (PlayerId(actor),)]
    for event in events:
        found.append(() if isinstance(event, SecretRevealed) else None)
        if hidden(event) is not None:
            found.append(audience(event, seating))
    return found


def opened_to(viewer: PlayerId | None, leaves: Iterable[Audience]) -> frozenset[int]:
    """The numbers of the leaves that `viewer` may have; `None` is a spectator."""
    return frozenset(number for number, told in enumerate(leaves) if told is None or viewer in told)
