"""A picture of who won how often."""

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from services.cli.arena.report import Row
from services.cli.arena.request import Request
from services.cli.arena.wilson import interval
from services.cli.seed import shown

DOTS_PER_INCH = 120
_WIDTH_INCHES = 8.0
_ROW_INCHES = 0.42
_FRAME_INCHES = 1.5


def draw(path: Path, request: Request, rows: list[Row]) -> None:
    """Writes a PNG: a point for each row, the interval as its bar. The same rows give the same
    bytes. Raises `OSError`."""
    # No pyplot: it keeps figures, asks for a display and reads the user's settings.
    height = _FRAME_INCHES + _ROW_INCHES * len(rows)
    figure = Figure(figsize=(_WIDTH_INCHES, height), dpi=DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    players = sorted({row.player for row in rows})
    for player in players:
        own = [(place, row) for place, row in enumerate(rows) if row.player == player]
        spans = [interval(row.wins, row.trials) for _, row in own]
        shares = [100 * row.share for _, row in own]
        below = [s - 100 * span.low for s, span in zip(shares, spans, strict=True)]
        above = [100 * span.high - s for s, span in zip(shares, spans, strict=True)]
        axes.errorbar(
            shares,
            [place for place, _ in own],
            xerr=[below, above],
            fmt="o",
            capsize=4,
            label=player,
        )
    axes.set_yticks(
        range(len(rows)),
        [f"{row.role or 'any'} · {row.player}  ({row.trials:,})" for row in rows],
    )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("matches won, %, with the 95 % Wilson interval")
    axes.grid(visible=True, axis="x", alpha=0.3)
    if len(players) > 1:
        axes.legend(loc="best")
    axes.set_title(f"{request.game}, {request.seats} seats, seed {shown(request.seed)}", loc="left")
    figure.savefig(path, format="png", metadata={"Software": None})
