"""Facts about a table after its script: what each is compared with."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from services.cli.scenario.cards import BadSetup
from services.cli.scenario.cases import Action, Case, Fact
from services.cli.scenario.study import Bench, Check, Finding, Outcome, Study, equal
from shared.contracts.refusals import Refusal

from .table import Table

TIMER = "system"


class Played(NamedTuple):
    table: Table
    outcomes: tuple[Outcome, ...]
    loads_before: int


def play(bench: Bench, case: Case) -> Played:
    """A case's table after all of its actions."""
    table = Table(case.setup, game=bench.game)
    before = table.state.load
    outcomes = tuple(Outcome(action.step, act(table, action)) for action in case.actions)
    return Played(table, outcomes, before)


def act(table: Table, action: Action) -> Refusal | None:
    """Carries out one action; the timer's is a time-out."""
    if action.who == TIMER:
        if action.action != "timeout" or action.args:
            raise BadSetup(f"the timer does not {action.action} {action.args}")
        table.timeout()
        return None
    result = table.act(action.who, action.action, action.args)
    return result if isinstance(result, Refusal) else None


def value(type_: Any, of: Callable[[Table, Fact], Any], **fields: Any) -> Check[Played]:
    """The fact's `equals` is exactly this."""

    def judge(played: Played, fact: Fact) -> Iterator[Finding]:
        yield from equal(fact, of(played.table, fact), fact["equals"])

    return Check(judge, {**fields, "equals": type_})


def _items(played: Played, fact: Fact) -> Iterator[Finding]:
    """The same items, in any order."""
    held = sorted(played.table.player(fact["side"]).items)
    yield from equal(fact, held, sorted(fact["equals"]))


def _turn(played: Played, fact: Fact) -> Iterator[Finding]:
    yield from equal(fact, played.table.side(played.table.state.turn.seat), fact["side"])


def _loads(played: Played, fact: Fact) -> Iterator[Finding]:
    """Loads since the table was set."""
    yield from equal(fact, played.table.state.load - played.loads_before, fact["equals"])


def _cuffed(table: Table, _: Fact) -> str | None:
    found = [table.side(seat) for seat, player in enumerate(table.state.players) if player.cuffed]
    return " ".join(filter(None, found)) or None


SIDE = {"side": str}

FACTS: dict[str, Check[Played]] = {
    "hp": value(int, lambda t, f: t.player(f["side"]).health, **SIDE),
    "turn": Check(_turn, SIDE),
    "sawed": value(bool, lambda t, _: t.state.gun.sawn),
    "cuffed": value(str | None, _cuffed),
    "items": Check(_items, {**SIDE, "equals": list[str]}),
    "item_count": value(int, lambda t, f: len(t.player(f["side"]).items), **SIDE),
    "shells_left": value(int, lambda t, _: len(t.state.gun.chamber)),
    "loads": Check(_loads, {"equals": int}),
    "winner": value(str | None, lambda t, _: t.side(t.state.winner)),
    "knows_current": value(str | None, lambda t, f: t.known(f["side"]), **SIDE),
}
"""Fact of a script -> how it is judged."""

SCRIPT = Study(
    kind="scenario",
    setup=dict.fromkeys(("hp", "max_hp", "items", "shells", "turn", "next_loads"), Any),
    optional={"options": Any},
    gather=play,
    checks=FACTS,
    outcomes=lambda played: played.outcomes,
)
