"""The verb `match`."""

import sys
from pathlib import Path

import click
import msgspec

from services.cli import audit, stored
from services.cli.installation import DEFAULT
from services.cli.match import reading
from services.cli.match.source import Missing, Unreadable, open_source
from services.cli.parts import GAMES
from services.cli.transcript import numbered
from shared.contracts.ids import PlayerId
from shared.engine.chain import BadEntry
from shared.room.verify import Report
from shared.room.verify import verify as verified
from shared.runtime import logs
from shared.text.catalogue import Catalogue, Language

AUDITOR = "auditor"
SPECTATOR = "spectator"

_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEFAULT,
    show_default=True,
    help="The installation that has the room; it may be running or not.",
)
_language = click.option(
    "--lang", "language", type=click.Choice(["ko", "en"]), default="en", show_default=True
)


@click.group()
def match() -> None:
    """Verify or show the log of a room: ROOM is its code, FILE what `--save` has written."""
    logs.configure(level="error")


@match.command()
@click.argument("source", metavar="ROOM|FILE")
@_data
@_language
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")
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
@_data
@_language
@click.option("--kids", is_flag=True, help="Tell it in the children's words.")
@click.option(
    "--as",
    "heard_by",
    default=AUDITOR,
    show_default=True,
    metavar="WHO",
    help="What a player (by id, name or number) heard, or a spectator; an auditor hears all.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the log to this file instead, with only what WHO may have left open.",
)
def show(
    *, source: str, data: Path, language: Language, kids: bool, heard_by: str, save: Path | None
) -> None:
    """Reads a room's log aloud. Exits 1 at the first entry that cannot be read."""
    texts = Catalogue(language, kids)
    try:
        found = open_source(source, data)
        entries = list(reading.read(found.entries))
        seated = reading.players(entries)
        names = {**numbered(texts, seated), **found.names}
        viewer = _viewer(heard_by, seated, names)
        if save is not None:
            kept = {str(player): found.names[player] for player in seated if player in found.names}
            stored.write(
                save, reading.room_of(entries), list(reading.redacted(entries, viewer)), kept
            )
            return
        for line in reading.lines(entries, viewer, names, texts):
            print(line)
    except Missing as missing:
        raise click.ClickException(str(missing)) from None
    except BadEntry as bad:
        raise click.ClickException(texts.text("audit-bad", seq=bad.seq, why=bad.why)) from None
    except BrokenPipeError:
        sys.stderr.close()  # whoever read it has had enough


def _viewer(heard_by: str, seated: list[PlayerId], names: dict[str, str]) -> reading.Viewer:
    if heard_by in (AUDITOR, SPECTATOR):
        return reading.Viewer(None, is_auditor=heard_by == AUDITOR)
    for number, player in enumerate(seated, 1):
        if heard_by in (player, names[player], str(number)):
            return reading.Viewer(player)
    known = ", ".join(names[player] for player in seated)
    raise Unreadable(f"nobody called {heard_by} had a seat; there were: {known}")
