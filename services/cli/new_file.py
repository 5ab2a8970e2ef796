"""A file to be written, as it is given on the command line."""

import os
from pathlib import Path
from typing import Any

import click

force = click.option(
    "--force", "is_forced", is_flag=True, help="Write over a file that is there already."
)


def check_new(path: Path, *, is_forced: bool) -> None:
    """Raises `click.UsageError` for a file that is there, unless it may be written over."""
    if path.exists() and not is_forced:
        raise click.UsageError(f"{path} is there already; --force writes over it")


class NewFile(click.ParamType[Path]):
    """Refused at once where it cannot be written, and not after all the work."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if path.is_dir():
            self.fail(f"{path} cannot be written: it is a folder", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"{path} cannot be written: there is no folder {path.parent}", param, ctx)
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            self.fail(f"{path} cannot be written: it is not allowed", param, ctx)
        return path
