"""A picture of how often each role and each character won."""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from services.cli.arena.plot import DOTS_PER_INCH
from services.cli.arena.wilson import interval
from services.cli.match.figures import Row, label, plotted
from services.cli.match.tally import BY, Tally
from shared.text.catalogue import Catalogue

_WIDTH_INCHES = 8.0
_ROW_INCHES = 0.3
_FRAME_INCHES = 1.2


def draw(path: Path, tally: Tally, texts: Catalogue) -> None:
    """Writes a PNG: for each game a point a row, the 95 % Wilson interval as its bar. The same logs
    give the same bytes. Raises `OSError`."""
    # No pyplot: it keeps figures, asks for a display and reads the user's settings.
    games = [(name, plotted(game)) for name, game in sorted(tally.games.items()) if game.finished]
    heights = [_FRAME_INCHES + _ROW_INCHES * len(rows) for _, rows in games] or [_FRAME_INCHES]
    size = _WIDTH_INCHES, sum(heights)
    figure = Figure(figsize=size, dpi=DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(len(heights), squeeze=False, gridspec_kw={"height_ratios": heights})
    for (name, rows), axes in zip(games, grid[:, 0], strict=False):
        _draw(axes, rows, texts)
        axes.set_title(texts.text(f"look-stats-game-{name}"), loc="left")
    figure.savefig(path, format="png", metadata={"Software": None})


def _draw(axes: Axes, rows: list[Row], texts: Catalogue) -> None:
    for number, by in enumerate(BY):
        own = [(place, row) for place, row in enumerate(rows) if row.by == by]
        spans = [interval(row.wins, row.trials) for _, row in own]
        shares = [100 * row.share for _, row in own]
        below = [s - 100 * span.low for s, span in zip(shares, spans, strict=True)]
        above = [100 * span.high - s for s, span in zip(shares, spans, strict=True)]
        places = [place for place, _ in own]
        color = f"C{number}"
        axes.errorbar(shares, places, xerr=[below, above], fmt="o", capsize=3, color=color)
    axes.set_yticks(range(len(rows)), [f"{label(texts, row)}  ({row.trials:,})" for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel(texts.text("look-stats-axis"))
    axes.grid(visible=True, axis="x", alpha=0.3)
