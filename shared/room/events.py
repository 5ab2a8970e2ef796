"""What can happen in a room, beside what happens in the match it holds (that is the game's).

`on` records what the event says in a `RoomState`, the full one or a viewer's masked one.
"""

from typing import ClassVar, Literal

from ..contracts.commands import TalkLevel, Visibility
from ..contracts.ids import PlayerId, RoomId
from ..engine.events import Event
from ..engine.game import OptionValue, Pace
from .state import Member, RoomState

Departure = Literal["left", "kicked", "removed"]
Closing = Literal["empty", "abandoned", "cleared", "by_operator", "by_tenant"]
"""`cleared`: it had been closed before, and has let go of its last match."""


class RoomEvent(Event, frozen=True):
    """A fact about the room. Public throughout, unless it is `Confided`."""

    def on(self, state: RoomState) -> None:
        raise NotImplementedError(type(self))


class Confided(RoomEvent, frozen=True):
    """An event with words that only the players in `told` hear; others hear as many empty ones."""

    told: tuple[PlayerId, ...]
    sealed: tuple[str, ...]
    SEALED: ClassVar[str] = "sealed"


class RoomOpened(Confided, frozen=True, tag="room_opened"):
    """The room's first event. Confided to the host: the invitation key.

    `ruleset`: under which the lobby and its match go on, whatever is installed later (L10).
    """

    room: RoomId
    host: PlayerId
    game: str
    ruleset: str
    options: dict[str, OptionValue]
    visibility: Visibility
    pace: Pace

    def on(self, state: RoomState) -> None:
        state.phase = "lobby"
        state.host = self.host
        state.game = self.game
        state.ruleset = self.ruleset
        state.options = dict(self.options)
        state.visibility = self.visibility
        state.pace = self.pace
        state.invitation = self.sealed[0]


class TenantNamed(RoomEvent, frozen=True, tag="tenant_named"):
    """The room is that tenant's: he may end it, players of other tenants never find it, and guests
    only while it is public. Behind the event that opens the room or restates it; rooms of the
    installation itself have none."""

    tenant: str

    def on(self, state: RoomState) -> None:
        state.tenant = self.tenant


class SecretChosen(Confided, frozen=True, tag="secret_chosen"):
    """A match's secret stands before anybody is ready. Confided to nobody: secret and test seed.

    `secret_hash`: sha256 of its 32 bytes, in hex. `test_seed`: the match will be dealt from a fixed
    seed instead, so it is a test and not fair.
    """

    match: int
    secret_hash: str
    test_seed: bool = False

    def on(self, state: RoomState) -> None:
        state.match = self.match
        state.secret_hash = self.secret_hash
        state.secret, state.fixed_seed = self.sealed
        state.test_seed = self.test_seed
        state.revealed_secret = ""


class SeatTaken(RoomEvent, frozen=True, tag="seat_taken"):
    player: PlayerId
    automatic: str = ""
    """The kind of an automatic player; empty for a person."""

    def on(self, state: RoomState) -> None:
        state.members.append(Member(player=self.player, automatic=self.automatic))


class SeatGivenUp(RoomEvent, frozen=True, tag="seat_given_up"):
    player: PlayerId
    why: Departure

    def on(self, state: RoomState) -> None:
        state.members = [member for member in state.members if member.player != self.player]


class HostChanged(Confided, frozen=True, tag="host_changed"):
    """Confided to the host: the invitation key. Where the host stays, it is a new key, so that the
    one before opens the room no more."""

    host: PlayerId

    def on(self, state: RoomState) -> None:
        state.host = self.host
        state.invitation = self.sealed[0]


class OptionsChanged(RoomEvent, frozen=True, tag="options_changed"):
    """All options with their values now; nobody is ready any more."""

    options: dict[str, OptionValue]

    def on(self, state: RoomState) -> None:
        state.options = dict(self.options)
        for member in state.members:
            member.ready = False
            member.commitment = ""


class VisibilityChanged(RoomEvent, frozen=True, tag="visibility_changed"):
    visibility: Visibility

    def on(self, state: RoomState) -> None:
        state.visibility = self.visibility


class TalkChanged(RoomEvent, frozen=True, tag="talk_changed"):
    """What may be said at the table from now on; what is said is no part of the log. Follows upon
    `room_opened` and `restated` where it is not what `state.TALK` says."""

    talk: TalkLevel

    def on(self, state: RoomState) -> None:
        state.talk = self.talk


class TitleChanged(RoomEvent, frozen=True, tag="title_changed"):
    """What the room is called from now on, in its host's own words; empty: nothing. Like the two
    below it follows upon `room_opened` and `restated` where it is not what `RoomState` says."""

    title: str

    def on(self, state: RoomState) -> None:
        state.title = self.title


class WatchingChanged(RoomEvent, frozen=True, tag="watching_changed"):
    """Whether those without a seat may see matches."""

    watching: bool

    def on(self, state: RoomState) -> None:
        state.watching = self.watching


class WordingChanged(RoomEvent, frozen=True, tag="wording_changed"):
    """Whether everybody reads children's words here."""

    kids: bool

    def on(self, state: RoomState) -> None:
        state.kids = self.kids


class ReadinessChanged(RoomEvent, frozen=True, tag="readiness_changed"):
    """`commitment`: sha256 of the entropy the player will reveal, in hex; may be empty."""

    player: PlayerId
    ready: bool
    commitment: str = ""

    def on(self, state: RoomState) -> None:
        member = state.seat(self.player)
        member.ready = self.ready
        member.commitment = self.commitment


