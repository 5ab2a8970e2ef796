"""The table of rights as people read it: `docs/rights.md`."""

from collections.abc import Iterable

from .rights import Crossing, KeyUse, Rights, Use, crossings


def document(rows: Iterable[Rights]) -> str:
    """`docs/rights.md`."""
    rows = tuple(rows)
    parts = [
        "# Who may do what",
        (
            "Made by `./saloon rights` from `shared/contracts/rights.py`; a test compares. "
            "Everything that is not listed is refused by the broker and the store."
        ),
        "## Between the accounts",
        (
            f"{', '.join(r.service for r in rows if r.is_outer)} lives in the account `OUTER`, "
            "everybody else in `INNER`, which has the log. Only this passes:"
        ),
        _markdown(("outside it is called", "inside", "way"), map(_crossing_row, crossings(rows))),
    ]
    for rights in rows:
        parts.append(f"## {rights.service}")
        parts.append(_markdown(("does", "asks", "tells", "hears"), map(_broker_row, rights.uses)))
        if rights.looks_at_store:
            parts.append("In the store it reads settings (`config|get`), and no key.")
        if rights.keys:
            parts.append(
                _markdown(("in the store", "keys", "commands"), map(_store_row, rights.keys))
            )
    return "\n\n".join(parts) + "\n"


def _crossing_row(crossing: Crossing) -> tuple[str, ...]:
    return f"`{crossing.alias}`", f"`{crossing.subject}`", f"{crossing.way}s"


def _broker_row(use: Use) -> tuple[str, ...]:
    return use.what, _code(use.asks), _code(use.tells), _code(use.hears)


def _store_row(use: KeyUse) -> tuple[str, ...]:
    keys = f"`{use.prefix}*`" + (" (reads only)" if use.is_read_only else "")
    return use.what, keys, _code(use.commands)


def _code(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _markdown(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
