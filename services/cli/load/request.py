"""What a load is asked to be, as the processes that make it are told."""

from ipaddress import ip_address
from random import Random
from urllib.parse import urlsplit

from msgspec import Struct

SEATS = (4, 5, 6, 7)
"""How many players a match of BANG! takes."""


class Pace(Struct, frozen=True):
    """How long a person thinks, in seconds: drawn between both, the logarithm evenly, so that most
    moves are quick and a few are slow."""

    least_s: float = 1.0
    most_s: float = 8.0

    def draw_s(self, chance: Random) -> float:
        if self.most_s <= 0:
            return 0.0
        least_s = max(self.least_s, 0.001)
        return float(least_s * (self.most_s / least_s) ** chance.random())


class Request(Struct, frozen=True):
    """One process's share of a load."""

    addresses: tuple[str, ...]
    """Of the gateways, each `http://host:port`; whoever loses one goes to the next."""
    rooms: int
    seats: int
    pace: Pace
    rate: float
    """Moves a second in place of a pace; 0: everybody moves when he has thought."""
    moves: int
    """After so many moves no further one begins; 0: no such bound."""
    opening_s: float
    """Between two rooms that are opened."""
    seed: int
    """Of think times and choices. The deals are the server's."""
    data: str = ""
    """An installation's folder whose log is compared with what was told; empty: none."""


def is_loopback(address: str) -> bool:
    """Whether it can only be this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def shares(total: int, parts: int) -> list[int]:
    """`total` in `parts` whole numbers that differ by one at most."""
    return [total // parts + (number < total % parts) for number in range(parts)]
