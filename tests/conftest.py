"""What every suite may use."""

import os
from typing import Protocol

import pytest

from services.cli.testing import counts


class Count(Protocol):
    def __call__(self, what: str, number: int, *, minimum: int = 1) -> None: ...


@pytest.fixture
def count() -> Count:
    """`count("matches", 2000, minimum=2000)` fails below `minimum` and adds to the stage's total.

    `./saloon test` prints the totals and compares them with tests/minimums.json.
    """

    def record(what: str, number: int, *, minimum: int = 1) -> None:
        assert number >= minimum, f"{what}: {number}, at least {minimum} are needed"
        counts.record(what, number)

    return record


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "SALOON_FULL" in os.environ:
        return
    long = [item for item in items if item.get_closest_marker("full")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
