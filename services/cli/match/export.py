"""The verb `match export`."""

from pathlib import Path

import click
from msgspec.structs import replace

from services.cli import data_folder, stored
from services.cli.match.asked import player_named
from services.cli.match.keys import private_key, signing_key
from services.cli.match.source import LAST, Missing, Source, Unreadable, no_such_match, open_source
from services.cli.new_file import NewFile, check_new, force
from services.cli.parts import GAMES
from shared.contracts.ids import PlayerId
from shared.engine.chain import BadEntry
from shared.matchfile.head import AUDITOR, WATCHER, Head, Signature
from shared.matchfile.opened import Read, Stretch, players, read, redacted, stretches
from shared.matchfile.signing import sign
from shared.room.events import SecretRevealed
from shared.rulesets.archive import BadRuleset


@click.command()
@click.argument("source", metavar="ROOM|FILE")
@data_folder.data("The installation that has the room; it may be running or not.")
@click.option("--match", "number", type=int, metavar="N", help="Which match; else the last one.")
@click.option(
    "--as",
    "heard_by",
    default=AUDITOR,
    show_default=True,
    metavar="WHO",
    help="Whom it is for: a seat (by number, name or id), a watcher, or an auditor, who has all.",
)
@click.option(
    "--out",
    type=NewFile(),
    help="The file; else ROOM-N.jsonl.gz, or ROOM-N-WHO.jsonl.gz. Not compressed if it ends in "
    ".jsonl.",
)
@force
@click.option(
    "--names/--no-names",
    "has_names",
    default=True,
    show_default=True,
    help="Put in the nicknames that are still known; nothing vouches for them.",
)
@signing_key
def export(
    *,
    source: str,
    data: Path,
    number: int | None,
    heard_by: str,
    out: Path | None,
    is_forced: bool,
    has_names: bool,
    key_file: Path | None,
) -> None:
    """Writes one match of a room as a file that proves itself (docs/match-format.md).

    A file for a seat or a watcher has everything that was told to it, and of all else the seals
    only; never the secret or the seed of the match, which a file for an auditor has.
    """
    if out is not None:
        check_new(out, is_forced=is_forced)
    try:
        wanted = LAST if number is None else number
        found = open_source(source, data, is_named=has_names, match=wanted)
        stretch = _stretch(found, number)
        entries = list(read(stretch.entries, GAMES, stretch.first_seq - 1, stretch.previous))
    except Missing as missing:
        raise Unreadable(str(missing)) from None
    except BadEntry as bad:
        raise Unreadable(f"the log does not hold: entry {bad.seq} {bad.why}") from None
    if not all(each.is_open for each in entries):
        raise Unreadable("parts of it are closed; write it from an auditor's file or the room")
    seated = players(entries)
    known = {str(player): found.names[player] for player in seated if player in found.names}
    viewer = _viewer(heard_by, seated, known)
    head = stretch.head(viewer, known if has_names else {})
    head = replace(head, ruleset_digest=released_as(head, found.head))
    head = replace(head, signature=_signature(head, found, entries, key_file, data))
    path = out or Path(_name(stretch, viewer, seated))
    check_new(path, is_forced=is_forced)
    if viewer != WATCHER:
        found.look(stretch.head(viewer, {}).last_seq)
    try:
        stored.write(path, head, redacted(entries, viewer))
    except OSError as error:
        raise Unreadable(f"{path} cannot be written ({type(error).__name__})") from None
    print(path)


def _stretch(found: Source, number: int | None) -> Stretch:
    matches = {each.match: each for each in stretches(found.entries)}
    if number is None and matches:
        return matches[max(matches)]
    if number is None:
        raise Unreadable(f"there is no match in {found.room}")
    if number not in matches:
        raise no_such_match(number, matches)
    return matches[number]


def _viewer(heard_by: str, seated: list[PlayerId], names: dict[str, str]) -> str:
    is_seat = heard_by not in (AUDITOR, WATCHER)
    return player_named(heard_by, seated, names) if is_seat else heard_by


def released_as(head: Head, before: Head | None) -> str | None:
    """The digest of its rules; what a file said of them before is handed on. Raises
    `Unreadable`."""
    if before is not None:
        return before.ruleset_digest if before.ruleset == head.ruleset else None
    try:
        return GAMES.digest(head.ruleset)
    except BadRuleset as bad:
        raise Unreadable(str(bad)) from None


def _signature(
    head: Head, found: Source, entries: list[Read], key_file: Path | None, data: Path
) -> Signature | None:
    """Of a match that is over, by whoever has its log; a file's own is handed on."""
    before = found.head
    if before is not None and key_file is None:
        return before.signature if before.signed == head.signed else None
    is_over = any(isinstance(e, SecretRevealed) for each in entries for e in each.told())
    key = private_key(key_file, data) if is_over else None
    return None if key is None else sign(key, head.signed)


def _name(stretch: Stretch, viewer: str, seated: list[PlayerId]) -> str:
    whom = ""
    if viewer != AUDITOR:
        is_seat = viewer in seated
        whom = f"-{seated.index(PlayerId(viewer)) + 1}" if is_seat else f"-{viewer}"
    return f"{stretch.room}-{stretch.match}{whom}.jsonl.gz"
