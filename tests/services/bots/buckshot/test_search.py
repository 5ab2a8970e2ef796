"""`sharp` is right: against a solver that was written apart from it, and within its limits."""

import os
from random import Random
from time import process_time

import pytest
from msgspec.structs import replace

from services.bots.buckshot.sharp import Sharp, best_of
from services.bots.buckshot.standing import WEIGHTS, Standing
from services.bots.buckshot.table import read
from shared.contracts.buckshot import BLANK_SHELL, LIVE
from tests.conftest import Count
from tests.services.bots.buckshot.brute import Place, orders, worths
from tests.services.bots.buckshot.places import ME, ending, keeping_promises, place, view

PLACES = 1_200
SHELLS = 4
ITEMS = 3
FULL = 100 if "SALOON_FULL" in os.environ else 30
EVEN = Place(
    seat=0,
    health=(3, 3),
    items=((), ()),
    cuffed=(False, False),
    immune=(False, False),
    sawn=False,
    max_health=4,
    immunity=False,
    opener=-1,
)


@pytest.mark.parametrize("own_weights", [True, False])
def test_a_load_is_worth_what_trying_everything_says(own_weights: bool, count: Count) -> None:
    chance = Random(11 + own_weights)
    for number in range(PLACES // 2):
        weights = WEIGHTS if own_weights else keeping_promises(chance)
        standing = Standing(weights)
        shells = chance.randint(1, SHELLS)
        live = chance.randint(0, shells)
        mine = chance.randint(0, ITEMS)
        here = place(chance, (mine, chance.randint(0, ITEMS - mine)), chance.randint(2, 4))
        chamber = chance.choice(
            ("", "", LIVE if live else "", BLANK_SHELL if live < shells else "")
        )
        table = read(view(here, live, shells - live, chamber))
        assert table is not None
        sharp = Sharp(ME, Random(1), weights=weights)
        found = sharp.worths(table)
        mine_orders, theirs = orders(live, shells - live, chamber), orders(live, shells - live)
        expected = worths(here, mine_orders, theirs, ending(standing))
        most = max(expected.values())
        assert max(found.values()) == pytest.approx(most, abs=1e-9), (number, here, table)
        for word in best_of(found):
            assert expected[word] == pytest.approx(most, abs=1e-9), (number, word, here, table)
        assert not sharp.cut_short
    count("places that were tried by brute force", PLACES // 2, minimum=PLACES // 2)


def test_the_weights_keep_what_the_search_relies_on() -> None:
    weights = WEIGHTS
    items = (weights.beer, weights.cigarettes, weights.handcuffs, weights.magnifier, weights.saw)
    assert min(items) > 0
    assert max(weights.cigarettes, weights.saw) <= weights.health
    assert weights.cuffed <= weights.handcuffs
    assert weights.immune <= 0


def test_moves_of_the_same_worth_are_drawn_from_the_seed() -> None:
    """Both sides as good as dead, the shell unknown: a sure win by more than one way."""
    here = replace(EVEN, health=(1, 1), items=(("handcuffs", "saw"), ()))
    shown = view(here, 2, 0)
    moves = [Sharp(ME, Random(seed)).choose(shown) for seed in range(40)]
    assert len(set(moves)) > 1
    assert moves == [Sharp(ME, Random(seed)).choose(shown) for seed in range(40)]


def test_past_its_limit_a_search_takes_the_standing_and_is_counted() -> None:
    chance, cut_short = Random(3), 0
    for _ in range(40):
        here = place(chance, (5, 5), 4)
        table = read(view(here, 3, 3))
        assert table is not None
        exact, near = Sharp(ME, Random(1)), Sharp(ME, Random(1), node_limit=50, near_limit=200)
        found = near.worths(table)
        assert found.keys() == exact.worths(table).keys()
        assert (exact.cut_short, near.cut_short in (0, 1)) == (0, True)
        cut_short += near.cut_short
    assert cut_short > 20


def test_looking_further_ahead_ends_at_the_exact_worth() -> None:
    chance = Random(12)
    for _ in range(40):
        table = read(view(place(chance, (2, 2), 4), 2, 2))
        assert table is not None
        sharp = Sharp(ME, Random(1), node_limit=0, near_limit=1 << 30)
        near = Sharp(ME, Random(1), node_limit=0, near_limit=0)
        exact = Sharp(ME, Random(1)).worths(table)
        assert sharp.worths(table).keys() == exact.keys() == near.worths(table).keys()
        assert (sharp.cut_short, near.cut_short) == (1, 1)


def test_a_move_with_full_inventories(count: Count) -> None:
    chance, spent_ms, cut_short = Random(21), [], 0
    for _ in range(FULL):
        here = replace(place(chance, (8, 8), 4), sawn=False)
        sharp, shown = Sharp(ME, Random(1)), view(here, 4, 4)
        began_s = process_time()
        assert sharp.choose(shown) is not None
        spent_ms.append(round(1_000 * (process_time() - began_s)))
        cut_short += sharp.cut_short
    spent_ms.sort()
    count("ms: the median move with full inventories", spent_ms[FULL // 2], minimum=0)
    count(f"ms: the slowest of {FULL} such moves", spent_ms[FULL * 99 // 100], minimum=0)
    count("such moves that were cut short", cut_short, minimum=0)
