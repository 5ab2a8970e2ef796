"""A mass attack: the answers of its targets in every order of arrival, or all their deadlines at
once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from shared.contracts.refusals import Refusal
from shared.engine.events import Event
from shared.games.bang.events import Eliminated, LifeChanged
from shared.games.bang.victory import OUTLAW, SHERIFF
from shared.games.bang.waits import Dying, Shot

from .cards import BadSetup
from .cases import Action, Case, Fact
from .script import base_case, opening, play_on, set_table
from .study import Bench, Check, Finding, Outcome, Study, called, equal, holds, shown
from .table import Table

ROUNDS = 10
"""So often the deadlines of the targets expire before they must be settled."""


class Run(NamedTuple):
    order: str
    """Whose answers came when."""
    fell: tuple[str, ...]
    """Roles of the eliminated, in order."""
    winner: str
    after_end: int
    """Events after the end of the match."""
    told_over: bool
    """Every later answer was refused as `game_over`, and nothing was due any more."""


def attacked(bench: Bench, case: Case) -> Table:
    """The base case's table after its opening, while every answer is still open."""
    base = base_case(bench, case)
    table = set_table(bench, base)
    refused = [o for o in play_on(table, opening(base.actions)) if o.refusal is not None]
    if refused or not table.waits():
        raise BadSetup(f"{base.id} opens no attack")
    return table


def _all_orders(bench: Bench, case: Case) -> tuple[Run, ...]:
    table = attacked(bench, case)
    answers = [table.name(wait.seat) for wait in table.waits() for _ in range(2)]
    orders = sorted(set(permutations(answers)))
    return tuple(_in_order(attacked(bench, case), order) for order in orders)


def _in_order(table: Table, order: Sequence[str]) -> Run:
    """Everybody takes the hit, and gives up where it kills him, as the order says."""
    after_end, told_over = 0, True
    for who in order:
        is_over = table.game.is_over(table.state)
        before = len(table.events)
        result = table.act(who, _answer(table, who))
        if is_over:
            told_over = told_over and isinstance(result, Refusal) and result.code == "game_over"
            table.later(3_600_000)
            table.elapse()
            told_over = told_over and table.game.due(table.state) is None
            after_end += len(table.events) - before
    fell = [
        table.state.players[death.seat].role for death in table.state.deaths if death.killer >= 0
    ]
    return Run("".join(order), tuple(fell), table.state.winner, after_end, told_over)


def _answer(table: Table, who: str) -> str:
    waits = table.waits(who)
    return "giveUp" if any(isinstance(wait, Dying) for wait in waits) else "takeHit"


def _by_first_death(runs: tuple[Run, ...], fact: Fact) -> Iterator[Finding]:
    wanted = {"sheriff_first": (SHERIFF,), "outlaw_first_then_sheriff": (OUTLAW, SHERIFF)}
    for field, fell in wanted.items():
        found = [run for run in runs if run.fell[: len(fell)] == fell]
        if not found:
            yield Finding(called(fact), f"{field}: some order of arrival", "there is none")
        for run in found:
            if run.winner != fact[field]:
                told = f"{run.winner or 'none'} in the order {run.order}"
                yield Finding("fact winner_by_first_death", f"{field}: {fact[field]}", told)


def _after_end(runs: tuple[Run, ...], fact: Fact) -> Iterator[Finding]:
    ended = [run for run in runs if run.winner]
    yield from holds(fact, bool(ended), "matches that end", "none ended")
    for run in ended:
        if run.after_end != fact["equals"] or not run.told_over:
            told = f"{run.after_end} in the order {run.order}"
            yield Finding(called(fact), shown(fact["equals"]), told)
            return


ARRIVAL = Study(
    kind="property",
    setup={"base_case": str, "permute": Literal["answers of the targets"]},
    gather=_all_orders,
    checks={
        "winner_by_first_death": Check(
            _by_first_death, {"sheriff_first": str, "outlaw_first_then_sheriff": str}
        ),
        "events_after_game_over": Check(_after_end, {"equals": int}),
    },
)


