"""Ports that are looked for before a server starts."""

import socket
from pathlib import Path

import pytest

from shared.runtime import ports
from shared.runtime.ports import free_port, free_ports

GIVEN = Path("/proc/sys/net/ipv4/ip_local_port_range")


def test_ports_are_free_different_and_not_those_of_connections() -> None:
    found = free_ports(200)
    assert len(set(found)) == 200
    for port in found:
        socket.create_server(("127.0.0.1", port)).close()
    lowest = int(GIVEN.read_text().split()[0])
    assert max(found) < lowest, "the system could give it to a connection meanwhile"


def test_a_port_that_is_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = socket.create_server(("127.0.0.1", free_port()))
    with taken:
        number = taken.getsockname()[1]
        monkeypatch.setattr(ports, "_FIRST", number)
        monkeypatch.setattr(ports, "_LIMIT", number + 1)
        with pytest.raises(OSError, match="too few ports"):
            free_port()
