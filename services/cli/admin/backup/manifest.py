"""What a backup is: a folder with one sealed file a stream, and `backup.json`, which names them.

`backup.json` can be read by everybody and made only with the key: its last line is an HMAC of the
rest. It holds counts and names of streams, nothing of any room.
"""

import hmac
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from services.cli.admin.backup.sealing import key_id
from services.cli.admin.backup.streams import Known

NAME = "backup.json"
FORMAT = 1
SUFFIX = ".sealed"
_LIMIT_BYTES = 1 << 20
_READ_BYTES = 1 << 20


class BadBackup(Exception):
    """It cannot be restored: a sentence that names the file."""


class KeptStream(Struct, frozen=True):
    """One stream, and the file that it is in."""

    name: str
    file: str
    size_bytes: int
    sha256: str
    messages: int
    subjects: int
    """Of a stream of the log: how many rooms it has."""
    config: dict[str, Any]
    state: dict[str, Any]
    """Both as the broker has them, and wants them back."""

    @property
    def known(self) -> Known:
        return Known(config=self.config, state=self.state)


class Manifest(Struct, frozen=True):
    format: int
    began_ms: int
    """Everything that was accepted before is in it (Unix time of whoever made it)."""
    ended_ms: int
    """Nothing that was accepted later is."""
    broker: str
    """Version of the server."""
    stream_count: int
    """In how many streams the log lies."""
    key: str
    """Which key it is sealed with, by `key_id`."""
    streams: tuple[KeptStream, ...]
    left_out: tuple[str, ...]
    """Streams that are made again."""
    archive: str
    """Where matches are that have left the log, if that is not the broker: not in this backup."""
    seal: str = ""

    @property
    def log(self) -> list[KeptStream]:
        return [stream for stream in self.streams if stream.name.startswith("EV")]

    @property
    def entries(self) -> int:
        """Of all rooms."""
        return sum(stream.messages for stream in self.log)

    @property
    def rooms(self) -> int:
        return sum(stream.subjects for stream in self.log)

    @property
    def size_bytes(self) -> int:
        return sum(stream.size_bytes for stream in self.streams)


def moment(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def sealed(manifest: Manifest, key: bytes) -> bytes:
    """`backup.json`."""
    whole = replace(manifest, seal=_seal(manifest, key))
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def _seal(manifest: Manifest, key: bytes) -> str:
    data = msgspec.json.encode(replace(manifest, seal=""), order="sorted")
    return hmac.digest(key, data, "sha256").hex()


def read(folder: Path, key: bytes) -> Manifest:
    """Of the backup in `folder`, which was made with `key`. Raises `BadBackup`."""
    path = folder / NAME
    try:
        with path.open("rb") as stream:
            manifest = msgspec.json.decode(stream.read(_LIMIT_BYTES), type=Manifest)
    except FileNotFoundError:
        raise BadBackup(f"{folder} is no whole backup: there is no {NAME} in it") from None
    except (OSError, msgspec.DecodeError) as error:
        raise BadBackup(f"{path} cannot be read ({type(error).__name__})") from None
    if manifest.format != FORMAT:
        raise BadBackup(f"{path} is of format {manifest.format}; this release knows {FORMAT}")
    if manifest.key != key_id(key):
        raise BadBackup(
            f"{folder} was made with the key {manifest.key}, and this installation has "
            f"{key_id(key)}: give the backup_key that belongs to it"
        )
    if not hmac.compare_digest(manifest.seal, _seal(manifest, key)):
        raise BadBackup(f"{path} was changed: its seal does not hold")
    return manifest


def check_files(folder: Path, manifest: Manifest, tell: Callable[[int], object]) -> None:
    """Every byte of every file; `tell` hears of how many at a time. Raises `BadBackup`."""
    for stream in manifest.streams:
        path = folder / stream.file
        digest = sha256()
        try:
            with path.open("rb") as file:
                while data := file.read(_READ_BYTES):
                    digest.update(data)
                    tell(len(data))
                size_bytes = file.tell()
        except OSError as error:
            raise BadBackup(f"{path} cannot be read ({type(error).__name__})") from None
        if size_bytes != stream.size_bytes:
            raise BadBackup(f"{path} has {size_bytes} bytes and should have {stream.size_bytes}")
        if digest.hexdigest() != stream.sha256:
            raise BadBackup(f"{path} is damaged: its sha256 is another one")
