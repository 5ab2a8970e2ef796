"""L3: what one may do, and why not, depends on what one may see and on nothing else."""

from copy import deepcopy
from itertools import product
from random import Random
from typing import Any

from msgspec import structs

from shared.contracts.refusals import CODES
from shared.engine.events import Event, hear
from shared.engine.game import run
from tests.conftest import Count

from .matches import Match, Step
from .seeds import named, over
from .strays import command_types, completions, stray, twisted
from .subjects import Subject

ALL_VIEWERS = 300
SMALL_HAND = 4


def offers_are_the_same(match: Match, seat: int) -> None:
    """On the full state and on what the seat sees; each of them holds what it promises."""
    game, state = match.game, match.state
    offers = game.legal(state, seat)
    assert offers == game.legal(game.see(state, seat), seat), seat


@over(matches=ALL_VIEWERS, piece=25)
def test_what_is_offered_to_anybody_tells_nothing(
    subject: Subject, seeds: range, count: Count
) -> None:
    compared = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            for step in match.steps():
                for event in match.rule(step):
                    event.on(match.state)
                if match.game.seating(match.state):
                    for seat in match.seats:
                        offers_are_the_same(match, seat)
                        compared += 1
    count("L3 matches, all viewers", len(seeds), minimum=len(seeds))
    count("L3 offers compared, all viewers", compared, minimum=0)


@over(matches=2_000)
def test_what_is_offered_is_accepted_and_tells_nothing(
    subject: Subject, seeds: range, count: Count
) -> None:
    accepted = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            dice = Random(seed)
            viewer = dice.choice(match.seats)
            for step in match.steps():
                match.run(step)
                offers_are_the_same(match, viewer)
                for seat in {viewer, *match.game.waited_for(match.state)}:
                    for offer in match.game.legal(match.state, seat):
                        command = match.game.complete(offer, dice.randrange)
                        no = match.game.refusal(match.state, seat, command)
                        assert no is None, (seat, offer, command, no)
                        accepted += 1
    count("L3 matches, one viewer", len(seeds), minimum=len(seeds))
    count("L3 offers accepted", accepted, minimum=0)


@over(matches=2_000)
def test_a_refusal_tells_nothing(subject: Subject, seeds: range, count: Count) -> None:
    """The same on what the seat sees; and for every card that it does not see, one answer."""
    refused = hidden = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            dice = Random(seed)
            for step in match.steps():
                match.run(step)
                if dice.random() < 0.1:
                    seat = dice.choice(match.seats)
                    for command in attempts(subject, match, seat, dice):
                        refused += refused_alike(match, seat, command)
                        hidden += one_answer_for_the_unseen(subject, match, seat, command, dice)
    count("L3 refusals compared", refused, minimum=0)
    count("L3 hidden cards named", hidden, minimum=0)


def attempts(subject: Subject, match: Match, seat: int, dice: Random) -> list[Any]:
    """Commands for `seat` to try: any, and what it or another is offered with one word changed."""
    domains = subject.domains(match.state, seat)
    found = [stray(match.game, domains, dice) for _ in range(2)]
    for other in {seat, *match.game.waited_for(match.state)}:
        for offer in match.game.legal(match.state, other)[:2]:
            offered = match.game.complete(offer, dice.randrange)
            found += [offered, twisted(offered, domains, dice)]
    return found


def refused_alike(match: Match, seat: int, command: Any) -> bool:
    state, game = match.state, match.game
    answer = game.refusal(state, seat, command)
    assert answer == game.refusal(game.see(state, seat), seat, command), (seat, command, answer)
    if answer is not None:
        assert tuple(sorted(answer.params)) == tuple(sorted(CODES[answer.code])), answer
    return answer is not None


