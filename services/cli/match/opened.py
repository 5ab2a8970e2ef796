"""A log opened for a verb that reads it, and what the verb says when it cannot."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from services.cli.match import reading
from services.cli.match.source import Missing, Source, open_source
from services.cli.transcript import nameless
from shared.contracts.ids import PlayerId
from shared.engine.chain import BadEntry
from shared.text.catalogue import Catalogue


class Opened(NamedTuple):
    entries: list[reading.Read]
    seated: list[PlayerId]
    """Everybody who ever had a seat, in the order in which they took one."""
    names: dict[str, str]
    """Player id -> nickname, or what who has none is called."""
    known: dict[str, str]
    """Those nicknames that the source knows, of players who had a seat."""
    source: Source

    @property
    def first(self) -> int:
        return self.entries[0].seq if self.entries else 0

    @property
    def last(self) -> int:
        return self.entries[-1].seq if self.entries else 0

    def look(self, viewer: reading.Viewer, last: int | None = None) -> None:
        """To be called before `viewer` is shown what he knows of the entries up to `last`. Raises
        `Unreadable`, and then nothing may be shown."""
        if viewer.is_auditor or viewer.player is not None:
            self.source.look(last)


def _printable(name: str) -> str:
    """A file may be anybody's, and what moves a cursor or turns the writing has no place here."""
    return "".join(character for character in name if character.isprintable())


def say_left(source: Source, texts: Catalogue) -> None:
    """On standard error, so that what programs read stays one object."""
    if source.left is not None:
        print(source.left.line(texts), file=sys.stderr)


@contextmanager
def opened(source: str, data: Path, texts: Catalogue, match: int | None = None) -> Iterator[Opened]:
    """The log at `source`, for as long as it is read: an entry that cannot be read ends the command
    with exit code 1 and is named; where there is no log, it ends with 2."""
    try:
        found = open_source(source, data, is_named=True, match=match)
        say_left(found, texts)
        entries = list(reading.read(found.entries))
        seated = reading.players(entries)
        told = {player: _printable(name) for player, name in found.names.items()}
        known = {str(player): told[player] for player in seated if told.get(player)}
        names = nameless(texts, reading.game_of(entries), seated)
        yield Opened(entries, seated, {**names, **known}, known, found)
    except Missing as missing:
        raise click.ClickException(str(missing)) from None
    except BadEntry as bad:
        raise click.ClickException(texts.text("audit-bad", seq=bad.seq, why=bad.why)) from None
    except BrokenPipeError:
        sys.stderr.close()  # whoever read it has had enough
