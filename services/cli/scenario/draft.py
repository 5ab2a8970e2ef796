"""A match in which characters are chosen: who may take what, who sees which offers, when cards are
dealt."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from shared.engine.events import Event, hear
from shared.games.bang.events import CardsMoved, CharacterPicked, CharacterTaken, DrawsUsed

from .cards import BadSetup
from .cases import Case, Fact
from .fresh import fresh_table, seeds
from .script import act
from .study import Bench, Check, Finding, Outcome, Study, called, equal, holds, said
from .table import Table

_OFFER = re.compile(r"(first|second) offer of (\w+)")
_FOREIGN = re.compile(r"one that was offered to (\w+) only")

Offers = Mapping[str, tuple[str, ...]]


class Told(NamedTuple):
    """What one player, or a spectator (`None`), was shown and told up to a step."""

    viewer: str | None
    words: frozenset[str]
    """Every text that stands anywhere in it."""
    all_chosen: bool


class Draft(NamedTuple):
    table: Table
    offers: Offers
    outcomes: tuple[Outcome, ...]
    told: tuple[Told, ...]


def _gather(bench: Bench, case: Case) -> Draft:
    (players,) = case.setup["player_counts"]
    (seed,) = seeds(case.setup["seeds"])
    table = fresh_table(bench, case, players, seed)
    offers = {str(player.id): tuple(player.offer) for player in table.state.players}
    told = list(_told(table))
    outcomes = []
    for action in case.actions:
        args = {
            key: named(value, offers) if key == "character" else value
            for key, value in action.args.items()
        }
        outcomes.append(Outcome(action.step, act(table, replace(action, args=args))))
        told += _told(table)
    return Draft(table, offers, tuple(outcomes), tuple(told))


def named(text: str, offers: Offers) -> str:
    """The character that a case describes by whom it was offered to."""
    if found := _OFFER.fullmatch(text):
        return offers[found[2]][("first", "second").index(found[1])]
    if found := _FOREIGN.fullmatch(text):
        return offers[found[1]][0]
    raise BadSetup(f"no character is meant by {text}")


def _told(table: Table) -> Iterator[Told]:
    all_chosen = not table.waits()
    for viewer in (None, *(str(player.id) for player in table.state.players)):
        seat = None if viewer is None else table.seat(viewer)
        heard = [_without_pile(hear(event, seat)) for event in table.events]
        seen = table.game.see(table.state, seat)
        plain = msgspec.to_builtins([heard, seen, table.game.sections(seen, seat)])
        yield Told(viewer, frozenset(_words(plain)), all_chosen)


def _without_pile(event: Event) -> Event:
    """The pile from which something was drawn holds everything there is, and so tells nothing."""
    return replace(event, before=()) if isinstance(event, DrawsUsed) else event


def _words(plain: Any) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from _words(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _words(value)


def _rejected(draft: Draft, fact: Fact) -> Iterator[Finding]:
    refusal = _outcome(draft, fact).refusal
    code = None if refusal is None else refusal.code
    yield from holds(fact, code == fact["why"], fact["why"], code or "accepted")


def _accepted(draft: Draft, fact: Fact) -> Iterator[Finding]:
    refusal = _outcome(draft, fact).refusal
    if refusal is not None:
        yield Finding(called(fact), "accepted", said(refusal))


def _outcome(draft: Draft, fact: Fact) -> Outcome:
    for outcome in draft.outcomes:
        if outcome.step == fact["step"]:
            return outcome
    raise BadSetup(f"there is no step {fact['step']}")


def _character(draft: Draft, fact: Fact) -> Iterator[Finding]:
    actual = draft.table.player(fact["player"]).character
    yield from equal(fact, actual, named(fact["equals"], draft.offers))


def _private(draft: Draft, fact: Fact) -> Iterator[Finding]:
    """Until all have chosen, an offer is known to its owner alone, and its owner knows it; those
    that nobody took are never known to anybody else."""
    yield from holds(fact, fact["equals"] == "owner", "owner", str(fact["equals"]))
    offered = {(owner, name) for owner, names in draft.offers.items() for name in names}
    taken = {player.character for player in draft.table.state.players}
    yield from holds(fact, "" not in taken, "all to choose", "somebody has not chosen")
    for told in draft.told:
        for owner, name in sorted(offered):
            is_known = name in told.words
            is_shown = told.all_chosen and name in taken
            if is_known is not (owner == told.viewer or is_shown):
                what = f"{name}, offered to {owner}, {'' if is_known else 'not '}"
                yield Finding(called(fact), "owner", f"{what}told to {told.viewer or 'spectator'}")
                return


def _dealt_last(draft: Draft, fact: Fact) -> Iterator[Finding]:
    """No card moves before the last choice, no choice is shown before it, then everybody has his
    cards and the Sheriff is to draw."""
    wanted = "after all choices"
    yield from holds(fact, fact["equals"] == wanted, wanted, str(fact["equals"]))
    table = draft.table
    events = table.events
    picks = [at for at, event in enumerate(events) if isinstance(event, CharacterPicked)]
    follow = [at for at, e in enumerate(events) if isinstance(e, CardsMoved | CharacterTaken)]
    players = table.state.players
    is_last = len(picks) == len(players) and bool(follow) and max(picks) < min(follow)
    is_dealt = all(len(player.hand) == player.life > 0 for player in players)
    in_play = table.state.turn.phase == "draw"
    told = f"{len(picks)} choices, cards after them: {is_last}, hands full: {is_dealt}"
    yield from holds(fact, is_last and is_dealt and in_play, wanted, told)


DRAFT = Study(
    kind="property",
    setup={"fresh_match": Literal[True], "player_counts": list[int], "seeds": str},
    optional={"options": dict[str, Any]},
    gather=_gather,
    checks={
        "rejected": Check(_rejected, {"step": int, "why": str}),
        "accepted": Check(_accepted, {"step": int}),
        "character": Check(_character, {"player": str, "equals": str}),
        "offers_visible_only_to": Check(_private, {"equals": str}),
        "opening_hand_dealt": Check(_dealt_last, {"equals": str}),
    },
    outcomes=lambda draft: draft.outcomes,
)
