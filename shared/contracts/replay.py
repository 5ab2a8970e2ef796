"""What is asked about a match that is played or was."""

from typing import Literal

from msgspec import Struct

from .ids import PlayerId, RoomId

What = Literal["matches", "frames", "proofs", "file", "knowledge", "leaks"]
"""`matches`: which there are. `frames`: everything one viewer was sent. `proofs`: the entries,
closed but for what he was told. `file`: the same as a match file. `knowledge`: what he could know
at an entry, had he forgotten nothing. `leaks`: what he was sent although it was private."""


class ReplayRequest(Struct, frozen=True):
    """Gateway to replay, on `REPLAY_ASK`. The reply is what was asked for, compressed by gzip (so
    that it begins with the bytes 1f 8b), or a `Refused`."""

    room: RoomId
    what: What
    match: int = 0
    """From 1; not read for `matches`."""
    viewpoint: str = ""
    """Whom it is for, as in a match file: a player's id, `watcher`, or (but for knowledge and
    leaks) `auditor`, who is shown everything; empty: the asker's own."""
    at: int = 0
    """Of `knowledge`: the entry after which it is; 0: the last one."""
    asker: PlayerId = PlayerId("")
    """Who asks, as the gateway has proved; empty for an auditor."""
    auditor: str = ""
    """What an auditor calls himself; empty for a player. One of the two is given."""
    invitation: str = ""
    """The key of an `invited` room, from a player without a seat."""
