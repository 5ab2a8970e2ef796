"""Ports for servers that have to be told theirs before they start."""

import socket
from collections import deque
from secrets import randbelow

_FIRST, _LIMIT = 20_000, 32_768
"""Below those that a system gives to connections."""
_TRIES = 100

_held: deque[socket.socket] = deque(maxlen=256)
"""Bound, and listening to nobody: who looks for a port meanwhile does not get these, and a server
that lets addresses be used again, as servers do, takes its own all the same."""


def free_port() -> int:
    """One of this machine that nobody has now, and nobody else is given who asks here, in whatever
    process, as long as this one lasts. Raises `OSError` where none is found."""
    for _ in range(_TRIES):
        holder = socket.socket()
        try:
            holder.bind(("127.0.0.1", _FIRST + randbelow(_LIMIT - _FIRST)))
        except OSError:
            holder.close()
            continue
        # Only now, or it could have been bound where another one holds.
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _held.append(holder)
        port: int = holder.getsockname()[1]
        return port
    raise OSError(f"no port from {_FIRST} to {_LIMIT} is free")


def free_ports(number: int) -> list[int]:
    """The same of several, all different."""
    return [free_port() for _ in range(number)]
