"""What each viewer of a script may see and hear, and what a refusal may tell."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeGuard

import msgspec

from shared.engine.draws import Draws
from shared.engine.events import EVERYBODY, SealedEvent
from shared.games.bang.events import CardsMoved, Eliminated, MatchEnded
from shared.games.bang.victory import SHERIFF, TEAM
from shared.games.bang.waits import Keep

from .cards import BadSetup
from .cases import Action, Case, Fact
from .frames import (
    SPECTATOR,
    Film,
    film,
    first_difference,
    hidden_until,
    moved_by,
    replayed,
    telling,
    viewers,
)
from .script import base_case, set_table
from .study import Bench, Check, Finding, Study, called, holds, shown

ADDED = 3
"""Cards of the deck that a victim is given, so that his hand has places to choose from."""

DRAWS = 40
"""So many draws choose among them; each place comes up."""


class Screening(NamedTuple):
    film: Film
    actions: tuple[Action, ...]
    joined: int
    """The step whose view the spectator starts from."""
    shown_cards: tuple[int, ...]
    """Cards of all `sees_card` facts of the case."""
    shown_to: frozenset[str]
    """Viewers of all `sees_card` facts of the case."""


def _gather(bench: Bench, case: Case) -> Screening:
    base = base_case(bench, case)
    last = case.setup.get("stop_after_step")
    actions = tuple(a for a in base.actions if last is None or a.step <= last)
    joins = case.setup.get("spectator_joins_before_step", 1)
    joined = sum(action.step < joins for action in actions)
    shot = film(set_table(bench, base), actions)
    facts = [fact for fact in case.expected.facts if fact.get("fact") == "sees_card"]
    cards = [card for fact in facts for card in _subjects(shot, fact["card"])]
    return Screening(
        shot, actions, joined, tuple(cards), frozenset(who for f in facts for who in f["viewers"])
    )


def _subjects(shot: Film, text: str) -> list[int]:
    """The cards that a fact names: those that the script moves, or else that lie somewhere known
    before it. Each name must mean one card."""
    state, names = shot.before.state, shot.table.names
    moved = {card for events in shot.steps for event in events for card in moved_by(event)}
    known = {card for p in state.players for card in (*p.hand, *p.in_play)} | {*state.discard}
    found = []
    for name in text.split(", "):
        meant = [card for card in names.called(name) if card in moved]
        meant = meant or [card for card in names.called(name) if card in known]
        if len(meant) != 1:
            raise BadSetup(f"{name} means {len(meant)} cards")
        found += meant
    return found


def _sees(screening: Screening, fact: Fact) -> Iterator[Finding]:
    """The viewer hears every move of the card with its id, and has had it before him."""
    shot = screening.film
    for card in _subjects(shot, fact["card"]):
        for who in fact["viewers"]:
            frames = shot.frames[who]
            heard = [_moves(frame.heard, card) for frame in frames]
            true = [_moves(events, card) for events in shot.steps]
            before_him = any(
                card in (*frame.view["hand"].cards, *frame.view["hand"].looking)
                for frame in frames
                if "hand" in frame.view
            )
            if heard != true or not any(true) or not before_him:
                told = f"{who} hears {sum(heard)} of {sum(true)} moves, has it: {shown(before_him)}"
                yield Finding(called(fact), f"{shot.table.names.of(card)} known to {who}", told)


def _moves(events: Sequence[Any], card: int) -> int:
    return sum(card in moved_by(event) for event in events)


def _does_not_see(screening: Screening, fact: Fact) -> Iterator[Finding]:
    cards = _subjects(screening.film, fact["card"])
    yield from _hidden(screening, fact, cards, fact["viewers"])


def _hidden(
    screening: Screening, fact: Fact, cards: Sequence[int], who: Sequence[str]
) -> Iterator[Finding]:
    shot = screening.film
    for card in cards:
        step = hidden_until(shot, card)
        if step < len(shot.steps):
            told = f"{shot.table.names.of(card)} is shown to all at step {step}"
            yield Finding(called(fact), f"hidden from {shown(who)}", told)
    told = telling(shot, cards, screening.actions, who)
    if told:
        yield Finding(called(fact), f"hidden from {shown(who)}", told)


def _theft(screening: Screening, fact: Fact) -> Iterator[Finding]:
    """What bystanders are sent depends neither on which card was stolen nor on where in the hand it
    was: any other card of a fuller hand gives the same."""
    shot = screening.film
    stolen = [
        (step, event)
        for step, events in enumerate(shot.steps)
        for event in events
        if _is_theft(event)
    ]
    if not stolen:
        yield Finding(called(fact), "a card stolen from a hand", "none was")
    for step, event in stolen:
        knowing = {shot.table.name(seat) for seat in event.audience or ()}
        others = [who for who in viewers(shot.table) if who not in knowing]
        yield from _hidden(screening, fact, event.cards, others)
        told = _tells_place(screening, event.source.owner, others, step)
        if told:
            yield Finding(called(fact), "no hand position", told)


def _is_theft(event: Any) -> TypeGuard[CardsMoved]:
    return isinstance(event, CardsMoved) and event.draw >= 0 and event.to.pile == "hand"


def _tells_place(screening: Screening, victim: int, who: Sequence[str], step: int) -> str:
    """Whether bystanders are sent something else, up to and including the theft, when the victim
    holds several cards and other draws choose another of them."""
    shot = screening.film
    fuller = shot.before.copy()
    hand = fuller.state.players[victim].hand
    hand += [fuller.state.deck.pop(0) for _ in range(ADDED)]
    films = []
    for number in range(DRAWS):
        twin = fuller.copy()
        twin.draws = Draws(number.to_bytes(32, "big"))
        films.append(film(twin, screening.actions[:step]))
    thefts = (event for other in films for event in other.steps[-1] if _is_theft(event))
    places = {hand.index(event.cards[0]) for event in thefts}
    assert len(places) == len(hand), places
    return next(filter(None, (first_difference(films[0], f, who, step + 1) for f in films)), "")


def _ids_hidden(screening: Screening, fact: Fact) -> Iterator[Finding]:
    others = [who for who in viewers(screening.film.table) if who not in screening.shown_to]
    yield from holds(fact, bool(screening.shown_cards), "cards that somebody sees", "none")
    yield from _hidden(screening, fact, screening.shown_cards, others)


def _secrets_hidden(screening: Screening, fact: Fact) -> Iterator[Finding]:
    """Another hand card, or another role of somebody alive, would look the same to a spectator."""
    shot, actions = screening.film, screening.actions
    state = shot.before.state
    sealed = [e for events in shot.steps for e in events if _is_sealed(e)]
    held = {card for player in state.players for card in player.hand}
    cards = sorted(held | {card for event in sealed for card in moved_by(event)})
    told = telling(shot, cards, actions, [SPECTATOR])
    for seat, player in enumerate(state.players):
        if not player.alive or player.role == SHERIFF:
            continue
        steps = _role_hidden_until(shot, seat)
        for role in TEAM.keys() - {SHERIFF, player.role}:
            twin = shot.before.copy()
            twin.state.players[seat].role = role
            other = film(twin, actions[: max(0, steps - 1)])
            told = told or first_difference(shot, other, [SPECTATOR], steps)
    if told:
        yield Finding(called(fact), "hidden until the end", told)


def _is_sealed(event: Any) -> bool:
    return isinstance(event, SealedEvent) and event.audience is not EVERYBODY


def _role_hidden_until(shot: Film, seat: int) -> int:
    for step, events in enumerate(shot.steps):
        for event in events:
            if isinstance(event, MatchEnded):
                return step
            if isinstance(event, Eliminated) and event.seat == seat:
                return step
    return len(shot.steps)


def _dead_shown(screening: Screening, fact: Fact) -> Iterator[Finding]:
    frames = screening.film.frames[SPECTATOR][screening.joined :]
    for frame in frames[:1]:
        dead = [s for s, player in enumerate(frame.seen.players) if not player.alive]
        yield from holds(fact, bool(dead), "somebody dead", "all alive")
        for seat in dead:
            true = screening.film.before.state.players[seat].role
            told = frame.view[f"seat/{seat}"].role or "no role"
            yield from holds(fact, told == true, f"seat {seat}: {true}", told)


def _end_shown(screening: Screening, fact: Fact) -> Iterator[Finding]:
    """What the spectator has heard makes his first view into the whole truth, and the sections of
    his view then show every role, every hand and the deck."""
    shot = screening.film
    state = shot.table.state
    frames = shot.frames[SPECTATOR]
    yield from holds(fact, state.over, "the end of the match", "it goes on")
    is_whole = replayed(frames, screening.joined) == msgspec.json.encode(state)
    yield from holds(fact, is_whole, "everything told by events", "something is missing")
    view = frames[-1].view
    roles = tuple(player.role for player in state.players)
    told = tuple(view[f"seat/{seat}"].role for seat in range(len(roles)))
    yield from holds(fact, told == roles, shown(roles), shown(told))
    hidden = view.get("disclosed")
    hands = tuple(tuple(player.hand) for player in state.players)
    is_told = hidden is not None and (hidden.hands, hidden.deck) == (hands, tuple(state.deck))
    yield from holds(fact, is_told, "hands and deck in the view", "they are not there")


def _choosing(screening: Screening, fact: Fact) -> Iterator[Finding]:
    """Everybody is told that the player looks at cards and has to choose, with his deadline."""
    found = _CHOOSING.fullmatch(fact["what"])
    assert found is not None
    table = screening.film.table
    seat = table.seat(found[1])
    for who, frames in screening.film.frames.items():
        waits = [wait for wait in frames[-1].view["waits"] if isinstance(wait, Keep)]
        told = [wait.seat == seat and wait.deadline_ms > table.now_ms for wait in waits]
        yield from holds(fact, told == [True], f"told to {who}", f"{len(waits)} such waits")


_CHOOSING = re.compile(r"that (\w+) is choosing and until when")

Judge = Callable[[Screening, Fact], Iterator[Finding]]

PHRASES: dict[str, dict[re.Pattern[str], Judge]] = {
    "public_log_excludes": {
        re.compile(r"kind, suit, rank, id and hand position of the stolen card"): _theft,
    },
    "frames_exclude": {
        re.compile(r"these three ids for everybody else"): _ids_hidden,
        re.compile(r"hands and living roles until the end"): _secrets_hidden,
    },
    "frames_include": {
        _CHOOSING: _choosing,
        re.compile(r"roles of the dead from the first frame on"): _dead_shown,
        re.compile(r"everything after game over, pushed without a reload"): _end_shown,
    },
}
"""Fact -> what it may say in words -> how that is judged."""


def _phrase(screening: Screening, fact: Fact) -> Iterator[Finding]:
    for phrase, judge in PHRASES[fact["fact"]].items():
        if phrase.fullmatch(fact["what"]):
            yield from judge(screening, fact)
            return
    yield Finding(called(fact), "words that a check is bound to", "none is bound to these")


SEEN = Study(
    kind="view",
    setup={"base_case": str},
    optional={"stop_after_step": int, "spectator_joins_before_step": int},
    gather=_gather,
    checks={
        "sees_card": Check(_sees, {"viewers": list[str], "card": str}),
        "does_not_see_card": Check(_does_not_see, {"viewers": list[str], "card": str}),
        **{name: Check(_phrase, {"what": str}) for name in PHRASES},
    },
)
