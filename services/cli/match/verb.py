"""The verb `match`."""

import sys
from itertools import chain
from pathlib import Path

import click

from services.cli.match import asked, shown
from services.cli.match.branch import branch
from services.cli.match.checkpoint import checkpoint
from services.cli.match.diff import diff
from services.cli.match.export import export
from services.cli.match.keys import new_key
from services.cli.match.knowledge import knowledge
from services.cli.match.opened import opened
from services.cli.match.stats import stats
from services.cli.match.verify import verify
from shared.runtime import logs
from shared.text.catalogue import Catalogue, Language


@click.group()
def match() -> None:
    """Prove a match, hand it on or look into it: ROOM is a code, FILE what `export` has written."""
    logs.configure(level="error")


@match.command()
@click.argument("source", metavar="ROOM|FILE")
@asked.data
@asked.language
@asked.kids
@click.option(
    "--as",
    "heard_by",
    default=asked.AUDITOR,
    show_default=True,
    metavar="WHO",
    help="What a player (by id, name or number) heard, or a watcher; an auditor hears all.",
)
@asked.match
@asked.at
@asked.as_json
def show(
    *,
    source: str,
    data: Path,
    language: Language,
    kids: bool,
    heard_by: str,
    number: int | None,
    at: int | None,
    is_json: bool,
) -> None:
    """Reads a room's log aloud, or with --at shows the table after one entry, as WHO saw it.

    Exits 1 at the first entry that cannot be read, 2 if there is nothing to look at.
    """
    texts = Catalogue(language, kids)
    with opened(source, data, texts, number) as log:
        viewer = asked.viewer_named(heard_by, log.seated, log.names)
        lines = shown.lines(log, viewer, at, texts, is_json=is_json)
        first = next(lines, None)
        if first is None:
            print(texts.text("look-nothing", first=log.first, last=log.last), file=sys.stderr)
            return
        log.look(viewer, at)
        for line in chain([first], lines):
            print(line)


match.add_command(branch)
match.add_command(checkpoint)
match.add_command(diff)
match.add_command(export)
match.add_command(knowledge)
match.add_command(new_key)
match.add_command(stats)
match.add_command(verify)
