"""Over how many random matches a law is held, in pieces that several workers share.

`SALOON_SEED=1234 pytest tests/conformance/...` plays only that match again.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from .subjects import SUBJECTS

VARIABLE = "SALOON_SEED"
PIECE = 50

LAW = 2_000
"""So many matches each law is held over; in a full run by some games over more (`Subject.full`)."""

LONG_PIECE = 1_000


def over(matches: int, piece: int = PIECE, first: int = 0) -> pytest.MarkDecorator:
    """Gives a test its `subject` and `seeds`: every game, seeds from `first` up to `matches`."""
    alone = os.environ.get(VARIABLE)
    if alone:
        pieces = [range(int(alone), int(alone) + 1)]
    else:
        pieces = [range(start, start + piece) for start in range(first, matches, piece)]
    params = [
        pytest.param(subject, seeds, id=f"{name}-{seeds[0]}")
        for name, subject in SUBJECTS.items()
        for seeds in pieces
    ]
    if matches == LAW and not alone:
        params += [
            pytest.param(
                subject,
                range(start, start + LONG_PIECE),
                id=f"{name}-{start}",
                marks=pytest.mark.full,
            )
            for name, subject in SUBJECTS.items()
            for start in range(LAW, subject.full, LONG_PIECE)
        ]
    return pytest.mark.parametrize(("subject", "seeds"), params)


@contextmanager
def named(seed: int) -> Iterator[None]:
    """Says with a failure which match it was."""
    try:
        yield
    except Exception as error:
        error.add_note(f"to play this match again: {VARIABLE}={seed}")
        raise
