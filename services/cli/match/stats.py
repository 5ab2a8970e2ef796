"""The verb `match stats`: what many logs add up to."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec

from services.cli.match import asked, figures, reading
from services.cli.match.opened import say_left
from services.cli.match.source import Missing, Unreadable, open_source
from services.cli.match.tally import Tally, matches
from services.cli.picture import NewPicture
from shared.engine.chain import BadEntry
from shared.text.catalogue import Catalogue, Language


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
    often, by role, side and character, with 95 % Wilson intervals. DIR stands for every file in it.

    Refusals leave nothing in a log, so their codes cannot be counted here; the metrics of a running
    installation have them. A log that cannot be read is named and left out, and the exit code is 1
    then; it is 2 if there is nothing to count.
    """
    tally, unread, texts = Tally(), [], Catalogue(language, kids)
    with click.progressbar(
        list(_each(sources)), label="logs", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as given:
        for source in given:
            why = _count(tally, source, data, texts)
            unread += [f"{source}: {why}"] if why else []
    for line in unread:
        print(line, file=sys.stderr)
    if not tally.matches:
        raise Unreadable("there is no match to count")
    if is_json:
        print(msgspec.json.format(msgspec.json.encode(figures.plain(tally, unread))).decode())
    else:
        figures.show(tally, texts)
    if plot is not None:
        _draw(plot, tally, Catalogue("en", kids))
    sys.exit(1 if unread else 0)


def _each(sources: Iterable[str]) -> Iterator[str]:
    """Files of a folder in order of name. Raises `Unreadable` for a folder without any."""
    for source in sources:
        path = Path(source)
        if not path.is_dir():
            yield source
            continue
        files = sorted(str(each) for each in path.iterdir() if each.is_file())
        if not files:
            raise Unreadable(f"there is no file in {source}")
        yield from files


def _count(tally: Tally, source: str, data: Path, texts: Catalogue) -> str:
    """Why it could not be read, or an empty string."""
    try:
        given = open_source(source, data)
        say_left(given, texts)
        found = list(matches(reading.read(given.entries)))
    except (BadEntry, Missing) as error:
        return str(error)
    except Unreadable as error:
        return error.message
    for match in found:
        tally.count(match)
    tally.logs += 1
    return ""


def _draw(path: Path, tally: Tally, texts: Catalogue) -> None:
    """`texts`: English ones, because the letters that come with the library know no Korean."""
    from services.cli.match.plot import draw

    try:
        draw(path, tally, texts)
    except OSError as error:
        raise click.ClickException(f"the picture cannot be written: {error}") from error
