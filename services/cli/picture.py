"""A picture that a verb is asked for with `--plot`."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from services.cli.new_file import NewFile


class NewPicture(NewFile):
    """Refuses a name or an installation that no picture can come of, before anything is done."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        if path.suffix != ".png":
            self.fail(f"{path}: a name that ends in .png", param, ctx)
        if find_spec("matplotlib") is None:
            raise click.UsageError("--plot needs matplotlib: pip install 'saloon[plot]'", ctx)
        return path
