"""The live state of a room. Events change it and nothing else does.

A viewer's masked state has the same type, with `""` for words it may not know and the game's own
mask over the match.
"""

from typing import Any, Literal

from msgspec import Struct

from ..contracts.commands import TalkLevel, Visibility
from ..contracts.ids import PlayerId, RoomId
from ..engine.game import OptionValue, Pace

Phase = Literal["new", "lobby", "reveal", "match", "over", "closed"]
"""`new`: before its first entry. `reveal`: the start is locked, entropy is awaited. `over`: a match
has ended and the lobby has not been opened for the next."""


TALK: TalkLevel = "phrases"
"""What may be said where nobody has chosen. Rooms from before they could are such rooms."""


class Member(Struct):
    """Who has a seat in the room; `members` are in the order in which they took it."""

    player: PlayerId
    automatic: str = ""
    """The kind of an automatic player; empty for a person."""
    ready: bool = False
    """Automatic players are always ready, whatever this says."""
    commitment: str = ""
    entropy: str = ""
    away: bool = False
    """On autopilot."""
    left: bool = False
    """Gave the seat up in mid-match; it is free when the match is over."""


class RoomState(Struct):
    room: RoomId
    phase: Phase = "new"
    game: str = ""
    options: dict[str, OptionValue] = {}
    visibility: Visibility = "link"
    pace: Pace = Pace()
    host: PlayerId = PlayerId("")
    invitation: str = ""
    """The key of an `invited` room; the host alone sees it."""
    members: list[Member] = []
    standings: dict[PlayerId, int] = {}
    """Points over all matches in this room, of everybody who has any."""
    match: int = 0
    """Number of the match that runs, is over, or is being prepared; from 1."""
    secret_hash: str = ""
    secret: str = ""
    """Of that match, 32 bytes in hex; nobody sees it before `revealed_secret`."""
    fixed_seed: str = ""
    """A test seed in hex; nobody sees it."""
    test_seed: bool = False
    revealed_secret: str = ""
    reveal_until_ms: int = 0
    """When a locked start is dealt without those who have not revealed; 0 = no start is locked."""
    ruleset: str = ""
    """Of the match that runs, is over, or is being prepared."""
    players: tuple[PlayerId, ...] = ()
    """Of that match, in the order in which they took their seats in the room."""
    entropy: tuple[str, ...] = ()
    """What went into its seed beside the secret."""
    matches_abandoned: int = 0
    secrets_dropped: int = 0
    """Secrets that were revealed without a match having been dealt from them."""
    tenant: str = ""
    """Whose room it is; empty: the installation's own."""
    play: Any = None
    """The game's state of that match."""
    talk: TalkLevel = TALK
    title: str = ""
    """In the host's own words."""
    watching: bool = True
    """Those without a seat may see matches."""
    kids: bool = False
    """Everybody reads children's words."""

    def member(self, player: PlayerId) -> Member | None:
        for member in self.members:
            if member.player == player:
                return member
        return None

    def seat(self, player: PlayerId) -> Member:
        """The member with this id, who must exist (asserted)."""
        member = self.member(player)
        assert member is not None, player
        return member

    def persons(self) -> list[Member]:
        """Members who are people and have not given up their seat, longest seated first."""
        return [member for member in self.members if not member.automatic and not member.left]

    def unrevealed(self) -> list[Member]:
        """Members whose committed entropy is still awaited."""
        return [m for m in self.members if m.commitment and not m.entropy and not m.left]
