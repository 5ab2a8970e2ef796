"""Bringing a backup into an empty broker, and proving what came of it.

What is made again is not brought back: the services make it from the log. Only a wish is left for
them, that the views begin a new epoch, since Redis may know numbers that now mean other entries.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from services.cli.admin.backup import streams
from services.cli.admin.backup.manifest import BadBackup, KeptStream, Manifest
from services.cli.admin.backup.sealing import Unsealable, pieces
from services.cli.admin.operating import Ground, Unworkable
from shared.contracts.ids import Millis
from shared.contracts.rights import MADE_AGAIN
from shared.eventstore.planning import ensure_streams
from shared.runtime.wishes import REBUILD, STREAM, Asked, NatsWishes, wishes_stream


class Unrestored(Unworkable):
    """Nothing was restored, or not all: the sentence says which."""


async def check_empty(ground: Ground, manifest: Manifest) -> list[KeptStream]:
    """Which streams have to be brought: all, or those that a restore which broke off has left.

    Raises `Unrestored` where the broker has anything else.
    """
    missing = []
    for name in MADE_AGAIN:
        if name != STREAM and await streams.known(ground.bus.nc, name) is not None:
            raise Unrestored(f"the broker has the stream {name}, so it is not empty: {_EMPTY}")
    for stream in manifest.streams:
        found = await streams.known(ground.bus.nc, stream.name)
        if found is None:
            missing.append(stream)
        elif not stream.known.holds_the_same(found):
            raise Unrestored(f"the broker has another stream {stream.name}: {_EMPTY}")
    return missing


_EMPTY = (
    "nothing was changed. Stop every service and the broker, put the broker's data folder aside, "
    "and start nothing but the broker; `setup` comes after the restore"
)


async def bring(
    ground: Ground,
    folder: Path,
    manifest: Manifest,
    key: bytes,
    missing: list[KeptStream],
    tell: Callable[[int], object],
    replicas: int | None = None,
) -> None:
    """Brings the streams. `tell` hears of bytes as they go. Raises `Unrestored` and `Away`; what
    came before is then there, and the same again goes on behind it."""
    for stream in missing:
        path = folder / stream.file
        try:
            with path.open("rb") as file:
                sent = _told(pieces(file, key, stream.name), tell)
                found = await streams.put_back(
                    ground.bus.nc, stream.name, stream.known, sent, replicas=replicas
                )
        except Unsealable as bad:
            raise BadBackup(f"{path} {bad}") from None
        except OSError as error:
            raise BadBackup(f"{path} cannot be read ({error.strerror})") from None
        except streams.Broken as broken:
            raise Unrestored(f"{stream.name} was not restored: {broken}") from None
        if not stream.known.holds_the_same(found):
            raise Unrestored(
                f"{stream.name} came back otherwise: {found.state}, not {stream.state}"
            )
    await _wish(ground, manifest, replicas)


def _told(sent: Iterator[bytes], tell: Callable[[int], object]) -> Iterator[bytes]:
    for piece in sent:
        tell(len(piece))
        yield piece


async def _wish(ground: Ground, manifest: Manifest, replicas: int | None) -> None:
    kept = int(manifest.log[0].config.get("num_replicas", 1))
    await ensure_streams(ground.bus.nc, [wishes_stream(replicas=replicas or kept)])
    asked = Asked(Millis(time.time_ns() // 1_000_000))
    await NatsWishes(ground.bus).put(REBUILD, msgspec.json.encode(asked))
