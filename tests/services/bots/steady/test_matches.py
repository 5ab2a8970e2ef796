"""Thinking players over whole matches: always legal, always to the end, with all there is."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from shared.contracts.bang import Play, Respond
from shared.contracts.commands import Command
from tests.conformance.bang import reshuffled
from tests.conftest import Count
from tests.services.bots.steady import abilities
from tests.services.bots.steady.matches import (
    DEFAULTS,
    GAME,
    Match,
    random_options,
    seated,
    steady,
    view_of,
)

MATCHES = 200
ALIKE = 25
COMPARED = 40

TEAM = {"sheriff": "law", "deputy": "law", "outlaw": "outlaws", "renegade": "renegade"}


def test_matches_come_to_their_end_and_use_all_there_is(count: Count) -> None:
    """By random options; every fourth seat plays at random, so that much happens."""
    moves = 0
    kinds: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for seed in range(MATCHES):
        dice = Random(seed)
        sitting = [dice.choice(("steady", "steady", "steady", "random")) for _ in range(7)]
        options = random_options(dice)
        match = Match(seed, seated(*sitting), dice.randint(4, 7), options)
        found: list[abilities.Used] = []
        for move in match.moves():
            found += abilities.after(match.state, match.last)
            found += abilities.before(match.state, move)
            if match.kinds[move.seat] == "steady":
                moves += 1
                kinds.update(spent(move.command))
        used.update(name for seat, name in found if match.kinds[seat] == "steady")
    catalogue = GAME.catalogue(DEFAULTS)
    assert not set(catalogue.kinds) - set(kinds)
    assert not set(catalogue.characters) - set(used)
    count("matches that thinking players finished", MATCHES, minimum=MATCHES)
    count("moves of thinking players", moves, minimum=15_000)
    count("kinds of cards that thinking players used", len(kinds), minimum=22)
    count("least used kind of card", min(kinds.values()))
    count("abilities that thinking players used", len(used), minimum=16)
    count("least used ability", min(used.values()))


def spent(command: object) -> list[str]:
    """Kinds of the cards that are played, or given as an answer."""
    match command:
        case Play(card_id=card):
            return [abilities.CARDS[card].kind]
        case Respond(card_ids=cards):
            return [abilities.CARDS[card].kind for card in cards]
        case _:
            return []


def test_the_same_is_chosen_where_everything_hidden_lies_elsewhere(count: Count) -> None:
    """By a copy of the mind, at a table that looks alike to it; and so by the same chance."""
    compared = sum(compared_elsewhere(seed) for seed in range(ALIKE))
    count("choices of thinking players with other secrets", compared, minimum=500)


def compared_elsewhere(seed: int) -> int:
    """How many choices of one match were made a second time where the rest lies elsewhere."""
    dice = Random(seed)
    match = Match(seed, steady, dice.randint(4, 7))
    chosen: list[Command | None] = []

    def choose_elsewhere(seat: int) -> None:
        chosen.clear()
        if dice.random() < 0.2:
            other = reshuffled(match.state, seat, dice)
            chosen.append(deepcopy(match.minds[seat]).choose(view_of(other, seat)))

    match.asked = choose_elsewhere
    compared = 0
    for move in match.moves():
        assert chosen in ([], [move.command]), (seed, move)
        compared += len(chosen)
    return compared


def test_one_seed_plays_one_match() -> None:
    def moves(seed: int) -> list[object]:
        return list(Match(seed, steady).moves())

    assert moves(7) == moves(7)
    assert moves(7) != moves(8)


@pytest.mark.parametrize("role", ["sheriff", "renegade"])
def test_a_thinking_player_wins_more_often_than_a_random_one_in_his_place(role: str) -> None:
    def wins(kind: str) -> int:
        def in_that_role(_seat: int, own: str) -> str:
            return kind if own == role else "random"

        return sum(Match(seed, in_that_role).play() == TEAM[role] for seed in range(COMPARED))

    assert wins("steady") >= wins("random") + COMPARED // 10


def test_deputies_never_name_the_sheriff_to_his_harm(count: Count) -> None:
    named = 0
    for seed in range(ALIKE):
        match = Match(seed, steady)
        for seat, command in match.moves():
            player = match.state.players[seat]
            if player.role != "deputy" or not isinstance(command, Play) or not command.target:
                continue
            target = match.state.players[match.state.seat_of(command.target)]
            named += 1
            if target.role == "sheriff":
                assert isinstance(command.target_card, int), command
                assert abilities.CARDS[command.target_card].kind in ("jail", "dynamite"), command
    count("players whom deputies named", named, minimum=100)
