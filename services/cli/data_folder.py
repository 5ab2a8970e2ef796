"""The option `--data`: which installation a verb is about."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from services.cli.installation import DEFAULT


def data(about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A folder that need not be there. `about`: what its help says."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=DEFAULT,
        show_default=True,
        help=about,
    )
