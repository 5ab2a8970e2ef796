"""A hundred whole matches by chance: what no scripted test thought of comes to a good end too."""

import pytest

from shared.games.bang.events import CardsMoved, DrawsUsed, PileShuffled
from shared.games.bang.victory import TEAM
from tests.conftest import Count

from .random_play import RandomMatch
from .support import GAME

MATCHES = 100


@pytest.mark.parametrize("first", range(0, MATCHES, 20))
def test_random_matches_are_played_to_their_end(first: int, count: Count) -> None:
    for seed in range(first, first + 20):
        match = RandomMatch(seed)
        state = match.table.state
        while not match.is_over:
            match.step()
            piles = [state.deck, state.discard, *(aside.cards for aside in state.aside)]
            hands = [cards for player in state.players for cards in (player.hand, player.in_play)]
            cards = [card for pile in (*piles, *hands) for card in pile]
            assert sorted(cards) == list(range(80)), seed
            assert all(p.life <= p.max_life for p in state.players), seed
            assert state.over or GAME.due(state) is not None, seed
        outcome = GAME.outcome(state)
        assert outcome is not None and not outcome.abandoned, seed
        sides = {TEAM[player.role] for player in state.players if player.id in outcome.winners}
        assert sides == {state.winner}, seed
        assert sorted(outcome.ranking) == sorted(player.id for player in state.players), seed
        count("random matches", 1)


def test_random_matches_meet_every_ending() -> None:
    endings = {RandomMatch(seed).to_the_end().table.state.winner for seed in range(60)}
    assert endings == {"law", "outlaws", "renegade"}


def test_no_random_draw_is_ever_used_twice() -> None:  # §8.4
    for seed in range(20):
        match = RandomMatch(seed).to_the_end()
        following = 0
        for event in match.table.events:
            if isinstance(event, DrawsUsed | PileShuffled):
                assert event.draw == following, (seed, event)
                following += event.draws
            elif isinstance(event, CardsMoved) and event.draw >= 0:
                assert event.draw == following, (seed, event)
                following += 1
        assert following == match.table.state.next_draw
