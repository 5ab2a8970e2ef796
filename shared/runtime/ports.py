"""Ports for servers that have to be told theirs before they start."""

import socket
from secrets import randbelow

_FIRST, _LIMIT = 20_000, 32_768
"""Below those that a system gives to connections: such a one could take the port in between."""
_TRIES = 100


def free_port() -> int:
    """One of this machine that nobody listens on now. Raises `OSError` where none is found."""
    return free_ports(1)[0]


def free_ports(number: int) -> list[int]:
    """The same of several, all different."""
    found: dict[int, None] = {}
    for _ in range(_TRIES + number):
        port = _FIRST + randbelow(_LIMIT - _FIRST)
        if _is_free(port):
            found[port] = None
        if len(found) == number:
            return list(found)
    raise OSError(f"too few ports from {_FIRST} to {_LIMIT} are free")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
