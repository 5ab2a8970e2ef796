"""Messages between services, and between gateway and client. All JSON; tags name the kind.

Bus messages are small requests with one reply. Socket messages are two tagged unions,
`ClientMessage` and `ServerMessage`; their JSON Schemas make the served AsyncAPI document.

Services of two releases talk to each other while one is put in the other's place. So what one
service says to another may have fields that the receiver does not know, and these have to be such
that it does no harm to leave them unread. What players send may not: there it is a mistake.
"""

from msgspec import Raw, Struct, field

from .ids import CommandId, PlayerId, RoomId
from .operating import Figures
from .refusals import Refusal
from .talk import TalkLine

SPECTATOR = "_"
"""Stands for "no player" where a viewer is part of a subject or a key."""

TRACE_HEADER = "traceparent"
"""Of messages, and beside entries in the log, where traces are on: the span that each was sent in,
by W3C Trace Context (`00-<trace, 32 hex digits>-<span, 16>-<flags, 2>`). Its loss does no harm."""

HASH_SECTION = "hash"
"""The view store keeps the hash of a view's entry (a JSON string) as a section of this name; it is
no section of the view."""


class CommandRequest(Struct, frozen=True):
    """To rules, on the subject of one `Path`: one command of one actor."""

    room: RoomId
    actor: PlayerId
    """Empty on every path but `cmd`, which carries none that is."""
    command_id: CommandId
    command: Raw
    """JSON as it was sent."""
    test_seed: str = ""
    """A fixed seed in hex with `create` or `again`; taken only where rules allow it."""
    deliveries: int = 1
    """How often this command was handed to a member; see `unprocessable`."""
    sending: str = ""
    """The same for each handing over of one sending, so that none of them passes for a repeat of
    another."""


class Accepted(Struct, frozen=True, tag="accepted"):
    """Stored as entry `seq`, now or when the same id came before."""

    seq: int
    repeated: bool = False
    """It took effect by an earlier sending of the same id; not said where that is not certain. What
    is sent once is never a repeat, however often it was handed to members on its way."""


class Refused(Struct, frozen=True, tag="refused"):
    """Nothing was stored. `seq`: the head it was decided on."""

    why: Refusal
    seq: int = 0


class Retry(Struct, frozen=True, tag="retry"):
    """Not decided: the log is away, or nobody holds the room's rules. Send it again."""

    retry_after_ms: int


class Elsewhere(Struct, frozen=True, tag="elsewhere"):
    """Not decided here: the room is under `ruleset`, which this member does not hold. Another one
    may; it also knows whether the command has taken effect."""

    ruleset: str


CommandReply = Accepted | Refused | Retry
"""What became of a command, to whoever sent it."""

MemberReply = CommandReply | Elsewhere
"""What one member of the rules service says to it."""


class ViewRequest(Struct, frozen=True):
    """Gateway to projection: the view of `viewer`, not older than entry `after`, folded afresh.
    The reply is a `View`, or `Refused` with `no_such_room`, `behind` or `unavailable`."""

    room: RoomId
    viewer: str
    after: int = 0


class Frame(Struct, frozen=True, rename="camel", tag="frame"):
    """What one entry means for one viewer. Published on `view.<room>.<viewer>`, sent as it is."""

    seq: int
    hash: str
    at_ms: int
    events: list[Raw]
    """As this viewer hears them."""
    sections: dict[str, Raw]
    """The sections of the view that changed; `null` for one that is no more."""


class View(Struct, frozen=True, rename="camel", tag="view"):
    """Everything one viewer may see at entry `seq`."""

    seq: int
    hash: str
    sections: dict[str, Raw]


class CommandMessage(
    Struct, frozen=True, rename="camel", tag="command", forbid_unknown_fields=True
):
    """Client to gateway: answered by one `result`. Sending the same id again is harmless."""

    command_id: CommandId
    command: Raw


