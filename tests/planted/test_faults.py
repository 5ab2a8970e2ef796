"""Each planted fault turns its guard red.

That every guard is green without it, the stages show in which they stand; a full run shows it here.
"""

from pathlib import Path

import pytest

from services.cli.tree import ROOT
from tests.conftest import Count

from . import plant

FAULTS = plant.load(Path(__file__).parent / "faults")
LOOKS = 2
"""So often is a guard asked that meets its fault by chance, as where two threads race."""
PLACES = list(dict.fromkeys(fault.place for fault in FAULTS))


@pytest.mark.full
@pytest.mark.parametrize("place", PLACES)
def test_the_guards_are_green_without_a_fault(place: str, count: Count) -> None:
    faults = [fault for fault in FAULTS if fault.place == place]
    assert plant.why_not_green(faults, plant.copied(ROOT)) == ""
    count("guards green without a fault", len({fault.guard for fault in faults}))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_is_found(fault: plant.Fault, count: Count) -> None:
    copy = plant.copied(ROOT)
    plant.apply(fault, copy)
    noticed = any(plant.is_red(fault, copy) for _ in range(LOOKS))
    assert noticed, f"{fault.name}: nothing noticed it"
    count("planted faults found", 1)
