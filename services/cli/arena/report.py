"""What the arena found, for people and for programs."""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from services.cli.arena.crew import Finding
from services.cli.arena.request import Request
from services.cli.arena.tally import Tally, milliseconds, quantile
from services.cli.arena.wilson import interval
from services.cli.seed import shown

_WIDTH = 100


class Row(NamedTuple):
    """How often a player won; `role` empty: in whatever role he had."""

    role: str
    player: str
    trials: int
    wins: int

    @property
    def share(self) -> float:
        return self.wins / self.trials


def rows(tally: Tally) -> list[Row]:
    """By role and player; then, for players who never had two seats at once, over all roles."""
    found = [Row(*both, count.trials, count.wins) for both, count in sorted(tally.won.items())]
    for player, count in sorted(tally.alone.items()):
        if count.trials == _matches_of(tally, player):
            found.append(Row("", player, count.trials, count.wins))
    return found


def _matches_of(tally: Tally, player: str) -> int:
    return sum(count.trials for (_, name), count in tally.won.items() if name == player)


def show(request: Request, finding: Finding, seconds: float) -> None:
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    tally = finding.tally
    if tally.matches:
        console.print(_shares(request, tally))
        console.print(_times(tally))
    for line in _lines(finding, seconds):
        console.print(line, highlight=False, soft_wrap=True)


def _shares(request: Request, tally: Tally) -> Table:
    options = "random options" if request.has_random_options else "default options"
    table = Table(
        title=f"{request.game}, {request.seats} seats, {options}, seed {shown(request.seed)}",
        title_justify="left",
    )
    table.add_column("role")
    table.add_column("player")
    for name in ("matches", "won", "share", "95 % (Wilson)"):
        table.add_column(name, justify="right")
    for row in rows(tally):
        low, high = interval(row.wins, row.trials)
        table.add_row(
            row.role or "any",
            row.player,
            f"{row.trials:,}",
            f"{row.wins:,}",
            f"{row.share:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
    return table


def _times(tally: Tally) -> Table:
    table = Table(title="processor time of a move", title_justify="left")
    table.add_column("player")
    for name in ("moves", "p50 ms", "p99 ms", "longest ms"):
        table.add_column(name, justify="right")
    for player, classes in sorted(tally.spent.items()):
        shares = (quantile(classes, 0.5), quantile(classes, 0.99), max(classes))
        figures = [f"{milliseconds(class_):.3g}" for class_ in shares]
        table.add_row(player, f"{sum(classes.values()):,}", *figures)
    return table


def _lines(finding: Finding, seconds: float) -> Iterator[str]:
    tally = finding.tally
    if tally.matches:
        yield (
            f"{tally.matches:,} matches in {seconds:,.1f} s, "
            f"{tally.matches / max(seconds, 1e-9):,.1f} a second"
        )
        yield (
            f"moves of a match: p50 {quantile(tally.moves, 0.5)}, "
            f"p99 {quantile(tally.moves, 0.99)}, most {max(tally.moves)}"
        )
    yield f"{tally.verified:,} logs verified, {tally.looks:,} views held against their state"
    yield f"digest of all logs: {finding.digest}"
    if finding.broken is None:
        yield "no move was refused, no match hung, no law was broken"


def plain(request: Request, finding: Finding, seconds: float, jobs: int) -> dict[str, Any]:
    """All under `measured` differs from run to run, nothing else does."""
    tally = finding.tally
    return {
        "asked": {
            "game": request.game,
            "seats": request.seats,
            "players": list(request.players),
            "among": request.among,
            "roles": list(request.roles),
            "matches": request.matches,
            "seed": request.seed.hex(),
            "options": "random" if request.has_random_options else "default",
        },
        "matches": tally.matches,
        "wins": [_plain_row(row) for row in rows(tally)],
        "moves": _plain_moves(tally),
        "verified": tally.verified,
        "views_checked": tally.looks,
        "refusals": int(finding.broken is not None and finding.broken.is_refusal),
        "digest": finding.digest,
        "broken": None if finding.broken is None else finding.broken.plain(request),
        "measured": {
            "seconds": seconds,
            "jobs": jobs,
            "matches_per_s": tally.matches / max(seconds, 1e-9),
            "cpu_ms": {name: _plain_times(of) for name, of in sorted(tally.spent.items())},
        },
    }


def _plain_row(row: Row) -> dict[str, Any]:
    low, high = interval(row.wins, row.trials)
    return {
        "role": row.role or None,
        "player": row.player,
        "matches": row.trials,
        "won": row.wins,
        "share": row.share,
        "low": low,
        "high": high,
    }


def _plain_moves(tally: Tally) -> dict[str, int] | None:
    if not tally.moves:
        return None
    return {
        "least": min(tally.moves),
        "p50": quantile(tally.moves, 0.5),
        "p99": quantile(tally.moves, 0.99),
        "most": max(tally.moves),
        "all": sum(moves * matches for moves, matches in tally.moves.items()),
    }


def _plain_times(classes: dict[int, int]) -> dict[str, float]:
    return {
        "moves": sum(classes.values()),
        "p50": milliseconds(quantile(classes, 0.5)),
        "p99": milliseconds(quantile(classes, 0.99)),
        "longest": milliseconds(max(classes)),
    }