class StartLocked(RoomEvent, frozen=True, tag="start_locked"):
    """Nothing of the match can be changed any more; entropy is awaited until `until_ms`."""

    until_ms: int

    def on(self, state: RoomState) -> None:
        state.phase = "reveal"
        state.reveal_until_ms = self.until_ms


class EntropyRevealed(RoomEvent, frozen=True, tag="entropy_revealed"):
    player: PlayerId
    entropy: str
    """32 bytes in hex."""

    def on(self, state: RoomState) -> None:
        state.seat(self.player).entropy = self.entropy


class MatchDealt(RoomEvent, frozen=True, tag="match_dealt"):
    """A match begins, and this fixes it; the events of the deal follow."""

    match: int
    game: str
    ruleset: str
    options: dict[str, OptionValue]
    players: tuple[PlayerId, ...]
    """In the order in which they took their seats in the room."""
    entropy: tuple[str, ...] = ()
    """What goes into the seed beside the secret, in that order; in hex."""
    left_out: tuple[PlayerId, ...] = ()
    """Players who had committed entropy and did not reveal it in time."""
    test_seed: bool = False

    def on(self, state: RoomState) -> None:
        state.phase = "match"
        state.players = self.players
        state.entropy = self.entropy
        state.reveal_until_ms = 0


class PresenceChanged(RoomEvent, frozen=True, tag="presence_changed"):
    """`away`: the seat goes on by autopilot. `left`: it was given up, and ends with the match."""

    player: PlayerId
    away: bool
    left: bool = False

    def on(self, state: RoomState) -> None:
        member = state.seat(self.player)
        member.away = self.away
        member.left = self.left


class MatchClosed(RoomEvent, frozen=True, tag="match_closed"):
    """The result stands. `digest`: sha256 of the game's final state in canonical form, in hex."""

    match: int
    winners: tuple[PlayerId, ...]
    ranking: tuple[PlayerId, ...]
    digest: str
    abandoned: bool = False

    def on(self, state: RoomState) -> None:
        state.phase = "over"
        state.matches_abandoned += self.abandoned
        for player in self.winners:
            state.standings[player] = state.standings.get(player, 0) + 1
        for member in state.members:
            member.away = False


class SecretRevealed(RoomEvent, frozen=True, tag="secret_revealed"):
    """Everybody may check the deal now. `dealt` is false where the secret was dropped before it."""

    match: int
    secret: str
    dealt: bool = True

    def on(self, state: RoomState) -> None:
        state.revealed_secret = self.secret
        state.secrets_dropped += not self.dealt


class Restated(Confided, frozen=True, tag="restated"):
    """Everything of the room that outlives a match, before the next one is prepared, or in a room
    that stays closed: the last match is cleared away and nobody is ready. Confided to the host: the
    invitation key, which a closed room has no more.

    Every fold and every verification may begin with the entry that this event begins; all it needs
    beside is the number and the hash of the entry before.
    """

    room: RoomId
    host: PlayerId
    game: str
    ruleset: str
    """Of the match that is over."""
    options: dict[str, OptionValue]
    visibility: Visibility
    pace: Pace
    members: tuple[tuple[PlayerId, str], ...]
    """Player and kind (empty for a person), in the order in which they took their seats."""
    standings: dict[PlayerId, int]
    """In the order in which they scored first."""
    match: int
    """Number of the match that is over."""
    matches_abandoned: int
    secrets_dropped: int

    def on(self, state: RoomState) -> None:
        restated = RoomState(
            room=self.room,
            phase="over",
            game=self.game,
            options=dict(self.options),
            visibility=self.visibility,
            pace=self.pace,
            host=self.host,
            invitation=self.sealed[0],
            members=[Member(player=player, automatic=kind) for player, kind in self.members],
            standings=dict(self.standings),
            match=self.match,
            ruleset=self.ruleset,
            matches_abandoned=self.matches_abandoned,
            secrets_dropped=self.secrets_dropped,
        )
        for name in RoomState.__struct_fields__:
            setattr(state, name, getattr(restated, name))


class LobbyReopened(RoomEvent, frozen=True, tag="lobby_reopened"):
    """The next match is prepared in the room as it was just restated.

    `ruleset`: the newest then; `options`: those of the room as far as it still has them.
    """

    ruleset: str
    options: dict[str, OptionValue]

    def on(self, state: RoomState) -> None:
        state.phase = "lobby"
        state.ruleset = self.ruleset
        state.options = dict(self.options)


class LookedInto(RoomEvent, frozen=True, tag="looked_into"):
    """An auditor was shown the match that is not over, with everything that is hidden in it."""

    auditor: str

    def on(self, state: RoomState) -> None:
        """Nothing changes."""


class RoomClosed(RoomEvent, frozen=True, tag="room_closed"):
    """Nothing happens in the room any more, but that it lets go of its last match."""

    why: Closing

    def on(self, state: RoomState) -> None:
        state.phase = "closed"
        state.reveal_until_ms = 0


RoomEvents = (
    RoomOpened
    | TenantNamed
    | SecretChosen
    | SeatTaken
    | SeatGivenUp
    | HostChanged
    | OptionsChanged
    | VisibilityChanged
    | TalkChanged
    | TitleChanged
    | WatchingChanged
    | WordingChanged
    | ReadinessChanged
    | StartLocked
    | EntropyRevealed
    | MatchDealt
    | PresenceChanged
    | MatchClosed
    | SecretRevealed
    | Restated
    | LobbyReopened
    | LookedInto
    | RoomClosed
)
"""Every event of a room; a log holds these and the events of its game's matches."""
