"""What the messages between services are called. Who may use which is in `rights`.

The log's subjects are made by its layout, those of buckets and alarms by their adapters; a test
holds all of them against the rights.
"""

from typing import Literal

from .ids import PlayerId, RoomId
from .messages import SPECTATOR

RULES = "rules"
"""Name of the service that owns rooms: of its members, and of their queue group."""
PROJECTION = "projection"
REPLAY = "replay"
TIMER = "timer"

INBOX = "_INBOX"
"""Answers go to subjects that begin with this; each user's own begin with `inbox_prefix`."""

OUTER_INBOX = "_R_."
"""What the broker puts in its place for a request out of another account."""


def inbox_prefix(user: str) -> str:
    return f"{INBOX}_{user}"


Path = Literal["cmd", "sys", "audit", "tenant", "operator"]
"""`cmd`: commands of players, sent by the gateway. `sys`: the system's own, sent by the timer.
`audit`: those about records of matches, sent by replay and by an auditor's command line. `tenant`:
what a tenant does to a room of his, sent by the gateway; `operator`: the same by an operator."""


def rules_subject(member: str, path: Path) -> str:
    """Where one member of the rules service takes `CommandRequest`s; it replies `CommandReply`."""
    return f"rules.{member}.{path}"


def rules_any(path: Path) -> str:
    """The same of whichever member gets it; members subscribe with the queue group `RULES`."""
    return f"rules.any.{path}"


PROJECTION_VIEW = "projection.view"
"""Takes `ViewRequest`s, replies a `View`; queue group `PROJECTION`."""


REPLAY_ASK = "replay.ask"
"""Takes `ReplayRequest`s, replies a `ReplayReply`; queue group `REPLAY`."""


TIMER_ROOMS = "timer.rooms"
"""Takes `RoomsRequest`s, replies `RoomsKnown`; queue group `TIMER`."""


WEBHOOKS = "webhooks"
WEBHOOKS_ASK = "webhooks.ask"
"""Takes a `DeliveriesRequest` or a `RedeliverRequest`, replies `Deliveries`; queue group
`WEBHOOKS`."""


def outbox_subject(tenant: str, ending: str) -> str:
    """Where an `Ending` is kept that is to be told to a tenant."""
    return f"outbox.{tenant}.{ending}"


def view_subject(room: RoomId, viewer: PlayerId | None) -> str:
    """Where the frames of one viewer are published; `None` for all spectators together."""
    return f"view.{room}.{viewer or SPECTATOR}"


WATCH = "presence._"
"""Takes a `WatchReport` of every gateway about every second, whether or not anybody is there."""


def presence_subject(room: RoomId) -> str:
    """Takes the `PresenceReport`s of one room. All of them: `PRESENCE`."""
    return f"presence.{room}"


PRESENCE = "presence.*"
