"""The verb `match knowledge`: what a seat could know at an entry, if it forgot nothing."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from services.cli.match import asked, gun, western
from services.cli.match.opened import Opened, opened
from services.cli.match.shown import head, who
from services.cli.match.source import Unreadable
from services.cli.match.standing import Standing, standing
from shared.text.catalogue import Catalogue, Language

_LINES: Mapping[str, Callable[..., Iterator[str]]] = {"bang": western.known, "buckshot": gun.known}
"""Lines of a match's knowledge by game: `(standing, knowledge, names, texts)`."""


@click.command(short_help="What a seat could know at an entry.")
@click.argument("source", metavar="ROOM|FILE")
@asked.data
@asked.language
@asked.kids
@click.option(
    "--as",
    "heard_by",
    required=True,
    metavar="WHO",
    help="The player (by id, name or number) whose knowledge it is, or a watcher.",
)
@asked.at
@asked.as_json
def knowledge(
    *,
    source: str,
    data: Path,
    language: Language,
    kids: bool,
    heard_by: str,
    at: int | None,
    is_json: bool,
) -> None:
    """What a seat could know after an entry: its own cards and role, the cards whose place it can
    name and since when, roles that were shown or that counting leaves, what is in the deck.

    It is made of what the seat was told and of nothing else, so the file that was written for the
    seat gives the same as the full log. Nothing is guessed from how others play. Without --at it is
    the end of the log. Exits 1 at an entry that cannot be read, 2 if there is nothing to look at.
    """
    texts = Catalogue(language, kids)
    with opened(source, data, texts) as log:
        found = _standing(log, heard_by, at)
        told = found.knows()
        log.look(found.viewer, found.seq)
        if is_json:
            print(msgspec.json.format(msgspec.json.encode(_plain(found, told, log))).decode())
            return
        print(head(found, log.last, log.names, texts))
        for line in _LINES[found.game.id](found, told, log.names, texts):
            print(line)


def _standing(log: Opened, heard_by: str, at: int | None) -> Standing:
    viewer = asked.viewer_named(heard_by, log.seated, log.names)
    if viewer.is_auditor:
        raise Unreadable("an auditor is told everything; name a player or a watcher")
    found = standing(log.entries, viewer, at)
    if not found.is_seated:
        raise Unreadable(f"at entry {found.seq} there is no match to know anything of")
    return found


def _plain(found: Standing, told: Any, log: Opened) -> dict[str, Any]:
    return {
        "room": found.state.room,
        "entry": found.seq,
        "entries": log.last,
        "game": found.game.id,
        "as": who(found.viewer),
        "names": log.names,
        "knowledge": told,
    }
