"""Whether a refusal tells anything about cards that its receiver may not know (L3)."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from shared.contracts.refusals import Refusal

from .cards import BadSetup
from .cases import Action, Case, Fact
from .script import act, base_case, set_table
from .study import Bench, Check, Finding, Outcome, Study, called, holds, said
from .table import Table

_HAND = re.compile(r"an id that lies in (\w+)'s hand")
_DECK = "an id that lies in the deck"
_NOWHERE = "an id that does not exist"

DEALT = 3
"""So many cards of the deck an empty hand is given that a case wants a card of."""


class Replies(NamedTuple):
    outcomes: tuple[Outcome, ...]
    """What came of the case's own actions at the end of the base case."""
    told: tuple[tuple[Outcome, ...], ...]
    """The same at every step of the base case."""
    tells: str
    """Where any other command is answered differently by a card its player cannot know; empty =
    nowhere."""


def _gather(bench: Bench, case: Case) -> Replies:
    base = base_case(bench, case)
    table = set_table(bench, base)
    for action in case.actions:
        _fill(table, action.args.get("card", ""))
    told = [_replies(table, case.actions)]
    tells = _tells(table)
    for action in base.actions:
        act(table, action)
        told.append(_replies(table, case.actions))
        tells = tells or _tells(table)
    return Replies(told[-1], tuple(told), tells)


def _fill(table: Table, words: str) -> None:
    found = _HAND.fullmatch(words)
    if found and not table.player(found[1]).hand:
        hand = table.player(found[1]).hand
        hand += [table.state.deck.pop(0) for _ in range(DEALT)]


def _replies(table: Table, actions: Sequence[Action]) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            action.step,
            act(
                table,
                replace(action, args={**action.args, "card": _meant(table, action.args["card"])}),
            ),
        )
        for action in actions
    )


def _meant(table: Table, words: str) -> int:
    if found := _HAND.fullmatch(words):
        return table.player(found[1]).hand[0]
    if words == _DECK:
        return table.state.deck[0]
    if words == _NOWHERE:
        return len(table.names)
    raise BadSetup(f"no card is meant by {words}")


def _tells(table: Table) -> str:
    """Sends every command with every card that its player cannot know, and with some that do not
    exist. Says where two of them are answered differently, or one is accepted."""
    state = table.state
    nowhere = (len(table.names), 10 * len(table.names), -1)
    for player in state.players:
        others = [card for other in state.players if other is not player for card in other.hand]
        for action, args in _forms(table):
            replies = set()
            for card in (*others, *state.deck, *nowhere):
                result = table.copy().act(str(player.id), action, _with(args, card))
                replies.add(said(result) if isinstance(result, Refusal) else "accepted")
            if len(replies) != 1 or "accepted" in replies:
                return f"{player.id} sends {action} {args} and hears {sorted(replies)}"
    return ""


def _forms(table: Table) -> Iterator[tuple[str, dict[str, Any]]]:
    """Commands that name cards: as they are, at every player, and used as other kinds."""
    for action in ("storePick", "luckyPick"):
        yield action, {"card": None}
    for action, key in (("respond", "cards"), ("discard", "cards"), ("kitKeep", "keep")):
        yield action, {key: None}
    yield "play", {"card": None}
    for player in table.state.players:
        yield "play", {"card": None, "target": str(player.id)}
        yield "play", {"card": None, "target": str(player.id), "pick": "hand"}
        yield "play", {"card": None, "target": str(player.id), "as": "bang"}


def _with(args: dict[str, Any], card: int) -> dict[str, Any]:
    return {
        key: (card if key == "card" else [card]) if value is None else value
        for key, value in args.items()
    }


def _identical(replies: Replies, fact: Fact) -> Iterator[Finding]:
    for at, outcomes in enumerate(replies.told):
        chosen = [o.refusal for o in outcomes if o.step in fact["steps"]]
        if len(chosen) != len(fact["steps"]) or len(chosen) < 2:
            yield Finding(called(fact), "steps to compare", "they are not there")
            return
        told = ["accepted" if refusal is None else said(refusal) for refusal in chosen]
        is_same = None not in chosen and len(set(told)) == 1
        yield from holds(fact, is_same, "one refusal", f"{', '.join(told)} at step {at}")
    if replies.tells:
        yield Finding(called(fact), "one refusal", replies.tells)


TELLTALE = Study(
    kind="view",
    setup={"base_case": str},
    gather=_gather,
    checks={"replies_identical_except_command_id": Check(_identical, {"steps": list[int]})},
    outcomes=lambda replies: replies.outcomes,
)
