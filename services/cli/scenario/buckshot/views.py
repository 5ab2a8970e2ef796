"""What both sides and a spectator are sent while a script is played."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from services.cli.scenario.cases import Case, Fact
from services.cli.scenario.script import base_case
from services.cli.scenario.study import Bench, Check, Finding, Study, called, shown
from shared.engine.events import Event, hear
from shared.games.buckshot.events import ShellEjected

from .script import act
from .table import SIDES, Table

VIEWERS: dict[str, int | None] = {SIDES[0]: 0, SIDES[1]: 1, "spectator": None}


class Frame(NamedTuple):
    """What one action gave to one viewer."""

    heard: list[Event]
    gun: Any
    """The section `gun` afterwards."""


class Screening(NamedTuple):
    ejected: list[tuple[int, str]]
    """Number of the action, and the shell that was in the chamber before it."""
    frames: dict[str, list[Frame]]


def _gather(bench: Bench, case: Case) -> Screening:
    base = base_case(bench, case)
    table = Table(base.setup, game=bench.game)
    screening = Screening([], {viewer: [] for viewer in VIEWERS})
    for action in base.actions:
        before, chamber = len(table.events), table.state.gun.chamber.copy()
        act(table, action)
        events = table.events[before:]
        if any(isinstance(event, ShellEjected) for event in events):
            screening.ejected.append((len(screening.frames[SIDES[0]]), chamber[0]))
        for viewer, seat in VIEWERS.items():
            view = table.game.sections(table.game.see(table.state, seat), seat)
            heard = [hear(event, seat) for event in events]
            screening.frames[viewer].append(Frame(heard, view["gun"]))
    return screening


def _ejected(screening: Screening, fact: Fact) -> Iterator[Finding]:
    """Everybody hears which shell it was, and sees it among the spent ones."""
    if not screening.ejected:
        yield Finding(called(fact), "an ejected shell", "none was")
    for viewer, frames in screening.frames.items():
        for number, shell in screening.ejected:
            heard = [e.shell for e in frames[number].heard if isinstance(e, ShellEjected)]
            if heard != [shell] or shell not in frames[number].gun.spent:
                yield Finding(called(fact), f"{shell}, told to {viewer}", shown(heard))


PHRASES: dict[str, Callable[[Screening, Fact], Iterator[Finding]]] = {
    "kind of the ejected shell for both sides (recommended)": _ejected,
}
"""What the fact `frames_include` may say in words -> how that is judged."""


def _phrase(screening: Screening, fact: Fact) -> Iterator[Finding]:
    judge = PHRASES.get(fact["what"])
    if judge is None:
        yield Finding(called(fact), "words that a check is bound to", "none is bound to these")
    else:
        yield from judge(screening, fact)


SEEN = Study(
    kind="view",
    setup={"base_case": str},
    gather=_gather,
    checks={"frames_include": Check(_phrase, {"what": str})},
)
