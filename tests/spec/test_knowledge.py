"""What a seat can know (§8.3), over whole matches: all that is said of it is so. That it says the
same in every match that sounds the same is a law of its own."""

from random import Random

import pytest

from shared.engine.events import Event
from shared.engine.game import run
from shared.games.memory import remember
from tests.conformance.matches import Match
from tests.conformance.subjects import SUBJECTS
from tests.conformance.test_knowledge import Rememberer, holds
from tests.conftest import Count

MATCHES = 12


@pytest.mark.parametrize("game", sorted(SUBJECTS))
def test_what_a_seat_can_know_is_so(game: str, count: Count) -> None:
    claims = 0
    for seed in range(MATCHES):
        match, dice = Match(SUBJECTS[game], seed), Random(seed)
        seats = [Rememberer(match.game, match.state, seat) for seat in match.seats]
        for number, step in enumerate(match.steps(), 1):
            for event in match.run(step):
                for seat in seats:
                    seat.hear(event, number)
            if dice.random() < 0.1 and match.game.seating(match.state):
                claims += sum(holds(seat.knows(), match.state) for seat in seats)
        claims += sum(holds(seat.knows(), match.state) for seat in seats)
    count(f"claims of knowledge that are so, {game}", claims, minimum=0)


def test_cards_that_lay_aside_when_a_match_was_abandoned_are_known_to_all() -> None:
    for seed in range(200):
        match = Match(SUBJECTS["bang"], seed)
        seats = [Rememberer(match.game, match.state, seat) for seat in match.seats]
        for step in match.steps():
            tell(seats, match.run(step))
            if match.state.aside:
                break
        if match.state.aside and not match.state.over:
            tell(seats, run(match.state, match.game.abandon(match.state)))
            laid = set(match.state.aside[0].cards)
            for seat in seats:
                known = seat.knows()
                assert laid <= {fact.card for fact in known.cards}, seed
                holds(known, match.state)
            return
    raise AssertionError("no cards were ever laid aside")


def tell(seats: list[Rememberer], events: list[Event]) -> None:
    for event in events:
        for seat in seats:
            seat.hear(event, 1)


class Forgetful:
    id = "forgetful"


def test_a_game_without_a_memory_says_so() -> None:
    with pytest.raises(KeyError, match="forgetful"):
        remember(Forgetful(), None)  # type: ignore[arg-type]
