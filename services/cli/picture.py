"""A picture that a verb is asked for with `--plot`."""

from importlib.util import find_spec
from pathlib import Path

import click


def check(plot: Path | None) -> None:
    """Refuses a name or an installation that no picture can come of, before anything is done."""
    if plot is None:
        return
    if plot.suffix != ".png":
        raise click.BadParameter(f"{plot}: a name that ends in .png", param_hint="--plot")
    if find_spec("matplotlib") is None:
        raise click.UsageError("--plot needs matplotlib: pip install 'saloon[plot]'")
    try:
        plot.touch()
    except OSError as error:  # better now than after all the work
        raise click.BadParameter(f"it cannot be written: {error}", param_hint="--plot") from error
