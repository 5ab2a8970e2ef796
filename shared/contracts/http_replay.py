"""What the gateway answers about matches that were played."""

from typing import Literal

from msgspec import Raw, field

from .http import Answer
from .ids import PlayerId, RoomId
from .messages import Frame, View


class MatchInfo(Answer, frozen=True):
    """One match of a room, from the entry that prepares it to that before the next is prepared."""

    match: int
    """Its number in the room, from 1."""
    game: str
    ruleset: str
    phase: Literal["preparing", "running", "over"]
    first_seq: int
    last_seq: int
    """As it stands, where it is not over."""
    began_ms: int
    """When it was prepared, Unix time."""
    last_ms: int
    """When its last entry was stored."""
    players: list[PlayerId]
    """Everybody who had a seat, in the order in which they took one."""


class MatchesReply(Answer, frozen=True):
    """The matches of a room that are kept, in their order."""

    code: RoomId
    matches: list[MatchInfo]
    names: dict[PlayerId, str] = field(default_factory=dict)


class FramesReply(Answer, frozen=True):
    """Everything that one viewer was sent of a match: a whole view after its first entry, then a
    frame for each of the others."""

    code: RoomId
    match: int
    viewer: str
    """A player's id, `watcher`, or `auditor`: then nothing of the match is hidden in it."""
    over: bool
    """Nothing of it is hidden any more."""
    view: View
    frames: list[Frame]


class KnowledgeReply(Answer, frozen=True):
    """What one viewer could know of a match at an entry, had he forgotten nothing: it follows from
    what he was told and from counting, and from nothing else."""

    code: RoomId
    match: int
    viewer: str
    """A player's id, or `watcher`."""
    over: bool
    seq: int
    """The entry after which it is."""
    game: str
    knowledge: Raw
    """The game's own account of it; `null` where nobody was seated yet."""


class Leak(Answer, frozen=True):
    """Something that a viewer was sent although he may not know it."""

    seq: int
    """The entry with which it was sent."""
    place: str
    """Where it stood: `state.…` of what he was told, else the section of his view."""
    value: str
    """What stood there, as JSON, cut where it is long."""


class LeaksReply(Answer, frozen=True):
    """What one viewer was sent of a match, held entry by entry against what he may see by its
    state. `leaks` must be empty."""

    code: RoomId
    match: int
    viewer: str
    """A player's id, or `watcher`."""
    over: bool
    entries: int
    """How many were looked at."""
    leaks: list[Leak]


class ProofsReply(Answer, frozen=True):
    """The entries of a match as they are stored, closed but for the leaves that the viewer may
    have; `docs/match-format.md` says how they prove what they say."""

    code: RoomId
    match: int
    viewer: str
    """A player's id, `watcher` or `auditor`."""
    over: bool
    first_seq: int
    previous: str
    """Hash of the entry before the first, in hex."""
    entries: list[Raw]
