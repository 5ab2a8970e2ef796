"""What every verb under `match` may be asked: where the log is, as whom, in which words."""

from collections.abc import Mapping, Sequence

import click

from services.cli import data_folder
from services.cli.match.reading import Viewer
from services.cli.match.source import Unreadable
from shared.contracts.ids import PlayerId

AUDITOR = "auditor"
WATCHER = "watcher"

data = data_folder.data("The installation that has the room; it may be running or not.")
language = click.option(
    "--lang", "language", type=click.Choice(["ko", "en"]), default="en", show_default=True
)
kids = click.option("--kids", is_flag=True, help="Tell it in the children's words.")
as_json = click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")
match = click.option(
    "--match",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Match N of the room alone; it may have left the log for the archive.",
)
at = click.option(
    "--at", type=int, metavar="SEQ", help="The entry after which to look, counted from 1."
)


def viewer_named(who: str, seated: list[PlayerId], names: dict[str, str]) -> Viewer:
    """`who`: auditor, watcher, or a player as `player_named` has it. Raises `Unreadable`."""
    if who in (AUDITOR, WATCHER):
        return Viewer(None, is_auditor=who == AUDITOR)
    return Viewer(player_named(who, seated, names))


def player_named(who: str, seated: Sequence[PlayerId], names: Mapping[str, str]) -> PlayerId:
    """By id, by number in the order in which they sat down, or by a name that only one had. Nobody
    can take another's id or number by calling himself so. Raises `Unreadable`."""
    if not who:
        raise Unreadable("nobody is named; say watcher, or a player by id, name or number")
    numbers = {str(number): player for number, player in enumerate(seated, 1)}
    if who in seated or who in numbers:
        return numbers.get(who) or PlayerId(who)
    called = [player for player in seated if names.get(player) == who]
    if len(called) > 1:
        raise Unreadable(f"{len(called)} players were called {who}; say which by id or number")
    if not called:
        there = ", ".join(names.get(player) or number for number, player in numbers.items())
        raise Unreadable(f"nobody called {who} had a seat; there were: {there or 'none'}")
    return called[0]
