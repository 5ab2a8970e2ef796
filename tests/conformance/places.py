"""Where a state holds what may be hidden."""

from typing import Any, NamedTuple


class Place(NamedTuple):
    """One place of a state that holds cards or secret words, and who may know them.

    `seen_by` says it anew, from the rules and not from the code under test; `None` = everybody.
    """

    name: str
    values: tuple[Any, ...]
    seen_by: tuple[int, ...] | None
