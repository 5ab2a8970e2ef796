"""A picture of a load over its time: moves a second, and how long its clients waited."""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from services.cli.load.driving import Finding, Moment
from services.cli.load.report import Asked

DOTS_PER_INCH = 120
_SIZE_INCHES = (9.0, 6.0)
_SHARES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))


def draw(path: Path, asked: Asked, finding: Finding) -> None:
    """Writes a PNG. Raises `OSError`."""
    figure = Figure(figsize=_SIZE_INCHES, dpi=DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    rate, accept, frame = figure.subplots(3, sharex=True)
    moments = finding.moments
    times = [moment.at_s for moment in moments]
    rate.plot(times, _per_s(moments))
    rate.set_ylabel("moves a second")
    rate.set_ylim(bottom=0)
    for axes, name in ((accept, "accept"), (frame, "frame")):
        _spread(axes, moments, name)
    frame.set_xlabel("seconds since all rooms were open")
    for axes in (rate, accept, frame):
        axes.grid(visible=True, alpha=0.3)
    rate.set_title(f"{finding.tally.opened:,} rooms of {asked.seats}", loc="left")
    figure.savefig(path, format="png", metadata={"Software": None})


def _per_s(moments: tuple[Moment, ...]) -> list[float]:
    starts = [0.0, *(moment.at_s for moment in moments)]
    return [
        moment.moves / max(moment.at_s - start, 1e-9)
        for moment, start in zip(moments, starts, strict=False)
    ]


def _spread(axes: Axes, moments: tuple[Moment, ...], name: str) -> None:
    for label, share in _SHARES:
        figures = [getattr(moment, name).quantile_ms(share) for moment in moments]
        axes.plot([moment.at_s for moment in moments], figures, label=label)
    axes.set_ylabel(f"to {name}, ms")
    axes.set_yscale("log" if any(getattr(moment, name).count for moment in moments) else "linear")
    axes.legend(loc="upper right", ncols=len(_SHARES), fontsize="small")
