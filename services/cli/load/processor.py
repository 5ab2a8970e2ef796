"""What the generator takes of this machine, and what the server does where it runs here."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from msgspec import Struct

from services.cli.load.request import is_loopback
from services.cli.process_table import Running, listening, running, service_of
from services.cli.supervising import Child

GENERATOR = "load generator"

Name = Callable[[Mapping[int, Running]], Mapping[int, str]]
"""Which of the running processes are looked at, and what each is called."""


class Used(Struct, frozen=True):
    """One process, or all of one name, over the time that was measured."""

    name: str
    cpu_s: float
    cores: float
    """How much of a core it kept busy, on average."""
    memory_bytes: int
    """In memory in the end."""


class Processor:
    """`name`: the server's processes. It measures from `begin` to the last `look`."""

    def __init__(self, name: Name) -> None:
        self._name = name
        self._began_s = 0.0
        self._first: dict[tuple[str, int], float] = {}
        self._last: dict[tuple[str, int], Running] = {}
        self._looked_s = 0.0

    def begin(self, generator: Sequence[int]) -> None:
        self._last.clear()
        self._first.clear()
        self.look(generator)
        self._began_s = self._looked_s
        self._first = {key: each.cpu_s for key, each in self._last.items()}

    def look(self, generator: Sequence[int]) -> None:
        """`generator`: processes of the load, beside this one."""
        table = {each.pid: each for each in running()}
        ours = dict.fromkeys((os.getpid(), *generator), GENERATOR)
        for pid, name in {**self._name(table), **ours}.items():
            if pid in table:
                self._last[name, pid] = table[pid]
        self._looked_s = time.monotonic()

    def used(self) -> list[Used]:
        """The generator first, then the server's processes, the busiest first."""
        seconds = max(self._looked_s - self._began_s, 1e-9)
        cpu_s: dict[str, float] = {}
        memory: dict[str, int] = {}
        for (name, pid), each in self._last.items():
            spent = each.cpu_s - self._first.get((name, pid), 0.0)
            cpu_s[name] = cpu_s.get(name, 0.0) + spent
            memory[name] = memory.get(name, 0) + each.memory_bytes
        found = [Used(name, s, s / seconds, memory[name]) for name, s in cpu_s.items()]
        return sorted(found, key=lambda used: (used.name != GENERATOR, -used.cpu_s))


def of_children(children: Sequence[Child]) -> Name:
    """Services that this process has started, and the servers beside them."""

    def name(table: Mapping[int, Running]) -> Mapping[int, str]:
        named = {child.pid: child.name for child in children}
        servers = {
            pid: each.command
            for pid, each in table.items()
            if each.parent == os.getpid() and each.command.endswith("-server")
        }
        return {**servers, **named}

    return name


def of_addresses(addresses: Sequence[str]) -> Name:
    """Whoever listens there, if that is on this machine, and what was started with it."""
    names = [_of_address(address) for address in addresses]
    return lambda table: {pid: told for name in names for pid, told in name(table).items()}


def _of_address(address: str) -> Name:
    parts = urlsplit(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    listener = listening(port) if is_loopback(address) else None
    if listener is None:
        return lambda _: {}

    def name(table: Mapping[int, Running]) -> Mapping[int, str]:
        if listener not in table:
            return {}
        parent = table[listener].parent
        root = parent if service_of(parent) == "up" else listener
        family = [pid for pid, each in table.items() if pid == root or each.parent == root]
        return {pid: service_of(pid) or table[pid].command for pid in family}

    return name
