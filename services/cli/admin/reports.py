"""`saloon admin reports`: lines of table talk, and titles of rooms, that somebody found wrong."""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from services.cli import data_folder
from services.cli.installation import Installation
from services.cli.match import asked
from services.cli.match.source import reported
from shared.contracts.talk import Report
from shared.runtime import logs
from shared.text import talk
from shared.text.catalogue import Catalogue, Language


@click.command()
@data_folder.data("The installation.")
@asked.language
@asked.as_json
def reports(*, data: Path, language: Language, is_json: bool) -> None:
    """Prints the lines of table talk, and the titles of rooms, that were reported, with the lines
    around them, the oldest first.

    They are kept for 30 days (`setup --report-days`), and count once for each player who reported
    them. Players are named by their ids, too, which stay the same whatever nickname they take.
    """
    logs.configure(level="error")
    found, names = asyncio.run(reported(Installation(data)))
    if is_json:
        click.echo(msgspec.json.encode({"reports": found, "names": names}))
        return
    texts = Catalogue(language)
    for each in found:
        click.echo("\n".join(_told(each, texts, names)))
    click.echo(f"{len(found)} reported", err=True)


def _told(report: Report, texts: Catalogue, names: Mapping[str, str]) -> Iterator[str]:
    by = talk.name(texts, report.reporter, names)
    yield f"{report.room}, reported {_time(report.at_ms)} by {by} ({report.reporter})"
    if report.about == "title":
        host = talk.name(texts, report.line.player, names)
        yield f"> the room's title, by {host} ({report.line.player}): {report.line.text}"
    for line in report.around:
        mark = ">" if line.id == report.line.id else " "
        who = f"{talk.name(texts, line.player, names)} ({line.player})"
        yield f"{mark} {_time(line.at_ms)} {who}: {talk.words(texts, line, names)}"
    yield ""


def _time(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M:%S}"
