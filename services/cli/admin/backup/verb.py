"""The verbs `admin backup` and `admin restore`."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
import structlog

from services.cli import data_folder
from services.cli.admin.backup import manifest as manifests
from services.cli.admin.backup.manifest import BadBackup, Manifest, moment
from services.cli.admin.backup.restoring import bring, check_empty
from services.cli.admin.backup.saving import expected_bytes, save
from services.cli.admin.kept_logs import Judged
from services.cli.admin.kept_matches import Kept, judge_all
from services.cli.admin.operating import Ground, Unworkable, backup_key, operating
from services.cli.installation import BrokenInstallation, Installation
from services.cli.parts import GAMES
from shared.archive.jetstream import JetStreamObjects
from shared.archive.objects import ObjectsError
from shared.eventstore.jetstream import JetStreamLog
from shared.runtime import logs

_log = structlog.stdlib.get_logger(__name__)

NOT_PROVED = 1
"""Exit code: everything is restored, and something of it does not hold."""

_json = click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@data_folder.data("The installation; it may be running or not.")
@_json
def backup(*, folder: Path, data: Path, is_json: bool) -> None:
    """Writes all that an installation cannot make again into the new folder FOLDER, while people
    play: the log, the nicknames, the archive of matches.

    It is sealed with the installation's backup_key, which is not in it: keep secrets.json (in
    containers the folder of keys) apart from it, or nobody can ever read it. With services that run
    apart SALOON_OPERATOR_BROKER_URL, …_PASSWORD_FILE and …_BACKUP_KEY_FILE say where they are.

    \b
    Exit code:
      0  FOLDER is a whole backup
      2  there is none, and nothing is left of what was begun
    """
    logs.configure(level="error")
    installation = Installation(data)
    key = backup_key(installation)
    made = asyncio.run(_backup(installation, folder, key))
    if is_json:
        _print(_plain(folder, made))
        return
    print(f"{folder}: {_counted(made)}, {_size(made.size_bytes)}")
    print(f"all that was accepted before {moment(made.began_ms)} is in it")
    if made.archive:
        print(f"matches that have left the log are in {made.archive}, and not in this backup")


async def _backup(installation: Installation, folder: Path, key: bytes) -> Manifest:
    async with operating(installation) as ground:
        expected = await expected_bytes(ground)
        with _bar(expected, "backup") as tell:
            return await save(ground, folder, key, _archive(installation), tell)


def _archive(installation: Installation) -> str:
    try:
        return installation.archive().at
    except BrokenInstallation as error:
        raise Unworkable(str(error)) from None


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@data_folder.data("The installation: its folder with secrets.json and without the broker's data.")
@click.option(
    "--replicas",
    type=click.IntRange(1, 5),
    help="How many servers keep each stream from now on; as before, if it is left out.",
)
@click.option("--check", "is_check", is_flag=True, help="Only look whether FOLDER is whole.")
@_json
def restore(
    *, folder: Path, data: Path, replicas: int | None, is_check: bool, is_json: bool
) -> None:
    """Brings the backup FOLDER into an empty broker, and proves every match of it.

    Every byte of FOLDER is checked before anything is written. No service may run yet; start them
    afterwards as always. What was accepted after the backup is lost. Running matches go on, and
    whoever was to move gets his time again.

    \b
    Exit code:
      0  everything is restored, and holds
      1  everything is restored, and the matches that are named do not hold
      2  FOLDER is damaged or the broker is not empty: nothing was changed; or it broke off, and the
         same again goes on
    """
    logs.configure(level="error")
    installation = Installation(data)
    key = backup_key(installation)
    kept = None
    try:
        made = manifests.read(folder, key)
        with _bar(made.size_bytes, "checking") as tell:
            manifests.check_files(folder, made, tell)
        if not is_check:
            kept = asyncio.run(_restore(installation, folder, made, key, replicas))
    except BadBackup as bad:
        raise Unworkable(str(bad)) from None
    _tell(folder, made, kept, is_json=is_json)
    if kept is not None and _bad(kept):
        sys.exit(NOT_PROVED)


async def _restore(
    installation: Installation, folder: Path, made: Manifest, key: bytes, replicas: int | None
) -> Kept:
    async with operating(installation) as ground:
        if made.stream_count != ground.layout.stream_count:
            raise Unworkable(
                f"the log of {folder} lies in {made.stream_count} streams, and this installation's "
                f"in {ground.layout.stream_count}: set SALOON_OPERATOR_STREAMS, and every service's"
            )
        missing = await check_empty(ground, made)
        with _bar(sum(stream.size_bytes for stream in missing), "restore") as tell:
            await bring(ground, folder, made, key, missing, tell, replicas)
        return await _proved(ground, made)


async def _proved(ground: Ground, made: Manifest) -> Kept:
    GAMES.load_all()
    log = JetStreamLog(ground.bus.nc, ground.layout)
    objects = JetStreamObjects(ground.bus.nc)
    with _bar(made.rooms, "proving") as tell:

        def judged(each: Judged) -> None:
            tell(1)
            if not each.holds:
                click.echo(f"{each.path}: {each.why}", err=True)

        try:
            return await judge_all(log, objects, GAMES, judged)
        except ObjectsError as error:
            raise Unworkable(f"all is restored; the archive cannot be read: {error}") from None


def _bad(kept: Kept) -> list[Judged]:
    return [each for each in (*kept.rooms, *kept.archived) if not each.holds]


def _tell(folder: Path, made: Manifest, kept: Kept | None, *, is_json: bool) -> None:
    if is_json:
        _print(_plain(folder, made) | (_plain_proof(kept) if kept is not None else {}))
        return
    if kept is None:
        print(f"{folder} is whole: {_counted(made)}, of {moment(made.began_ms)}")
        return
    print(f"restored: {_counted(made)}, of {moment(made.began_ms)}")
    print("what was accepted after that is lost")
    matches = sum(each.report.matches for each in (*kept.rooms, *kept.archived))
    bad = _bad(kept)
    proof = f"{len(bad)} of them do not hold" if bad else "all hold"
    print(
        f"proved: {len(kept.rooms)} rooms and {len(kept.archived)} archived matches, "
        f"{matches} matches together, running ones too; {proof}"
    )
    if made.archive:
        print(f"matches that have left the log are in {made.archive}, which no backup brings back")
    print("now start the services: views, alarms and snapshots are made again")


def _counted(made: Manifest) -> str:
    return f"{made.entries} entries of {made.rooms} rooms"


def _size(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.1f} MB"


def _plain(folder: Path, made: Manifest) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "began_ms": made.began_ms,
        "ended_ms": made.ended_ms,
        "entries": made.entries,
        "rooms": made.rooms,
        "bytes": made.size_bytes,
        "archive": made.archive,
        "left_out": made.left_out,
        "streams": {
            stream.name: {
                "messages": stream.messages,
                "bytes": stream.size_bytes,
                "sha256": stream.sha256,
            }
            for stream in made.streams
        },
    }


def _plain_proof(kept: Kept) -> dict[str, Any]:
    bad = _bad(kept)
    return {
        "proved": {
            "rooms": len(kept.rooms),
            "archived": len(kept.archived),
            "matches": sum(each.report.matches for each in (*kept.rooms, *kept.archived)),
            "bad": [{"what": str(each.path), "why": each.why} for each in bad],
            "ok": not bad,
        }
    }


def _print(value: dict[str, Any]) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode())


@contextmanager
def _bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Tells on standard error how far it is, where somebody looks."""
    with click.progressbar(
        length=max(length, 1), label=label, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        yield bar.update