def one_answer_for_the_unseen(
    subject: Subject, match: Match, seat: int, command: Any, dice: Random
) -> int:
    """Every card that lies in a foreign hand or in the deck is answered like one that is not."""
    state, game = match.state, match.game
    unseen = sorted(subject.cards - subject.known(game.see(state, seat)))
    nowhere = (max(subject.cards) + 1, 2**40, -1)
    cards = [*dice.sample(unseen, min(3, len(unseen))), *nowhere]
    tried = 0
    for field in subject.card_fields.intersection(command.__struct_fields__):
        answers = set()
        for card in cards:
            other = structs.replace(command, **{field: _named(getattr(command, field), card)})
            answer = game.refusal(state, seat, other)
            assert answer is not None, (seat, other)
            answers.add((answer.code, *answer.params.items()))
            tried += 1
        assert len(answers) == 1, (seat, command, field, answers)
    return tried


def _named(value: Any, card: int) -> Any:
    """`value` with `card` in the place of its first card."""
    return (card, *value[1:]) if isinstance(value, tuple) else card


@over(matches=300, piece=25)
def test_whatever_is_accepted_was_offered(subject: Subject, seeds: range, count: Count) -> None:
    """Exhaustively over everything that a seat with few cards could say, now and then."""
    tried = accepted = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            dice = Random(seed)
            for step in match.steps():
                match.run(step)
                if dice.random() < 0.05:
                    seat = dice.choice(match.game.waited_for(match.state) or match.seats)
                    found = exhaust(subject, match, seat)
                    tried += found[0]
                    accepted += found[1]
    count("L3 commands tried exhaustively", tried, minimum=0)
    count("L3 commands accepted exhaustively", accepted, minimum=0)


def exhaust(subject: Subject, match: Match, seat: int) -> tuple[int, int]:
    state, game = match.state, match.game
    hand = next(p.values for p in subject.places(state) if p.name == f"hand {seat}")
    if len(hand) > SMALL_HAND or game.is_over(state):
        return 0, 0
    offered = set()
    for offer in game.legal(state, seat):
        for command in completions(game, offer):
            no = game.refusal(state, seat, command)
            assert no is None, (seat, offer, command, no)
            offered.add(subject.plain(state, command))
    domains = subject.domains(state, seat)
    tried = accepted = 0
    for kind in command_types(game):
        names = kind.__struct_fields__
        for values in product(*(domains[name] for name in names)):
            command = kind(**dict(zip(names, values, strict=True)))
            tried += 1
            if game.refusal(state, seat, command) is None:
                assert subject.plain(state, command) in offered, (seat, command)
                accepted += 1
    return tried, accepted


@over(matches=300, piece=25)
def test_what_happens_tells_no_more_than_it_shows(
    subject: Subject, seeds: range, count: Count
) -> None:
    """The same command where everything hidden lies elsewhere: its sender hears the same, in number
    and order, up to the first event that shows what had been hidden."""
    compared = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            dice = Random(seed)
            for step in match.steps():
                if step.kind == "command" and dice.random() < 0.2:
                    other = subject.reshuffled(match.state, step.seat, dice)
                    seen = match.game.see(match.state, step.seat)
                    assert match.game.see(other, step.seat) == seen
                    here = heard(match, step, deepcopy(match.state))
                    alike(subject, here, heard(match, step, other))
                    compared += 1
                match.run(step)
    count("L3 commands with other secrets", compared, minimum=0)


def heard(match: Match, step: Step, state: Any) -> list[Event]:
    """What the sender of a command hears where the match is in `state`, which is changed."""
    game = match.game
    assert game.refusal(state, step.seat, step.command) is None
    rule = game.decide(state, step.seat, step.command, step.now_ms, match.draws)
    return [hear(event, step.seat) for event in run(state, rule)]


def alike(subject: Subject, here: list[Event], there: list[Event]) -> None:
    for one, other in zip(here, there, strict=False):
        if one != other:
            assert type(one) is type(other), (one, other)
            tag = str(type(one).__struct_config__.tag)
            different = {
                name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)
            }
            assert different <= subject.reveals.get(tag, frozenset()), (one, other)
            return
    assert len(here) == len(there), (here, there)
