"""The verb `match stats`: what many logs add up to."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec

from services.cli import stored
from services.cli.match import asked, figures, reading
from services.cli.match.opened import say_left
from services.cli.match.source import Missing, Unreadable, open_source
from services.cli.match.tally import Match, Tally, matches
from services.cli.picture import NewPicture
from shared.engine.chain import BadEntry
from shared.text.catalogue import Catalogue, Language

NAMED = (stored.PLAIN, f"{stored.PLAIN}.gz")
"""What match files' names end in."""


@click.command(short_help="What many logs add up to.")
@click.argument("sources", metavar="DIR|ROOM|FILE...", nargs=-1, required=True)
@asked.data
@asked.language
@asked.kids
@asked.as_json
@click.option(
    "--plot",
    type=NewPicture(),
    metavar="FILE.png",
    help="Draw the shares of matches won, with English words.",
)
def stats(
    *,
    sources: tuple[str, ...],
    data: Path,
    language: Language,
    kids: bool,
    is_json: bool,
    plot: Path | None,
) -> None:
    """Counts over many logs: matches and how they ended, their length, time-outs, and who won how
    often, by role, side and character, with 95 % Wilson intervals. DIR stands for every match
    file in it and below. A match that is given several times counts once.

    Refusals leave nothing in a log, so their codes cannot be counted here; the metrics of a running
    installation have them. A log that cannot be read is named and left out, and the exit code is 1
    then; it is 2 if there is nothing to count. Other files in a DIR are counted and passed over.
    """
    tally, unread, foreign, texts = Tally(), [], 0, Catalogue(language, kids)
    found: list[Match] = []
    with click.progressbar(
        list(_each(sources)), label="logs", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as given:
        for source, is_found in given:
            try:
                found += _matches(source, data, texts)
                tally.logs += 1
            except (BadEntry, Missing) as error:
                unread.append(f"{source}: {error}")
            except Unreadable as error:
                if is_found and not _looks_like_one(Path(source)):
                    foreign += 1
                else:
                    unread.append(_named(source, error.message))
    tally.count(found)
    for line in unread:
        print(line, file=sys.stderr)
    if foreign:
        print(f"no match files, and passed over: {foreign}", file=sys.stderr)
    if not tally.matches:
        raise Unreadable("there is no match to count")
    if is_json:
        print(
            msgspec.json.format(msgspec.json.encode(figures.plain(tally, unread, foreign))).decode()
        )
    else:
        figures.show(tally, texts)
    if plot is not None:
        _draw(plot, tally, Catalogue("en", kids))
    sys.exit(1 if unread else 0)


def _each(sources: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """What was given, and whether it was found in a folder: its files and those below it, in order
    of name, without hidden ones. Raises `Unreadable` for a folder without any."""
    for source in sources:
        path = Path(source)
        if not source or not path.is_dir():
            yield source, False
            continue
        below = (each for each in path.rglob("*") if each.is_file())
        files = sorted(
            str(each)
            for each in below
            if not any(part.startswith(".") for part in each.relative_to(path).parts)
        )
        if not files:
            raise Unreadable(f"there is no file in {source}")
        yield from ((each, True) for each in files)


def _looks_like_one(path: Path) -> bool:
    """It is called like a match file, or begins as one."""
    if path.name.endswith(NAMED):
        return True
    try:
        with stored.opened(path):
            return True
    except stored.BadFile:
        return False


def _matches(source: str, data: Path, texts: Catalogue) -> list[Match]:
    """Raises `BadEntry`, `Missing` and `Unreadable`."""
    given = open_source(source, data)
    say_left(given, texts)
    return list(matches(reading.read(given.entries)))


def _named(source: str, why: str) -> str:
    """What is said of a file mostly begins with its path."""
    return why if not source or why.startswith(str(Path(source))) else f"{source}: {why}"


def _draw(path: Path, tally: Tally, texts: Catalogue) -> None:
    """`texts`: English ones, because the letters that come with the library know no Korean."""
    from services.cli.match.plot import draw

    try:
        draw(path, tally, texts)
    except OSError as error:
        raise click.ClickException(f"the picture cannot be written: {error}") from error
