"""What every suite may use."""

import logging
import os
from collections.abc import Iterator
from typing import Protocol

import pytest
import structlog

from services.cli.testing import counts

_PYTESTS = "_pytest.logging"
"""Where its handlers are from, which stay."""


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


@pytest.fixture(autouse=True)
def _logs_as_nobody_set_them() -> Iterator[None]:
    """What runs in the process of the tests, also in what many of them share, may set what is
    logged, and where."""
    root = logging.getLogger()
    level = root.level
    _reset_logs(root, logging.WARNING)
    yield
    _reset_logs(root, level)


def _reset_logs(root: logging.Logger, level: int) -> None:
    structlog.reset_defaults()
    root.handlers[:] = [each for each in root.handlers if type(each).__module__ == _PYTESTS]
    root.setLevel(level)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "SALOON_FULL" in os.environ:
        return
    long = [item for item in items if item.get_closest_marker("full")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
