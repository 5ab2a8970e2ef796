"""What an operation of the HTTP interface is, and the request and the answer as it has them."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct

Method = Literal["GET", "POST", "DELETE"]
Caller = Literal["anybody", "session", "automaton", "reader", "host", "auditor"]
"""`reader`: with a session, or an auditor. `host`: with a host's key."""


class Parameter(Struct, frozen=True):
    name: str
    where: Literal["path", "query", "header"]
    about: str
    schema: dict[str, Any]
    is_required: bool = False
    example: str = ""


class Reply(Struct, frozen=True):
    """What an operation answers. `body`: JSON, or text for a `media_type` of its own."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = {}
    media_type: str = "application/json"


class Call(Struct, frozen=True):
    """A request as an operation gets it."""

    path: dict[str, str]
    query: dict[str, str]
    headers: Callable[[bytes], str | None]
    address: str
    bearer: str | None
    session: Any
    """A `Session`, where the operation needs one; to a reader without one the auditors' credential
    was shown."""
    body: Any
    """Decoded, where the operation takes one."""
    tenant: Any = None
    """A `Tenant`, where a host's key was shown."""


Handler = Callable[[Call], Awaitable[Reply]]


class Operation(Struct, frozen=True):
    id: str
    method: Method
    path: str
    about: str
    caller: Caller = "session"
    takes: Any = None
    gives: Any = None
    """`None`: no body."""
    status: int = 200
    media_type: str = "application/json"
    """Of a body that `gives` does not describe."""
    parameters: tuple[Parameter, ...] = ()
    sends: Any = None
    """An example of `takes`."""
    answers: Any = None
    """An example of `gives`."""
    refuses: tuple[str, ...] = ()
    """Codes of its own, beside those that any operation may refuse with."""
