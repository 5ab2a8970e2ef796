"""Moves are legal, sensible to look at, and made of the offers alone."""

from random import Random
from typing import Any

import msgspec
import pytest

from services.bots.bang.at_random import choose
from services.bots.bang.offers import read
from shared.contracts.bang import GiveUp, Play, Respond, TakeHit, TradeCards, UseBarrel
from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.game import Setup, run
from shared.games.bang import Bang
from tests.conftest import Count

ME, OTHER = PlayerId("me"), PlayerId("other")
MATCHES = 200


def chosen(*legal: dict[str, Any], tries: int = 200) -> set[Any]:
    """Everything that is chosen out of the offers, over many tries."""
    return {choose(list(legal), ME, Random(seed)) for seed in range(tries)}


def test_random_matches_come_to_their_end(count: Count) -> None:
    game = Bang()
    for seed in range(MATCHES):
        chance = Random(seed)
        options = {option.key: chance.choice(option.choices) for option in game.options}
        players = tuple(PlayerId(f"p{n}") for n in range(chance.randint(4, 7)))
        state = game.initial(Setup(players, options))
        draws, now_ms = Draws(seed.to_bytes(32)), 1_800_000_000_000
        run(state, game.start(state, now_ms, draws))
        for _ in range(3_000):
            if game.is_over(state):
                break
            seat = chance.choice(game.waited_for(state))
            legal = msgspec.json.decode(msgspec.json.encode(game.legal(state, seat)))
            command = choose(legal, game.seating(state)[seat], chance)
            assert command is not None, seed
            assert game.refusal(state, seat, command) is None, (seed, command)
            now_ms += 100
            run(state, game.decide(state, seat, command, now_ms, draws))
        assert game.is_over(state), seed
    count("matches that automatic players finished", MATCHES, minimum=MATCHES)


def test_nothing_offered_is_nothing_done() -> None:
    assert choose([], ME, Random(1)) is None
    assert choose(None, ME, Random(1)) is None
    assert choose([{"type": "sing", "wait": 3}], ME, Random(1)) is None


def test_offers_that_are_none_raise() -> None:
    with pytest.raises(msgspec.ValidationError):
        choose([{"type": 5}], ME, Random(1))


def test_a_shot_is_mostly_answered_and_a_barrel_comes_first() -> None:
    hit, card = {"type": "takeHit", "wait": 4}, {"type": "respond", "wait": 4, "cards": [7, 8]}
    card["count"] = 1
    barrel = {"type": "useBarrel", "wait": 4}
    assert chosen(hit) == {TakeHit(4)}
    assert chosen(hit, card) == {TakeHit(4), Respond(4, (7,)), Respond(4, (8,))}
    assert chosen(hit, card, barrel) == {TakeHit(4), UseBarrel(4)}
    answered = [choose([hit, card], ME, Random(seed)) != TakeHit(4) for seed in range(500)]
    assert sum(answered) > 400


def test_whoever_is_dying_does_everything_to_live() -> None:
    give_up = {"type": "giveUp", "wait": 2}
    beer = {"type": "respond", "wait": 2, "cards": [5], "count": 1}
    trade = {"type": "sidHeal", "wait": 2, "cards": [1, 3], "count": 2}
    assert chosen(give_up) == {GiveUp(2)}
    assert chosen(give_up, beer, trade) == {Respond(2, (5,))}
    assert chosen(give_up, trade) == {TradeCards((1, 3), 2), TradeCards((3, 1), 2)}


def test_nobody_aims_at_himself_while_there_is_somebody_else() -> None:
    mine, others = {"player": ME, "cards": [9]}, {"player": OTHER, "hand": True}
    play = {"type": "play", "turn": 1, "card": 30, "targets": [mine, others]}
    assert chosen(play) == {Play(1, 30, None, OTHER, "hand")}
    assert chosen({**play, "targets": [mine]}) == {Play(1, 30, None, ME, 9)}


def test_offers_read_back_what_the_game_writes() -> None:
    game = Bang()
    options = {option.key: option.default for option in game.options}
    state = game.initial(Setup(tuple(PlayerId(f"p{n}") for n in range(4)), options))
    draws = Draws(bytes(32))
    run(state, game.start(state, 0, draws))
    (seat,) = game.waited_for(state)
    written = msgspec.json.decode(msgspec.json.encode(game.legal(state, seat)))
    assert [offer.type for offer in read(written)] == [offer["type"] for offer in written]
