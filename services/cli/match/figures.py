"""What was counted of many logs, for people and for programs."""

import sys
from collections.abc import Iterator, Sequence
from statistics import median_low
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from services.cli.arena.wilson import interval
from services.cli.match.tally import BY, CHARACTER, ROLE, GameTally, Tally
from shared.text.catalogue import Catalogue

_WIDTH = 100


class Row(NamedTuple):
    by: str
    name: str
    """As it is in the rules; readers are shown a text for it."""
    trials: int
    wins: int

    @property
    def share(self) -> float:
        return self.wins / self.trials


def rows(game: GameTally) -> Iterator[Row]:
    """By role, by side, by character; most often won first."""
    for by in BY:
        found = [
            Row(by, name, count.trials, count.wins) for name, count in game.won.get(by, {}).items()
        ]
        yield from sorted(found, key=lambda row: (-row.share, row.name))


def label(texts: Catalogue, row: Row) -> str:
    """A row's name for a reader."""
    if row.by == ROLE and row.name.startswith("seat-"):
        return texts.text("look-stats-seat", number=int(row.name.removeprefix("seat-")))
    return texts.text(f"{row.by}-{row.name}")


def show(tally: Tally, texts: Catalogue) -> None:
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    for name, game in sorted(tally.games.items()):
        for line in _summary(texts, name, game):
            console.print(line, highlight=False, soft_wrap=True)
        if game.finished:
            console.print(_lengths(texts, game))
            console.print(_shares(texts, game))
    if tally.left_out:
        told = texts.text("look-stats-left-out", count=tally.left_out)
        console.print(told, highlight=False, soft_wrap=True)
    console.print(texts.text("look-stats-refusals"), highlight=False, soft_wrap=True)


def _summary(texts: Catalogue, name: str, game: GameTally) -> Iterator[str]:
    yield texts.text(f"look-stats-game-{name}")
    yield texts.text(
        "look-stats-matches",
        count=game.matches,
        finished=game.finished,
        abandoned=game.abandoned,
        unfinished=game.unfinished,
    )
    seats = texts.text("list-separator").join(
        texts.text("look-stats-table", count=number, seats=seats)
        for seats, number in sorted(game.seats.items())
    )
    yield texts.text("look-stats-tables", tables=seats)
    yield texts.text("look-stats-timeouts", count=game.timeouts, entries=game.moves)
    if game.test_seeds:
        yield texts.text("look-stats-tests", count=game.test_seeds)


def _lengths(texts: Catalogue, game: GameTally) -> Table:
    table = Table(title=texts.text("look-stats-lengths"), title_justify="left")
    table.add_column("")
    for name in ("least", "median", "most"):
        table.add_column(texts.text(f"look-stats-{name}"), justify="right")
    for name, values in _measured(game):
        figures = [f"{value:,}" for value in (min(values), median_low(values), max(values))]
        table.add_row(texts.text(f"look-stats-{name}"), *figures)
    return table


def _measured(game: GameTally) -> tuple[tuple[str, Sequence[int]], ...]:
    return (
        ("entries", game.entries),
        ("turns", game.turns),
        ("rounds", game.rounds),
        ("seconds", game.seconds),
    )


def _shares(texts: Catalogue, game: GameTally) -> Table:
    table = Table(title=texts.text("look-stats-wins"), title_justify="left")
    table.add_column(texts.text("look-stats-by"))
    table.add_column("")
    for name in ("trials", "won", "share", "interval"):
        table.add_column(texts.text(f"look-stats-{name}"), justify="right")
    for row in rows(game):
        low, high = interval(row.wins, row.trials)
        table.add_row(
            texts.text(f"look-stats-by-{row.by}"),
            label(texts, row),
            f"{row.trials:,}",
            f"{row.wins:,}",
            f"{row.share:.1%}",
            f"{low:.1%} – {high:.1%}",
        )
    return table


def plain(tally: Tally, unread: Sequence[str], foreign: int) -> dict[str, Any]:
    """`foreign`: how many files in folders were no match files. `refusals` is null: a
    refused command leaves nothing in a log."""
    return {
        "logs": tally.logs,
        "left_out": tally.left_out,
        "unread": list(unread),
        "foreign": foreign,
        "refusals": None,
        "games": {name: _plain(game) for name, game in sorted(tally.games.items())},
    }


def _plain(game: GameTally) -> dict[str, Any]:
    return {
        "matches": game.matches,
        "finished": game.finished,
        "abandoned": game.abandoned,
        "unfinished": game.unfinished,
        "test_seeds": game.test_seeds,
        "seats": {str(seats): number for seats, number in sorted(game.seats.items())},
        "timeouts": game.timeouts,
        "entries": game.moves,
        "length": {name: _plain_length(values) for name, values in _measured(game) if values},
        "wins": [_plain_row(row) for row in rows(game)],
    }


def _plain_length(values: Sequence[int]) -> dict[str, int]:
    return {"least": min(values), "median": median_low(values), "most": max(values)}


def _plain_row(row: Row) -> dict[str, Any]:
    low, high = interval(row.wins, row.trials)
    return {
        "by": row.by,
        "name": row.name,
        "matches": row.trials,
        "won": row.wins,
        "share": row.share,
        "low": low,
        "high": high,
    }


def plotted(game: GameTally) -> list[Row]:
    """All rows of a picture: sides say again what roles say, so they are left out."""
    return [row for row in rows(game) if row.by in (ROLE, CHARACTER)]
