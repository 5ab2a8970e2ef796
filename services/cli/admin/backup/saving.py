"""Making a backup: every stream that is kept, the log first, beside its place and then renamed."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from services.cli.admin.backup import streams
from services.cli.admin.backup.manifest import FORMAT, NAME, SUFFIX, KeptStream, Manifest, sealed
from services.cli.admin.backup.sealing import SealedWriter, key_id
from services.cli.admin.operating import Ground, Unworkable
from shared.archive.directory import sync_folder
from shared.contracts.rights import KEPT_BESIDE, MADE_AGAIN
from shared.eventstore.layout import SHARD_COUNT, Layout
from shared.runtime.bus_nats import NatsBus

_PART = ".part-"


class Unsaved(Unworkable):
    """There is no backup: nothing is left of what was begun."""


def kept_streams(layout: Layout) -> tuple[str, ...]:
    """In the order in which they are taken."""
    return (*layout.shards_by_stream(range(SHARD_COUNT)), *KEPT_BESIDE)


async def expected_bytes(ground: Ground) -> int:
    """About as much as a backup takes that is made now; less, since it is compressed."""
    total = 0
    for name in kept_streams(ground.layout):
        found = await streams.known(ground.bus.nc, name)
        total += int(found.state.get("bytes", 0)) if found is not None else 0
    return total


async def save(
    ground: Ground, folder: Path, key: bytes, archive: str, tell: Callable[[int], object]
) -> Manifest:
    """Makes the backup `folder`, of which there must be none; `tell` hears of bytes as they come.

    `archive`: where matches go that leave the log; empty: to the broker. Raises `Unsaved`, and the
    log's `Away`.
    """
    with _whole_or_not_at_all(folder) as part:
        began_ms = _now_ms()
        kept = [
            await _save_stream(ground.bus, name, part, key, tell)
            for name in kept_streams(ground.layout)
        ]
        manifest = Manifest(
            format=FORMAT,
            began_ms=began_ms,
            ended_ms=_now_ms(),
            broker=str(ground.bus.nc.connected_server_version),
            stream_count=ground.layout.stream_count,
            key=key_id(key),
            streams=tuple(kept),
            left_out=MADE_AGAIN,
            archive=archive,
        )
        with _synced(part / NAME) as file:
            file.write(sealed(manifest, key))
    return manifest


async def _save_stream(
    bus: NatsBus, name: str, part: Path, key: bytes, tell: Callable[[int], object]
) -> KeptStream:
    path = part / f"{name}{SUFFIX}"
    with _synced(path) as file:
        writer = SealedWriter(file, key, name)

        def take(piece: bytes) -> None:
            writer.add(piece)
            tell(len(piece))

        try:
            found = await streams.take_out(bus.nc, name, take)
        except streams.Broken as broken:
            raise Unsaved(f"there is no backup: {name}: {broken}") from None
        writer.end()
    counted = found.counted
    return KeptStream(
        name=name,
        file=path.name,
        size_bytes=writer.size_bytes,
        sha256=writer.sha256,
        messages=counted.messages,
        subjects=counted.num_subjects,
        config=found.config,
        state=found.state,
    )


@contextmanager
def _whole_or_not_at_all(folder: Path) -> Iterator[Path]:
    """A folder beside `folder`, which takes its name once all in it is on disk; or nothing."""
    if folder.exists():
        raise Unsaved(f"{folder} is there already; give the backup a name of its own")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}{_PART}", dir=folder.parent))
    except OSError as error:
        raise Unsaved(f"{folder} cannot be written ({error.strerror})") from None
    try:
        yield part
        sync_folder(part)
        part.rename(folder)
        sync_folder(folder.parent)
    except OSError as error:
        raise Unsaved(
            f"there is no backup: {folder} cannot be written ({error.strerror}); "
            "nothing is left of what was begun"
        ) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


@contextmanager
def _synced(path: Path) -> Iterator[IO[bytes]]:
    with path.open("xb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
