"""Ports that are looked for before a server starts."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from services.cli.tree import ROOT
from shared.runtime import ports
from shared.runtime.ports import free_port, free_ports

GIVEN = Path("/proc/sys/net/ipv4/ip_local_port_range")


def test_ports_are_different_and_not_those_of_connections() -> None:
    found = free_ports(200)
    assert len(set(found)) == 200
    lowest = int(GIVEN.read_text().split()[0])
    assert max(found) < lowest, "the system could give it to a connection meanwhile"


def test_a_server_takes_its_port_and_after_its_end_again() -> None:
    port = free_port()
    for _ in range(2):
        server = socket.create_server(("127.0.0.1", port))
        with server, socket.create_connection(("127.0.0.1", port)) as client:
            heard, _ = server.accept()
            heard.sendall(b"here")
            heard.close()
            assert client.recv(4) == b"here"


def narrow(port: int) -> str:
    return f"import shared.runtime.ports as p; p._FIRST, p._LIMIT = {port}, {port + 1}; "


def test_nobody_else_is_given_it_whether_its_server_runs_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port()
    monkeypatch.setattr(ports, "_FIRST", port)
    monkeypatch.setattr(ports, "_LIMIT", port + 1)
    elsewhere = [sys.executable, "-P", "-c", narrow(port) + "p.free_port()"]

    def is_given() -> bool:
        asked = subprocess.run(elsewhere, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=False)
        return asked.returncode == 0

    with pytest.raises(OSError, match="is free"):
        free_port()
    assert not is_given()
    with socket.create_server(("127.0.0.1", port)):
        with pytest.raises(OSError, match="is free"):
            free_port()
        assert not is_given()
    ports._held.pop().close()
    assert is_given()
