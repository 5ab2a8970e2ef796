"""Bodies of the gateway's HTTP interface: what a client sends and what it is answered.

Names are camelCase on the wire. Every refusal is a `Problem`. Fields only grow.
"""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from .commands import OptionKey, PlayerKind, TalkLevel, Visibility, Word
from .ids import CommandId, PlayerId, RoomId
from .talk import Points, TalkLine

Language = Literal["ko", "en"]

NICKNAME_MOST = 20
"""Characters of a nickname after normalisation (NFC); at least one."""

SESSION_COOKIE = "saloon_session"
IDEMPOTENCY_HEADER = "idempotency-key"

OptionValues = dict[OptionKey, str | int | bool]
IdempotencyKey = Annotated[str, Meta(min_length=1, max_length=100)]
"""Printable; unique for one player among what he asks for."""
SeedHex = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class Body(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What a client sends."""


class Answer(Struct, frozen=True, rename="camel"):
    """What a client is answered; new fields may come."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """RFC 9457, `application/problem+json`. `code` and `params` are those of `refusals`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    params: dict[str, int | str] = {}


class SessionRequest(Body, frozen=True):
    """Opens a guest's session."""

    nickname: Annotated[str, Meta(max_length=200)]
    """1-20 visible characters after normalisation (NFC)."""
    language: Language | None = None
    """Where it is left out, the one of them that `Accept-Language` prefers, else `ko`."""


class SessionReply(Answer, frozen=True):
    """Who the caller is. `token` goes into `Authorization: Bearer`; pages have it as a cookie."""

    player: PlayerId
    nickname: str
    language: Language
    expires_ms: int
    """Unix time."""
    token: str = ""
    """Only in the answer that opens the session."""


class RoomRequest(Body, frozen=True):
    """Opens a room; its sender is seated and becomes host."""

    game: Word = "bang"
    options: OptionValues = {}
    visibility: Visibility = "link"
    test_seed: SeedHex = ""
    """64 hex digits; taken only by a server that allows test seeds."""
    talk: TalkLevel = "phrases"
    title: Annotated[str, Meta(max_length=200)] = ""
    """What it is called, in the host's own words: at most 40 characters after cleaning."""
    watching: bool = True
    """Those without a seat may see its matches."""
    kids: bool = False
    """Everybody reads children's words in it."""


class RoomReply(Answer, frozen=True):
    """`seq`: of the entry that opened the room. Its code names it for life."""

    code: RoomId
    seq: int
    repeated: bool = False
    """An earlier request with the same key has opened it."""


class CommandBody(Body, frozen=True):
    """One command of lobby or match."""

    command: Raw
    """An object with the tag `type`."""
    command_id: Annotated[CommandId, Meta(max_length=128)] = CommandId("")
    """Idempotency key; may come as the header `Idempotency-Key` instead."""
    test_seed: SeedHex = ""
    """With `again`; taken only by a server that allows test seeds."""


class CommandDone(Answer, frozen=True):
    """The command is stored as entry `seq`, now or when the same id came before."""

    command_id: CommandId
    seq: int
    repeated: bool = False
    """The same id came before, and it was then that it took effect."""


class SayBody(Body, frozen=True):
    """Something to say at the table: a phrase, or a text where the room's `talk` is `text`."""

    phrase: Annotated[str, Meta(max_length=40)] = ""
    target: Annotated[PlayerId, Meta(max_length=64)] = PlayerId("")
    """The player at whom the phrase points."""
    text: Annotated[str, Meta(max_length=2_000)] = ""
    """1-200 characters after cleaning: no line breaks, nothing invisible, nothing that turns the
    direction of writing."""
    say_id: Annotated[CommandId, Meta(max_length=128)] = CommandId("")
    """Idempotency key; may come as the header `Idempotency-Key` instead."""


class TalkReply(Answer, frozen=True):
    """The lines that are kept, the oldest first; `away`: talk does not work now."""

    talk: TalkLevel
    """What may be said in the room."""
    lines: list[TalkLine]
    away: bool = False


class RoomListing(Answer, frozen=True):
    """A public room as the projection lists it."""

    code: RoomId
    game: str
    phase: str
    seats_taken: int
    seats_free: int
    host: PlayerId
    options: OptionValues = {}
    people: int = 0
    """Seats that people hold."""
    least: int = 0
    """Seats that have to be taken before a match can start."""
    tenant: str = ""
    """The host, a site, whose room it is; empty for one of no site's."""
    title: str = ""
    """In its host's own words: plain text, never markup."""
    watching: bool = True


class ListedRoom(Answer, frozen=True):
    """A listing, and the host's nickname."""

    room: RoomListing
    host_name: str = ""


class RoomsReply(Answer, frozen=True):
    """Public rooms, those first that wait for players; `next` is empty on the last page."""

    rooms: list[ListedRoom]
    next: str = ""


class RoomInfo(Answer, frozen=True):
    """What somebody who knows the code may know before entering."""

    code: RoomId
    game: str
    phase: str
    visibility: Visibility
    seats_taken: int
    seats_most: int
    host: PlayerId
    host_name: str = ""
    seated: bool = False
    """The caller has a seat here."""
    title: str = ""
    watching: bool = True
    """Those without a seat may see its matches."""


class ResultReply(Answer, frozen=True):
    """How the room's last match ended, also as lines in the caller's language."""

    code: RoomId
    match: int
    game: str
    result: Raw
    """The game's own result: winners, ranking, and a game's details."""
    summary: str
    places: list[str]
    points: str
    names: dict[PlayerId, str] = {}


class AutomaticSeat(Answer, frozen=True):
    """A seat that waits for somebody to play it."""

    code: RoomId
    player: PlayerId
    player_kind: PlayerKind


class AutomaticSeats(Answer, frozen=True):
    seats: list[AutomaticSeat]


class ClaimRequest(Body, frozen=True):
    """Takes up an automatic player's seat, or renews the lease that `token` stands for."""

    nickname: Annotated[str, Meta(max_length=200)] = ""
    token: Annotated[str, Meta(max_length=2_000)] = ""


class ClaimReply(Answer, frozen=True):
    """`token` is good for this seat in this room alone, until `expires_ms` (Unix time). A socket
    has to be opened with it within `connect_ms`, or others may claim the seat."""

    token: str
    expires_ms: int
    connect_ms: int


class OptionInfo(Answer, frozen=True):
    key: str
    kind: Literal["boolean", "choice"]
    choices: list[str | int | bool]
    default: str | int | bool
    house_rule: bool
    text: str
    """Key of its name in the texts; with `-about` of its effect, with `-<choice>` of a choice."""


class CardInfo(Answer, frozen=True):
    id: int
    kind: str
    suit: str
    """S, H, D or C."""
    rank: int
    """2..14: 11 = J, 14 = A."""


class KindInfo(Answer, frozen=True):
    kind: str
    border: str
    weapon: bool
    text: str


class CharacterInfo(Answer, frozen=True):
    name: str
    life: int
    text: str


class PlayerKindInfo(Answer, frozen=True):
    """A kind of automatic players."""

    kind: str
    text: str
    """Key of its name in the texts."""


class PhraseInfo(Answer, frozen=True):
    """What can be said at the table with one tap."""

    id: str
    points: Points
    """Whether it is said with a `target`."""
    claim: bool
    """Players who are out of the match may not say it until that is over."""
    text: str
    """Key of its words; with `-at` behind it, where it points, with the parameter `target`."""


class RolesInfo(Answer, frozen=True):
    """Which roles are dealt to so many players, where no house rule says otherwise."""

    players: int
    roles: list[str]


class GameInfo(Answer, frozen=True):
    """One game: how to set it up, and every card by its id."""

    id: str
    ruleset: str
    seats_least: int
    seats_most: int
    options: list[OptionInfo]
    cards: list[CardInfo] = []
    kinds: list[KindInfo] = []
    characters: list[CharacterInfo] = []
    player_kinds: list[PlayerKindInfo] = []
    """The easiest first."""
    title: str = ""
    """Key of its title in the texts."""
    phrases: list[PhraseInfo] = []
    """Of table talk, in the order in which they are offered."""
    roles: list[RolesInfo] = []
    """The fewest players first."""


class GamesReply(Answer, frozen=True):
    games: list[GameInfo]
    title: str = ""
    """Key of the title that is shown."""


class TextFile(Answer, frozen=True):
    name: str
    source: str
    """Fluent; later files lie over earlier ones."""


class PublicKey(Answer, frozen=True):
    id: str
    """What it is called for short: the first 16 digits of its sha256."""
    key: str
    """An Ed25519 key, 32 bytes in hex."""


class KeysReply(Answer, frozen=True):
    keys: list[PublicKey]
    """The present one first."""


class TextsReply(Answer, frozen=True):
    """All texts of a language. Functions they call: `JOSA`, `SECONDS`, `KIBIBYTES`, `NAMED`."""

    language: Language
    kids: bool
    files: list[TextFile]
