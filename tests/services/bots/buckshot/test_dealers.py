"""The dealers at the table: legal, bound to what they see, and each level better than the one
below."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from services.bots.minds import MINDS
from shared.contracts.buckshot import OPPONENT, SELF, Shoot, UseItem
from tests.conftest import Count
from tests.services.bots.buckshot.brute import Place
from tests.services.bots.buckshot.evening import (
    GAME,
    Match,
    mind,
    random_options,
    wilson,
    winner,
    won,
)
from tests.services.bots.buckshot.places import view

KINDS = tuple(MINDS["buckshot"])
MATCHES = 90


def at_the_table(mine: str = "", theirs: str = "", health: int = 3) -> Place:
    """The first seat is on turn; items parted by spaces, the opponent's after his health."""
    return Place(
        seat=0,
        health=(health, 3),
        items=(tuple(sorted(mine.split())), tuple(sorted(theirs.split()))),
        cuffed=(False, False),
        immune=(False, False),
        sawn=False,
        max_health=4,
        immunity=False,
        opener=-1,
    )


def chosen(kind: str, here: Place, live: int, blank: int, chamber: str = "") -> str:
    """The target or the item."""
    command = mind(kind, 0, 1).choose(view(here, live, blank, chamber))
    assert isinstance(command, Shoot | UseItem)
    return command.target if isinstance(command, Shoot) else command.item


@pytest.mark.parametrize("kind", KINDS)
def test_every_match_is_played_to_its_end_with_legal_moves(kind: str, count: Count) -> None:
    chance = Random(5)
    for seed in range(MATCHES // len(KINDS)):
        other = chance.choice(KINDS)
        match = Match(seed, random_options(chance))
        winner(match, [mind(kind, 0, seed), mind(other, 1, seed)])
    count("matches of dealers that ended", MATCHES // len(KINDS), minimum=MATCHES // len(KINDS))


def test_the_same_seed_and_the_same_views_make_the_same_moves() -> None:
    for kind in KINDS:
        courses = []
        for _ in range(2):
            match = Match(4, {})
            winner(match, [mind(kind, seat, 8) for seat in (0, 1)])
            courses.append(GAME.outcome(match.state))
        assert courses[0] == courses[1]


def test_what_it_cannot_see_changes_no_move(count: Count) -> None:
    chance, compared = Random(2), 0
    for seed in range(30):
        match = Match(seed, random_options(chance))
        minds = [mind("novice", seat, seed) for seat in (0, 1)]
        for _ in range(12):
            if GAME.is_over(match.state):
                break
            gun = match.state.gun
            seen = gun.chamber[:1] if match.state.players[match.seat].knows else []
            hidden = gun.chamber[len(seen) :]
            chance.shuffle(hidden)
            truth = match.view(match.seat)
            match.state.gun = replace(gun, chamber=seen + hidden)
            for kind in KINDS:
                moves = [
                    mind(kind, match.seat, seed).choose(shown)
                    for shown in (truth, match.view(match.seat))
                ]
                assert moves[0] == moves[1], kind
                compared += 1
            match.state.gun = gun
            command = minds[match.seat].choose(truth)
            assert command is not None
            match.moves(command)
    count("moves of dealers before a shuffled gun", compared, minimum=300)


def test_nothing_offered_is_nothing_done() -> None:
    match = Match(1, {})
    assert all(mind(kind, 1, 1).choose(match.view(1)) is None for kind in KINDS)


def test_a_view_of_another_shape_raises() -> None:
    shown = Match(1, {}).view(0)
    for broken in (
        {**shown, "legal": [{"type": 5}]},
        {**shown, "me": None},
        {**shown, "match": {**shown["match"], "options": {}}},
    ):
        for kind in ("house", "sharp"):
            with pytest.raises(msgspec.ValidationError):
                mind(kind, 0, 1).choose(broken)


def test_a_novice_does_everything_that_is_allowed() -> None:
    shown = view(at_the_table("beer saw"), 2, 2)
    novice = mind("novice", 0, 3)
    moves = {msgspec.json.encode(novice.choose(shown)) for _ in range(200)}
    assert len(moves) == 4


@pytest.mark.parametrize("kind", ["house", "sharp"])
def test_what_is_certain_is_used(kind: str) -> None:
    assert chosen(kind, at_the_table(), 0, 2) == SELF
    assert chosen(kind, at_the_table(), 2, 0) == OPPONENT
    assert chosen(kind, at_the_table("saw"), 2, 0) == "saw"
    assert chosen(kind, at_the_table("magnifier"), 2, 0) == OPPONENT
    assert chosen(kind, at_the_table(), 2, 2, chamber="blank") == SELF
    assert chosen(kind, at_the_table(), 1, 3, chamber="live") == OPPONENT
    assert chosen(kind, at_the_table("cigarettes"), 1, 3) == "cigarettes"
    assert chosen(kind, at_the_table("cigarettes", health=4), 0, 3) == SELF


def test_the_house_looks_or_bets_on_the_likelier_shell() -> None:
    assert chosen("house", at_the_table("magnifier"), 2, 2) == "magnifier"
    assert chosen("house", at_the_table(), 3, 1) == OPPONENT
    assert chosen("house", at_the_table("handcuffs"), 3, 1) == "handcuffs"
    assert chosen("house", at_the_table("beer"), 1, 3) == SELF
    assert chosen("house", at_the_table("beer"), 2, 2) == "beer"
    assert chosen("house", at_the_table(), 2, 2) == OPPONENT


def test_every_level_wins_against_the_one_below(count: Count) -> None:
    for better, worse, pairs in (("house", "novice", 100), ("sharp", "house", 100)):
        wins = won(better, worse, pairs)
        assert wilson(wins, 2 * pairs)[0] > 0.5, (better, wins)
        count(f"matches that {better} won against {worse}, of {2 * pairs}", wins)
