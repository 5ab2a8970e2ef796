"""A store of whole files by address, and its errors.

ObjectsError
├── Missing   there is no such object
├── Damaged   what is there is not what was put
├── Full      the store takes nothing more
├── Refused   it does not let us, or not this
└── Away      it cannot be reached, or does not answer
"""

import re
from typing import NewType, Protocol

from msgspec import Struct

from shared.contracts.ids import Millis, RoomId

Address = NewType("Address", str)
"""Words with `/` between them. It follows from what the object is, so nobody has to keep it."""

OBJECT_LIMIT = 1 << 26
"""Bytes of an object, at most."""

_ADDRESS = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*")
_MATCH = re.compile(r"[^/]+/([^/]+)/([0-9]{1,9})\.jsonl\.gz")


class ObjectsError(Exception):
    """Something the world did to the store. Its text names addresses, never what is in an object,
    nor what opens the store."""


class Missing(ObjectsError):
    pass


class Damaged(ObjectsError):
    pass


class Full(ObjectsError):
    pass


class Refused(ObjectsError):
    pass


class Away(ObjectsError):
    pass


class Listed(Struct, frozen=True):
    address: Address
    stored_ms: Millis
    """Unix time at which it was put, by the store's clock."""


class Objects(Protocol):
    """After `put` and `delete` everybody gets what they left."""

    async def put(self, address: Address, data: bytes) -> None:
        """Keeps `data`, of at most `OBJECT_LIMIT` bytes, in place of what was there; returning
        means that it is on disk, as far as the store can tell.

        Whole or not at all: whoever gets the object meanwhile, and after an error, has the old or
        the new one. Raises `Full`, `Refused` and `Away`.
        """
        ...

    async def get(self, address: Address) -> bytes:
        """Raises `Missing`, `Damaged`, `Refused` and `Away`."""
        ...

    async def delete(self, address: Address) -> None:
        """Nothing is there any more, also where nothing was. Raises `Refused` and `Away`."""
        ...

    async def listed(self, prefix: str = "") -> list[Listed]:
        """All whose address begins with `prefix`, by address. Raises `Refused` and `Away`."""
        ...


def checked(address: Address) -> Address:
    """An address that is none could reach into foreign folders. Raises `ValueError`."""
    if len(address) > 200 or _ADDRESS.fullmatch(address) is None:
        raise ValueError("address: must be words of letters, digits, . _ - with / between them")
    return address


def bounded(data: bytes) -> bytes:
    """Raises `Refused`."""
    if len(data) > OBJECT_LIMIT:
        raise Refused(f"an object has {len(data)} bytes, the limit is {OBJECT_LIMIT}")
    return data


def match_address(tenant: str, room: RoomId, match: int) -> Address:
    """Where the file of a match lies."""
    return checked(Address(f"{room_prefix(tenant, room)}{match}.jsonl.gz"))


def room_prefix(tenant: str, room: RoomId) -> str:
    """What the addresses of all matches of a room begin with, and no others."""
    return f"{tenant}/{room}/"


def match_at(address: Address) -> tuple[RoomId, int] | None:
    """Which match lies there; `None` for what is not an address of one."""
    found = _MATCH.fullmatch(address)
    return (RoomId(found[1]), int(found[2])) if found else None
