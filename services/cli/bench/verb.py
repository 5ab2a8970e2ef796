"""The verb `bench` and its parts."""

import click

from .engine import engine
from .path import path
from .replay import replay
from .verify import verify


@click.group()
def bench() -> None:
    """Figures, each beside what it is compared with, measured in one run.

    Compare figures of one run only: a busy machine slows both sides alike.
    """


bench.add_command(engine)
bench.add_command(path)
bench.add_command(verify)
bench.add_command(replay)