class ResumeMessage(Struct, frozen=True, rename="camel", tag="resume", forbid_unknown_fields=True):
    """Client to gateway, first of all: go on after entry `after` (0 = a whole view)."""

    after: int = 0
    token: str = ""
    """A session's or seat's token, from programs that cannot send headers."""
    invitation: str = ""
    """The key of an `invited` room, to watch it without a seat."""


class PingMessage(Struct, frozen=True, rename="camel", tag="ping", forbid_unknown_fields=True):
    """Client to gateway: answered by `pong`."""

    echo: int = 0


class SayMessage(Struct, frozen=True, rename="camel", tag="say", forbid_unknown_fields=True):
    """Client to gateway: says a phrase or a text at the table; answered by one `sayResult`. Sending
    the same id again is harmless. Nothing of it touches `seq`."""

    say_id: CommandId
    phrase: str = ""
    target: PlayerId = PlayerId("")
    """The player at whom the phrase points."""
    text: str = ""


ClientMessage = CommandMessage | ResumeMessage | PingMessage | SayMessage


class ResultMessage(Struct, frozen=True, rename="camel", tag="result"):
    """What became of a command: `seq` where accepted, else `why`. `repeated`: the same id came
    before, and it was then that it took effect."""

    command_id: CommandId
    accepted: bool
    seq: int = 0
    repeated: bool = False
    why: Refusal | None = None


class HelloMessage(Struct, frozen=True, rename="camel", tag="hello"):
    """First message of a socket."""

    room: RoomId
    viewer: PlayerId | None
    server_now_ms: int


class ClockMessage(Struct, frozen=True, rename="camel", tag="clock"):
    """Stamped when sending, beside every frame and view, so that deadlines can be shown right."""

    server_now_ms: int


class PongMessage(Struct, frozen=True, rename="camel", tag="pong"):
    echo: int
    server_now_ms: int


class PresenceMessage(Struct, frozen=True, rename="camel", tag="presence"):
    """Who is connected; outside `seq`. `names`: nicknames of those who have one; the text
    `bot-<game>` is what an automatic player without one is called."""

    present: list[PlayerId]
    """Members of the room."""
    watchers: int
    """How many others there are, through any gateway, each counted once."""
    names: dict[PlayerId, str] = field(default_factory=dict)


class SayResultMessage(Struct, frozen=True, rename="camel", tag="sayResult"):
    """What became of a `say`: `line`, its id at the table, where it was said, else `why`."""

    say_id: CommandId
    line: str = ""
    why: Refusal | None = None


class SaidMessage(Struct, frozen=True, rename="camel", tag="said"):
    """A line, to everybody in the room; outside `seq`. It may come twice, under the same id."""

    line: TalkLine


class TalkMessage(Struct, frozen=True, rename="camel", tag="talk"):
    """The lines that are kept, the oldest first: to whoever comes, and to all after a disturbance.
    `away`: nothing can be said or heard now; the game goes on, and this comes again when it can."""

    lines: list[TalkLine]
    away: bool = False


ServerMessage = (
    HelloMessage
    | View
    | Frame
    | ResultMessage
    | ClockMessage
    | PongMessage
    | PresenceMessage
    | SayResultMessage
    | SaidMessage
    | TalkMessage
)


class PresenceReport(Struct, frozen=True):
    """Gateway to timer on `presence.<room>`: who is connected here now, about every second and at
    each change; `gateway` tells instances apart."""

    gateway: str
    room: RoomId
    players: list[PlayerId]
    """Holders of a seat token with an open socket."""
    watchers: int
    automatic: list[PlayerId] = []
    """Automatic players' sockets, which keep a room alive only if it was made for them."""
    closing: bool = False
    """The last report of this gateway for this room."""


class WatchReport(Struct, frozen=True):
    """Gateway to timer on `presence._`, about every second: this gateway lives and reports every
    room in which it holds a socket. Without it nobody counts as absent, only as unwatched. Gateways
    hear each other's."""

    gateway: str
    closing: bool = False
    """The last one: it stops in order, its players will come back through another."""
    figures: Figures = Figures()
