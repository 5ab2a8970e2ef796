"""Matches played twice, once with illegal commands in between: nothing of those may remain."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from shared.contracts.bang import (
    BangCommand,
    Discard,
    Draw,
    EndPlay,
    GiveUp,
    KeepCards,
    PickCharacter,
    PickCheck,
    Play,
    Respond,
    StorePick,
    TakeHit,
    TradeCards,
    UseBarrel,
)
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal

from .autoplay import COMMAND_LIMIT, Choices, legal_command
from .cases import Case, Fact
from .fresh import fresh_table
from .study import Bench, Check, Finding, Study, called, holds
from .table import Table

ILLEGAL = 3
"""Illegal commands before each legal one."""
TRIES = 200
"""So often a command is made up until one is refused."""

_EQUAL = "run without the illegal commands, including later random results"


class Runs(NamedTuple):
    matches: int
    refused: int
    """Illegal commands that were sent."""
    appended: int
    """Events that came of them."""
    parted: str
    """Where the first pair of matches differed; empty = nowhere."""


def _gather(bench: Bench, case: Case) -> Runs:
    refused = appended = matches = 0
    for run in range(case.setup["runs"]):
        players = case.setup["player_counts"][run % len(case.setup["player_counts"])]
        clean = fresh_table(bench, case, players, run)
        noisy = fresh_table(bench, case, players, run)
        legal, illegal = Choices(f"{case.id}/legal/{run}"), Choices(f"{case.id}/illegal/{run}")
        for number in range(COMMAND_LIMIT):
            if clean.game.is_over(clean.state):
                break
            for _ in range(ILLEGAL):
                appended += disturb(noisy, illegal)
                refused += 1
            seat, command = legal_command(clean, legal)
            if clean.send(seat, command) != noisy.send(seat, command) or (
                digest(clean) != digest(noisy)
            ):
                told = f"run {run} differs at command {number}, {command}"
                return Runs(matches, refused, appended, told)
        matches += 1
    return Runs(matches, refused, appended, "")


def digest(table: Table) -> bytes:
    """Stands for everything in the live state, the number of the next draw included."""
    return hashlib.sha256(msgspec.json.encode(table.state)).digest()


def disturb(table: Table, choose: Choices) -> int:
    """Sends an illegal command; how many events came of it."""
    for _ in range(TRIES):
        seat = choose(len(table.state.players))
        command = _made_up(table, seat, choose)
        before = len(table.events)
        if table.game.refusal(table.state, seat, command) is None:
            continue
        result = table.send(seat, command)
        assert isinstance(result, Refusal), command
        return len(table.events) - before
    raise AssertionError(f"no illegal command was found in {TRIES}")


def _made_up(table: Table, seat: int, choose: Choices) -> BangCommand:
    """A well-formed command of any kind; its numbers are near what would be right."""
    state = table.state
    turn = state.turn.number - choose(2)
    waits = [wait.id for wait in state.waits] or [state.next_wait]
    wait = waits[choose(len(waits))] - choose(2)
    own = state.players[seat].hand
    card = own[choose(len(own))] if own and choose(2) else choose(len(table.names) + 1)
    who = PlayerId(state.players[choose(len(state.players))].id)
    picks: tuple[int | str | None, ...] = (None, "hand", card)
    kinds: tuple[Callable[[], BangCommand], ...] = (
        lambda: Play(turn, card, None, who if choose(2) else None, picks[choose(len(picks))]),
        lambda: Play(turn, card, ("bang", "missed", "beer")[choose(3)], who),
        lambda: Draw(turn, who if choose(2) else None, bool(choose(2))),
        lambda: EndPlay(turn),
        lambda: Discard(turn, (card,)),
        lambda: Respond(wait, tuple(own[: choose(3)]) or (card,)),
        lambda: UseBarrel(wait),
        lambda: TakeHit(wait),
        lambda: GiveUp(wait),
        lambda: StorePick(wait, card),
        lambda: PickCheck(wait, card),
        lambda: KeepCards(wait, (card, card)),
        lambda: PickCharacter(wait, state.players[seat].character),
        lambda: TradeCards(tuple(own[:2]), wait),
        lambda: TradeCards(tuple(own[:2]), 0, turn),
    )
    return kinds[choose(len(kinds))]()


def _same(runs: Runs, fact: Fact) -> Iterator[Finding]:
    yield from holds(fact, fact["equals"] == _EQUAL, _EQUAL, str(fact["equals"]))
    if runs.parted:
        yield Finding(called(fact), "the same", runs.parted)


def _appended(runs: Runs, fact: Fact) -> Iterator[Finding]:
    if runs.appended != fact["equals"] or not runs.refused:
        told = f"{runs.appended} after {runs.refused} illegal commands"
        yield Finding(called(fact), str(fact["equals"]), told)


REFUSED = Study(
    kind="property",
    setup={
        "fresh_match": Literal[True],
        "player_counts": list[int],
        "runs": int,
        "driver": Literal["before every legal command three illegal ones are sent"],
    },
    optional={"options": dict[str, Any]},
    gather=_gather,
    checks={
        "state_hash_equals": Check(_same, {"equals": str}),
        "events_appended_by_rejected": Check(_appended, {"equals": int}),
    },
)
