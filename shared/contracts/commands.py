"""Commands of a room: the lobby's own, and the system's. A game adds its own to the same union.

On the wire a command is one JSON object with the tag `type`; who sends it is never part of it. It
is stored in canonical form: no spaces, fields in the order given here. What was left out because it
has its default stays out, so a field added later leaves the stored bytes of older commands alone.
"""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder

from .ids import PlayerId

Visibility = Literal["public", "link", "invited"]
"""`public` (listed), `link` (whoever knows the code) or `invited` (code and invitation key)."""

TalkLevel = Literal["off", "phrases", "text"]
"""What may be said at the table: nothing, phrases of the catalogue, or free text too."""

TITLE_MOST = 40
"""Characters of a room's title, after cleaning."""
RoomTitle = Annotated[str, Meta(max_length=TITLE_MOST)]
"""What a host calls his room, in his own words; empty: nothing."""

OptionKey = Annotated[str, Meta(max_length=40)]
Word = Annotated[str, Meta(max_length=40)]
PersonId = Annotated[PlayerId, Meta(max_length=64)]
TenantName = Annotated[str, Meta(pattern="^([a-z][a-z0-9]{0,19})?$")]
"""What tenants are called; empty stands for none."""
PlayerKind = Annotated[str, Meta(pattern="^[a-z0-9-]{0,40}$")]


AUDITOR_LIMIT = 40
"""Characters of an auditor's name."""


class Command(
    Struct,
    frozen=True,
    tag_field="type",
    rename="camel",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What somebody wants to happen."""


class Create(Command, frozen=True, tag="create"):
    """Opens the room; its sender is seated and becomes host. That of a tenant's player is the
    tenant's."""

    game: Word
    options: dict[OptionKey, str | int | bool] = {}
    visibility: Visibility = "link"
    talk: TalkLevel = "phrases"
    title: RoomTitle = ""
    watching: bool = True
    kids: bool = False


class Join(Command, frozen=True, tag="join"):
    """Takes a seat; in mid-match, takes up again the seat its sender had left."""

    invitation: Annotated[str, Meta(max_length=64)] = ""
    """The key of an `invited` room."""


class Leave(Command, frozen=True, tag="leave"):
    """Gives the seat up; in mid-match the seat goes on by autopilot."""


class Kick(Command, frozen=True, tag="kick"):
    """The host removes a person from the lobby. The invitation key changes, so that nobody
    comes back into an `invited` room by the one before; from other rooms it is no ban."""

    player: PersonId


class HandOver(Command, frozen=True, tag="handOver"):
    """The host makes another person host."""

    player: PersonId


class SetOptions(Command, frozen=True, tag="setOptions"):
    """The host changes options, by wanted values, between matches; everybody is unready then."""

    options: dict[OptionKey, str | int | bool]


class SetVisibility(Command, frozen=True, tag="setVisibility"):
    """The host says who may come in, by the wanted value."""

    visibility: Visibility


class SetTalk(Command, frozen=True, tag="setTalk"):
    """The host says what may be said at the table, by the wanted value; in mid-match too."""

    talk: TalkLevel


class SetTitle(Command, frozen=True, tag="setTitle"):
    """The host says what the room is called; the gateway has cleaned it."""

    title: RoomTitle


class SetWatching(Command, frozen=True, tag="setWatching"):
    """The host says whether those without a seat may see matches; without, they see the lobby
    alone, where they may take one."""

    watching: bool


class SetWording(Command, frozen=True, tag="setWording"):
    """The host says that everybody reads children's words here, or whatever he has set himself."""

    kids: bool


class AddAutomatic(Command, frozen=True, tag="addAutomatic"):
    """The host seats an automatic player."""

    player_kind: PlayerKind = ""
    """One of the game's `playerKinds`; the first of them where it is left out."""


class RemoveAutomatic(Command, frozen=True, tag="removeAutomatic"):
    """The host removes an automatic player; between matches only."""

    player: PersonId


class Ready(Command, frozen=True, tag="ready"):
    """Ready or not for the next match. `commitment`: sha256 of 32 secret bytes in hex; may be empty
    (then no entropy of this player goes into the seed)."""

    ready: bool
    commitment: str = ""


class Start(Command, frozen=True, tag="start"):
    """The host locks the start; players then reveal their entropy and the match is dealt."""


class Reveal(Command, frozen=True, tag="reveal"):
    """Opens the commitment given with `ready`: the 32 bytes in hex."""

    entropy: str


class Again(Command, frozen=True, tag="again"):
    """The host opens the lobby for the next match in the same room."""


class Timeout(Command, frozen=True, tag="timeout"):
    """System: something is due. `due`: the id named in the header of the entry that armed it."""

    due: str


class Absent(Command, frozen=True, tag="absent"):
    """System: a player has been away too long, or is back."""

    player: PersonId
    away: bool


class Abandon(Command, frozen=True, tag="abandon"):
    """System: nobody is here any more; a running match ends without a winner, the room closes."""


class End(Command, frozen=True, tag="end"):
    """System: the room is ended by an operator, or by the tenant whose it is; a running match ends
    without a winner."""

    tenant: TenantName = ""
    """Who does it; empty: an operator."""


class Look(Command, frozen=True, tag="look"):
    """System: an auditor looks into a match that is not over."""

    auditor: Annotated[str, Meta(min_length=1, max_length=AUDITOR_LIMIT)]
    """What the auditor calls himself; everybody in the room hears it."""


class Restate(Command, frozen=True, tag="restate"):
    """System: a closed room lets go of its last match, which then can leave the log."""


LobbyCommand = (
    Create
    | Join
    | Leave
    | Kick
    | HandOver
    | SetOptions
    | SetVisibility
    | SetTalk
    | SetTitle
    | SetWatching
    | SetWording
    | AddAutomatic
    | RemoveAutomatic
    | Ready
    | Start
    | Reveal
    | Again
)
SystemCommand = Timeout | Absent | Abandon | End | Look | Restate

AUDIT_COMMANDS = frozenset({"look", "restate"})
"""Tags of the system's commands that are about records of matches: they alone come on the path
`audit`, and on no other. An `end` comes on `tenant` where it names one, else on `operator`."""


class _Tagged(Struct):
    type: str = ""


_tagged = Decoder(_Tagged)


def type_of(sent: bytes | Raw) -> str:
    """The tag of what was sent as a command; empty where it is none."""
    try:
        return _tagged.decode(sent).type
    except (ValueError, RecursionError):
        return ""
