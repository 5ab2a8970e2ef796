"""Where a host may be: not in our own network, whatever its name says (SSRF).

The address that was looked at is the one that is connected to, so a name that says something else
a moment later changes nothing.
"""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_WRAPPED = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""IPv6 that leads to an IPv4 address within it."""


class Unreachable(Exception):
    """There is no such name, or its address is not one to connect to. `outcome`: a word for it."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


async def address_of(host: str, port: int, *, allow_private: bool) -> str:
    """An address of `host` as a URL has it. Raises `Unreachable`."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("no_such_name") from None
    addresses = [ip_address(str(each[4][0]).partition("%")[0]) for each in found]
    if not addresses:
        raise Unreachable("no_such_name")
    if not allow_private and not all(map(is_public, addresses)):
        raise Unreachable("private_address")
    first = addresses[0]
    return f"[{first}]" if first.version == 6 else str(first)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether it is of the internet, and of one machine."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in _WRAPPED):
            return False
    return address.is_global and not address.is_multicast
