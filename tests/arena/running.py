"""The arena as somebody runs it, in this process."""

import shlex
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from msgspec import json

from services.cli.arena.verb import arena


def run(arguments: str, **more: str | Path) -> Result:
    """`more`: values of further options, by their names."""
    told = [text for name, value in more.items() for text in (f"--{name}", str(value))]
    done = CliRunner().invoke(arena, [*shlex.split(arguments), *told])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def found(arguments: str, **more: str | Path) -> dict[str, Any]:
    """What it prints as JSON, where nothing is wrong."""
    done = run(f"{arguments} --json", **more)
    assert done.exit_code == 0, done.stderr
    plain: dict[str, Any] = json.decode(done.stdout)
    return plain
