"""Hosts: sites that embed the games. What is known of each, and what is told to them.

`Tenant` and `Hook` are kept in buckets of the broker, by the tenant's name; `Ending` in the stream
OUTBOX; `Delivery` in a bucket that forgets. All JSON; fields only grow.
"""

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .commands import OptionKey
from .ids import CommandId, Millis, PlayerId, RoomId

AUDIENCE = "saloon"
"""Whom the tokens are for that a host signs (`aud`)."""

TENANT_NAME = re.compile(r"(?!auto$|main$)[a-z][a-z0-9]{1,19}")
HOSTS_MOST = 1_000
"""So many are read at once."""
USER_MOST = 200
"""Characters of a host's own id of a user."""
LIVE = 2
"""So many keys of a kind are live at once: the newest, and the one before, which rotates out."""

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Keys = Annotated[tuple[Hex32, ...], Meta(min_length=1, max_length=LIVE)]
"""The newest first."""


class Quotas(Struct, frozen=True):
    rooms_open: Count = 200
    """Rooms of this host that are open at a time."""
    rooms_per_hour: Count = 1_000
    """Rooms that it may open for long; as many at once."""
    sessions_per_minute: Count = 300
    """Sessions that its users may open for long; as many at once."""


class Tenant(Struct, frozen=True):
    """What the gateway knows of a host: nothing with which one could pass for it."""

    name: str
    api_keys: Keys
    """sha256 of each."""
    player_keys: Keys
    """Ed25519 keys that its users' tokens are signed for."""
    id_key: Hex32
    """What its users' player ids are made with; never changes, or they would be others."""
    quotas: Quotas = Quotas()


class Hook(Struct, frozen=True):
    """Where results of a host's rooms go. Read by the webhooks service alone."""

    name: str
    url: str
    secrets: Keys
    """32 bytes each, in hex; every delivery is signed with all of them."""

    def __repr__(self) -> str:
        return f"Hook({self.name})"


What = Literal["match.ended", "match.abandoned", "room.closed"]


class Standing(Struct, frozen=True):
    player: PlayerId
    points: int


class Ending(Struct, frozen=True):
    """Something ended in a host's room: only what everybody may know then."""

    id: str
    """The same for every delivery of it: room, match, and which of both ended."""
    tenant: str
    what: What
    room: RoomId
    match: int
    at_ms: Millis
    game: str
    ruleset: str
    seq: int
    """Of the entry that says so."""
    hash: str
    """Of that entry, in hex: all that came before follows from it."""
    players: tuple[PlayerId, ...] = ()
    """Everybody at the match, in the order in which they took their seats."""
    winners: tuple[PlayerId, ...] = ()
    ranking: tuple[PlayerId, ...] = ()
    standings: tuple[Standing, ...] = ()
    """Points over all matches in the room, most first."""
    test_seed: bool = False
    why: str = ""
    """With `room.closed`: empty, abandoned, by_operator or by_tenant."""


State = Literal["waiting", "delivered", "failed", "dropped"]
"""`waiting`: it is tried again. `failed`: it was tried for long enough. `dropped`: there was nobody
to tell any more."""


class Attempt(Struct, frozen=True):
    at_ms: Millis
    outcome: str
    """A status, or a word for why there was none."""
    took_ms: int = 0


class Delivery(Struct, frozen=True):
    """What became of an `Ending` on its way to its host."""

    id: str
    what: What
    room: RoomId
    match: int
    at_ms: Millis
    """Of the ending."""
    state: State
    attempts: int = 0
    latest: tuple[Attempt, ...] = ()
    """The last of them, the newest last."""
    next_ms: Millis = Millis(0)
    """When it is tried again, if it is."""


class DeliveriesRequest(Struct, frozen=True, tag="list", tag_field="ask"):
    """On `WEBHOOKS_ASK`; the reply is `Deliveries`, or `messages.Refused`."""

    tenant: str
    after: int = 0
    limit: int = 100


class RedeliverRequest(Struct, frozen=True, tag="redeliver", tag_field="ask"):
    """Likewise; the reply is one `Deliveries` with what became of it now."""

    tenant: str
    id: str


class Deliveries(Struct, frozen=True, tag="deliveries"):
    """In the order in which they changed last. `next`: to be given as `after`."""

    deliveries: list[Delivery]
    next: int = 0


OptionValues = dict[OptionKey, str | int | bool]

DELIVERY_ID = re.compile(r"[A-Z]{6}-[0-9]{1,9}-(match|room)")


def ending_id(room: RoomId, match: int, what: What) -> str:
    return f"{room}-{match}-{'room' if what == 'room.closed' else 'match'}"


def end_command(tenant: str) -> CommandId:
    """The id of a tenant's `end`: a room ends once."""
    return CommandId(f"end:{tenant}")
