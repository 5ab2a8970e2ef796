"""Playing a case's actions at a table, one after the other."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared.contracts.refusals import Refusal

from .cards import BadSetup
from .cases import Action, Case
from .study import Bench, Outcome
from .table import Table

TIMER = "system"

OPENING = frozenset({"play", "draw", "endPlay", "discard"})
"""Actions of the turn; the others answer what these have opened."""


class Played(NamedTuple):
    table: Table
    outcomes: tuple[Outcome, ...]


def set_table(bench: Bench, case: Case) -> Table:
    """The table of a case before its first action; its draws are fixed by the case's name."""
    return Table(case.setup, game=bench.game, seed=case.id + bench.seed)


def base_case(bench: Bench, case: Case) -> Case:
    """The case that another builds on. Raises `BadSetup` where there is none."""
    name = case.setup["base_case"]
    if name not in bench.library:
        raise BadSetup(f"no case is called {name}")
    return bench.library[name]


def play(bench: Bench, case: Case) -> Played:
    """A case's table after all of its actions."""
    table = set_table(bench, case)
    return Played(table, tuple(play_on(table, case.actions)))


def play_on(table: Table, actions: Iterable[Action]) -> Iterator[Outcome]:
    for action in actions:
        yield Outcome(action.step, act(table, action))


def act(table: Table, action: Action) -> Refusal | None:
    """Carries out one action; the timer's are time-outs of one player or of several together."""
    if action.who == TIMER:
        table.timeout(*_timed_out(action))
        return None
    result = table.act(action.who, action.action, action.args)
    return result if isinstance(result, Refusal) else None


def _timed_out(action: Action) -> tuple[str, ...]:
    match action.action, action.args:
        case "timeout", {"player": str(player), **rest} if not rest:
            return (player,)
        case "timeout_together", {"players": [*players], **rest} if players and not rest:
            return tuple(map(str, players))
        case _:
            raise BadSetup(f"the timer does not {action.action} {action.args}")


def opening(actions: Iterable[Action]) -> list[Action]:
    """The first actions of a script, up to the first that answers."""
    found = []
    for action in actions:
        if action.action not in OPENING:
            break
        found.append(action)
    return found
