"""The verb `match`."""

import sys
from pathlib import Path

import click
import msgspec

from services.cli import audit, stored
from services.cli.match import asked, reading, shown
from services.cli.match.branch import branch
from services.cli.match.diff import diff
from services.cli.match.knowledge import knowledge
from services.cli.match.opened import opened
from services.cli.match.source import Missing, open_source
from services.cli.match.stats import stats
from services.cli.parts import GAMES
from shared.engine.chain import BadEntry
from shared.room.verify import Report
from shared.room.verify import verify as verified
from shared.runtime import logs
from shared.text.catalogue import Catalogue, Language


@click.group()
def match() -> None:
    """Prove the log of a room or look into it: ROOM is its code, FILE what `--save` has written."""
    logs.configure(level="error")


@match.command()
@click.argument("source", metavar="ROOM|FILE")
@asked.data
@asked.language
@asked.as_json
def verify(*, source: str, data: Path, language: Language, is_json: bool) -> None:
    """Decides every command again and compares byte for byte; names the first bad entry.

    Exits 0 if all holds, 1 if an entry is bad, 2 if there is nothing to look at.
    """
    report = _verified(source, data)
    if is_json:
        print(msgspec.json.format(msgspec.json.encode(audit.plain(report))).decode())
    else:
        for line in audit.lines(Catalogue(language), report):
            print(line)
    sys.exit(0 if report.first_bad is None else 1)


def _verified(given: str, data: Path) -> Report:
    try:
        found = open_source(given, data)
    except Missing as missing:
        return Report(first_bad=BadEntry(missing.seq, "is missing"))
    return verified(found.entries, GAMES)


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
@asked.at
@asked.as_json
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the log to this file instead, with only what WHO may have left open.",
)
def show(
    *,
    source: str,
    data: Path,
    language: Language,
    kids: bool,
    heard_by: str,
    at: int | None,
    is_json: bool,
    save: Path | None,
) -> None:
    """Reads a room's log aloud, or with --at shows the table after one entry, as WHO saw it.

    Exits 1 at the first entry that cannot be read, 2 if there is nothing to look at.
    """
    texts = Catalogue(language, kids)
    with opened(source, data, texts) as log:
        viewer = asked.viewer_named(heard_by, log.seated, log.names)
        if save is not None:
            stored.write(
                save,
                reading.room_of(log.entries),
                list(reading.redacted(log.entries, viewer)),
                log.known,
            )
            return
        for line in shown.lines(log, viewer, at, texts, is_json=is_json):
            print(line)


match.add_command(branch)
match.add_command(diff)
match.add_command(knowledge)
match.add_command(stats)
