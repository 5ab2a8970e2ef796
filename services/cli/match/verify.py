"""The verb `match verify`."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from services.cli import audit, data_folder, stored
from services.cli.match import asked
from services.cli.match.opened import say_left
from services.cli.match.source import Missing, Unreadable, open_source
from services.cli.parts import GAMES
from shared.engine.chain import BadEntry
from shared.matchfile import checkpoint
from shared.matchfile.head import AUDITOR, key_id
from shared.matchfile.opened import begun, number_of
from shared.matchfile.proving import Anchors, Verdict, prove
from shared.room.verify import Report
from shared.text.catalogue import Catalogue, Language

NOTHING = 2
CODES = {
    "head": 3,
    "form": 3,
    "chain": 4,
    "commitments": 5,
    "signature": 6,
    "secret": 7,
    "decisions": 8,
    "states": 9,
    "results": 10,
    "anchor": 11,
    "rules": 12,
}
"""Exit codes by what does not hold."""

_CHECKPOINT_LIMIT = 1 << 28
"""Bytes of a checkpoint: some two million rooms."""

MANY = 3
"""From so many sources on a bar shows how far it is."""


@click.command()
@click.argument("sources", metavar="ROOM|FILE...", nargs=-1, required=True)
@data_folder.data("The installation that has the rooms; it may be running or not.")
@click.option(
    "--head", "hashes", multiple=True, metavar="HASH", help="An entry with this hash must be there."
)
@click.option(
    "--checkpoint",
    "checkpoints",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A signed list of heads, as `match checkpoint` writes it, must agree.",
)
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="KEY",
    help="A public key, 64 hex digits: files and checkpoints must be signed with one of these.",
)
@click.option(
    "--lang", "language", type=click.Choice(["ko", "en"]), default="en", show_default=True
)
@asked.match
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")
def verify(
    *,
    sources: tuple[str, ...],
    data: Path,
    hashes: tuple[str, ...],
    checkpoints: tuple[Path, ...],
    keys: tuple[str, ...],
    language: Language,
    number: int | None,
    is_json: bool,
) -> None:
    """Proves match files and rooms of an installation, and names the first entry that is bad.

    Every entry must follow the one before; where all of it is open, every command is decided again
    and must give the same bytes. What a file is anchored to (--head, --checkpoint, --key) is what
    tells it from one that was forged as a whole.

    \b
    Exit code, of the first that does not hold:
      0  all holds
      2  there is nothing to read: no file, no match file, damaged, cut off, too large, too new
      3  an entry, or the first line, does not read as it must
      4  an entry does not follow the one before, or is missing
      5  an entry was changed: it does not match its hash
      6  the signature does not hold, is missing, or is of an unknown key
      7  secret, salts or random draws do not belong together
      8  an entry is not what its command had to become
      9  a match ends in another state than its entries give
     10  a match names another result than it has
     11  it is not what was anchored
     12  its rules are not installed, or others are under their name
    """
    known = tuple(map(_hex, keys))
    anchors = Anchors(
        keys=known,
        hashes=tuple(map(_hex, hashes)),
        checkpoints=tuple(_checkpoint(path, known) for path in checkpoints),
    )
    texts = Catalogue(language)
    told, code = [], 0
    for source in _tracked(sources):
        plain, lines, found = _proved(source, data, anchors, texts, number)
        told.append(plain)
        code = code or found
        if not is_json:
            if len(sources) > 1:
                print(f"{source}:")
            for line in lines:
                print(line)
    if is_json:
        whole = {"ok": code == 0, "sources": told}
        print(msgspec.json.format(msgspec.json.encode(whole)).decode())
    sys.exit(code)


def _tracked(sources: Sequence[str]) -> Sequence[str]:
    console = Console(stderr=True)
    if len(sources) < MANY or not console.is_terminal:
        return sources
    return track(sources, console=console, description="")  # type: ignore[return-value]


def _hex(text: str) -> str:
    digits = text.lower()
    if len(digits) != 64 or digits.strip("0123456789abcdef"):
        raise Unreadable(f"{text[:64]} is not 64 hex digits")
    return digits


def _checkpoint(path: Path, keys: Sequence[str]) -> checkpoint.Checkpoint:
    try:
        with path.open("rb") as stream:
            found = checkpoint.read(stream.read(_CHECKPOINT_LIMIT))
    except OSError as error:
        raise Unreadable(f"{path} cannot be read ({type(error).__name__})") from None
    except stored.BadFile as bad:
        raise Unreadable(f"{path} {bad}") from None
    if keys and found.signature.key not in keys:
        key = key_id(found.signature.key)
        raise Unreadable(f"{path} is signed with a key that is not known, {key}")
    return found


def _proved(
    source: str, data: Path, anchors: Anchors, texts: Catalogue, match: int | None
) -> tuple[dict[str, object], list[str], int]:
    """What is found of one source: for programs, for people, and the exit code."""
    try:
        verdict = _verdict(source, data, anchors, match, texts)
    except (stored.BadFile, Unreadable) as nothing:
        why = nothing.message if isinstance(nothing, Unreadable) else str(nothing)
        print(f"Error: {why}", file=sys.stderr)
        return {"source": source, "ok": False, "unreadable": why}, [], NOTHING
    code = CODES[verdict.failed] if verdict.failed else 0
    plain = {"source": source, **audit.plain(verdict)}
    return plain, list(audit.lines(texts, verdict)), code


def _verdict(
    source: str, data: Path, anchors: Anchors, match: int | None, texts: Catalogue
) -> Verdict:
    path = Path(source)
    if path.is_file() and match is None:
        with stored.opened(path) as (head, entries):
            return prove(head, entries, GAMES, anchors, GAMES.digest)
    try:
        found = open_source(source, data, match=match)
    except Missing as missing:
        return _bad(BadEntry(missing.seq, "is missing", "chain"))
    say_left(found, texts)
    if found.head is not None and match is not None and found.head.match == match:
        return prove(found.head, found.entries, GAMES, anchors, GAMES.digest)
    first = begun(found.entries[0])
    if not first or first[0].room != found.room:
        return _bad(
            BadEntry(number_of(found.entries[0]) or 1, "does not open or restate this room")
        )
    head = first[0]._replace(entries=found.entries).head(AUDITOR, {})
    return prove(head, found.entries, GAMES, replace(anchors, keys=(), is_whole_room=match is None))


def _bad(bad: BadEntry) -> Verdict:
    return Verdict(Report(first_bad=bad), failed=bad.check, seq=bad.seq, why=bad.why)
