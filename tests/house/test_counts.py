"""Counts are sums over processes, held to committed minimums."""

import os
from pathlib import Path

import msgspec
import pytest

from services.cli.testing import counts
from services.cli.testing.counts import Counted


def test_counts_add_up_over_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(counts.VARIABLE, str(tmp_path))
    counts.record("matches", 3)
    child = os.fork()
    if child == 0:
        counts.record("matches", 4)
        counts.record("laws", 1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert counts.total(tmp_path) == {"laws": 1, "matches": 7}


def test_nothing_is_written_outside_of_a_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(counts.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    counts.record("matches", 3)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("number", "minimum", "is_enough"),
    [
        (2000, 2000, True),
        (1999, 2000, False),
        (1, None, True),
        (0, None, False),
        (0, 0, False),
        (None, 1, False),
    ],
)
def test_a_count_is_enough_from_its_minimum_and_from_one(
    number: int | None, minimum: int | None, *, is_enough: bool
) -> None:
    assert Counted("matches", number, minimum).is_enough is is_enough


def test_what_had_to_be_counted_is_compared_though_nobody_did() -> None:
    assert counts.compare({"seen": 2}, {"wanted": 1}) == [
        Counted("seen", 2, None),
        Counted("wanted", None, 1),
    ]


def test_minimums_of_another_shape_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "minimums.json"
    path.write_text('{"spec": {"matches": "many"}}')
    with pytest.raises(msgspec.ValidationError):
        counts.committed(path)