class Expired(NamedTuple):
    """What came of deadlines that expired together, once as they were opened and then with the
    open waits and the named players in other orders."""

    table: Table
    outcomes: tuple[Outcome, ...]
    runs: tuple[bytes, ...]
    handled: tuple[str, ...]
    """Whom it struck, in order."""
    clockwise: tuple[str, ...]
    """The targets, clockwise from the shooter."""


def _together(bench: Bench, case: Case) -> Expired:
    (action,) = case.actions
    players = msgspec.convert(action.args.get("players"), list[str])
    plain = _expire(bench, case, action, reverse=False)
    runs = [
        msgspec.json.encode(_expire(bench, case, _naming(action, order), reverse).events)
        for order in permutations(players)
        for reverse in (False, True)
    ]
    table = attacked(bench, case)
    shooter = table.waits()[0].opener
    clockwise = [table.name(seat) for seat in table.state.clockwise(shooter)]
    return Expired(
        plain,
        (Outcome(action.step, None),),
        tuple(runs),
        tuple(_struck(plain)),
        tuple(who for who in clockwise if who in players),
    )


def _naming(action: Action, players: Iterable[str]) -> Action:
    return replace(action, args={"players": list(players)})


def _expire(bench: Bench, case: Case, action: Action, reverse: bool) -> Table:
    """Lets the deadlines expire until nothing waits for these players any more."""
    table = attacked(bench, case)
    for wait in table.waits():
        hand = table.state.players[wait.seat].hand
        dodging = [card for card in hand if table.names.fits("missed", card)]
        assert isinstance(wait, Shot), wait
        for card in dodging:
            hand.remove(card)
            table.state.deck.insert(0, card)
    if len({wait.deadline_ms for wait in table.waits()}) != 1:
        raise BadSetup("the deadlines are not equal")
    if reverse:
        table.state.waits.reverse()
    for _ in range(ROUNDS):
        waiting = [who for who in action.args["players"] if table.waits(who)]
        if not waiting:
            return table
        named = _naming(action, waiting)
        assert all(outcome.refusal is None for outcome in play_on(table, [named]))
    raise BadSetup("the time-outs settle nothing")


def _struck(table: Table) -> Iterator[str]:
    for event in table.events:
        if isinstance(event, LifeChanged) and event.amount < 0:
            yield table.name(event.seat)


def _eliminated(events: Iterable[Event]) -> list[int]:
    return [event.seat for event in events if isinstance(event, Eliminated)]


def _deterministic(expired: Expired, fact: Fact) -> Iterator[Finding]:
    yield from equal(fact, len(set(expired.runs)) == 1, fact["equals"])


def _order(expired: Expired, fact: Fact) -> Iterator[Finding]:
    wanted = "clockwise from the shooter (recommended)"
    yield from holds(fact, fact["equals"] == wanted, wanted, f"{fact['equals']}, bound to nothing")
    fell = [expired.table.name(seat) for seat in _eliminated(expired.table.events)]
    in_order = expired.handled == expired.clockwise and fell == list(expired.clockwise)[: len(fell)]
    told = f"hit {shown(expired.handled)}, fell {shown(fell)}"
    yield from holds(fact, in_order, shown(expired.clockwise), told)


WINNERS = {
    "outlaws under the recommended order, because B (the sheriff) is handled first": (
        "outlaws",
        "B",
    ),
}
"""What a case says in words -> the side that wins, and who has to fall first."""


def _winner(expired: Expired, fact: Fact) -> Iterator[Finding]:
    if fact["equals"] not in WINNERS:
        yield Finding(called(fact), "a known outcome", f"{fact['equals']}, bound to nothing")
        return
    fell = [expired.table.name(seat) for seat in _eliminated(expired.table.events)]
    actual = (expired.table.state.winner or "none", fell[0] if fell else "nobody")
    wanted = WINNERS[fact["equals"]]
    yield from holds(fact, actual == wanted, " after the fall of ".join(wanted), shown(actual))


TOGETHER = Study(
    kind="property",
    setup={"base_case": str, "hands": Literal["no target holds a Missed!"]},
    gather=_together,
    checks={
        "order_is_deterministic": Check(_deterministic, {"equals": bool}),
        "order": Check(_order, {"equals": str}),
        "winner": Check(_winner, {"equals": str}),
    },
    outcomes=lambda expired: expired.outcomes,
)
