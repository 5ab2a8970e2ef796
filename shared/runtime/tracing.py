"""Traces: which way one command took through the services, and how long each part of it was.

A span says what was done, for how long, and facts of `FACTS`, which are words and numbers that a
line of the log may hold, too. A message that leaves within a span names it in a header; who takes
the message goes on with it. Whether there are traces changes nothing else: without them all this is
an object that does nothing (`OFF`), and what makes and sends them is not imported.
"""

import re
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol, Self

from shared.contracts.messages import TRACE_HEADER

FACTS = frozenset(
    {
        "entries",
        "error",  # an exception's type, never its text
        "frames",
        "member",
        "outcome",  # accepted, retry …, or a refusal's code
        "path",  # of a command, as `subjects.Path`
        "room",
        "seq",
        "sockets",
    }
)
"""All that a span may tell. Nothing a player sends, holds or is called is among it."""

_NAMED = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})")

Fact = str | int


class Named(Protocol):
    """Headers, as far as they are asked for here."""

    def get(self, name: str, /) -> str | None: ...


class Span(Protocol):
    def note(self, **facts: Fact) -> None:
        """Facts that were not known at its beginning."""
        ...


class Tracing(Protocol):
    def begin(self, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """A span within the running one; where none runs, the first of a trace."""
        ...

    def part(self, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """A span within the running one; where none runs there is none."""
        ...

    def follow(self, named: Named, name: str, **facts: Fact) -> AbstractContextManager[Span]:
        """A span of the trace that these headers name. Where they name none there is none."""
        ...

    def headers(self) -> dict[str, str] | None:
        """What a message that leaves now has to carry; nothing where no span runs."""
        ...

    def name(self) -> str:
        """The value of `TRACE_HEADER`; empty where no span runs."""
        ...


def read_name(named: Named) -> tuple[int, int, int] | None:
    """Trace, span and flags that headers name; `None` where they name none, or badly."""
    found = _NAMED.fullmatch(named.get(TRACE_HEADER) or "")
    if found is None:
        return None
    trace, span, flags = (int(each, 16) for each in found.groups())
    return trace, span, flags


class _Nothing:
    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None

    def note(self, **facts: Fact) -> None:
        return None


_NOTHING = _Nothing()


class NoTracing:
    """No traces."""

    def begin(self, name: str, **facts: Fact) -> _Nothing:
        return _NOTHING

    def part(self, name: str, **facts: Fact) -> _Nothing:
        return _NOTHING

    def follow(self, named: Named, name: str, **facts: Fact) -> _Nothing:
        return _NOTHING

    def headers(self) -> None:
        return None

    def name(self) -> str:
        return ""


OFF = NoTracing()
