"""`sharp` is right: against a solver that was written apart from it, and in what it promises."""

from random import Random

import pytest

from services.bots.buckshot.sharp import Sharp, best_of
from services.bots.buckshot.standing import WEIGHTS, Standing
from services.bots.buckshot.table import read
from shared.contracts.buckshot import BLANK_SHELL, LIVE
from tests.conftest import Count
from tests.services.bots.buckshot.brute import orders, worths
from tests.services.bots.buckshot.places import ME, ending, keeping_promises, place, view

PLACES = 600
SHELLS = 4
ITEMS = 3


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
