"""Bodies of the part of the HTTP interface that hosts use, and their users' pages to come in."""

from typing import Annotated

from msgspec import Meta, field

from .commands import Visibility, Word
from .hosting import USER_MOST, Delivery
from .http import Answer, Body, Language, OptionValues, RoomListing, SeedHex
from .ids import PlayerId, RoomId

UserId = Annotated[str, Meta(min_length=1, max_length=USER_MOST)]
"""A host's own id of one of its users; never kept."""


class HostSessionRequest(Body, frozen=True):
    """Comes in with a token that a host has signed."""

    token: Annotated[str, Meta(max_length=4_000)]
    """A JWT (EdDSA) with `iss` (the host), `aud` (saloon), `sub` (its user), `name` (the nickname),
    `iat`, `exp` at most 10 minutes later, and perhaps `room`, the only one it is to be good for."""
    language: Language | None = None
    """Where it is left out, the one of them that `Accept-Language` prefers, else `ko`."""


class HostRoomRequest(Body, frozen=True):
    """Opens a room of the host's; `user` is seated and becomes its host."""

    user: UserId
    nickname: Annotated[str, Meta(max_length=200)]
    game: Word = "bang"
    options: OptionValues = field(default_factory=dict)
    visibility: Visibility = "link"
    """`link`, `invited`: for the host's own users only; `public`: listed, and open to guests."""
    test_seed: SeedHex = ""
    """64 hex digits; taken only by a server that allows test seeds."""


class HostRoomReply(Answer, frozen=True):
    code: RoomId
    seq: int
    player: PlayerId
    """What the user is called here."""
    repeated: bool = False
    """An earlier request with the same key has opened it."""


class HostRoomsReply(Answer, frozen=True):
    """Rooms of the host that are open."""

    rooms: list[RoomListing]


class HostPlayerReply(Answer, frozen=True):
    """What a user of the host is called here, always."""

    player: PlayerId


class HostInfo(Answer, frozen=True):
    """What the host may have, and has."""

    name: str
    rooms_open: int
    rooms_open_most: int
    rooms_per_hour: int
    sessions_per_minute: int


class DeliveriesReply(Answer, frozen=True):
    """In the order in which they changed last. `next` is to be given as `after`; it stays the same
    while there is nothing new."""

    deliveries: list[Delivery]
    next: int
