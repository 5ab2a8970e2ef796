"""Whatever goes wrong between the services, every law holds in every room."""

import pytest

from tests.conftest import Count
from tests.simulation.seeds import FULL_SEEDS, SEEDS, name, pieces, play, tell


@pytest.mark.parametrize("seeds", pieces(0, SEEDS), ids=name)
def test_the_laws_hold_whatever_goes_wrong(seeds: range, count: Count) -> None:
    tell(play(seeds), count)


@pytest.mark.full
@pytest.mark.parametrize("seeds", pieces(SEEDS, FULL_SEEDS), ids=name)
def test_the_laws_hold_on_further_seeds(seeds: range, count: Count) -> None:
    tell(play(seeds), count)
